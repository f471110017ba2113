"""What our manifest makes of the app: a workspace knows it as the file in deploy/ says, and in no other way."""

from pathlib import Path
from typing import Any

import msgspec

MANIFEST: dict[str, Any] = msgspec.yaml.decode(
    (Path(__file__).parents[3] / "deploy/slack-manifest.yaml").read_bytes(), type=dict[str, Any]
)
_FEATURES = MANIFEST["features"]
SCOPES = frozenset(MANIFEST["oauth_config"]["scopes"]["bot"])
MESSAGES_TAB: bool = _FEATURES.get("app_home", {}).get("messages_tab_enabled", False)
"""Off unless it is asked for (schemas/manifest.schema.2.0.0.json); nobody can be written to alone without it."""
ESCAPES: bool = _FEATURES["slash_commands"][0].get("should_escape", False)
"""Whether commands come with mentions and links in Slack's mark-up (S interactivity/implementing-slash-commands)."""
