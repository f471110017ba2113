"""The manifest to paste is one that Slack takes, and asks for what the app needs and no more."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.chat.slack.app import COMMAND, EVENTS, SCOPES
from services.chat.slack.reading import SHORTCUTS
from services.outbound.slack import limits
from services.server import ROUTES
from tests.kit.slack.people import COMMANDS, INTERACTIVITY
from tests.kit.slack.people import EVENTS as EVENTS_PATH

ROOT = Path(__file__).parents[4]
ADDRESS = "https://acta.example.org"


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    return msgspec.yaml.decode((ROOT / "deploy/slack-manifest.yaml").read_bytes(), type=dict[str, Any])


def test_everything_is_as_short_as_slack_wants_it(manifest: dict[str, Any]) -> None:
    shown, features = manifest["display_information"], manifest["features"]
    assert set(manifest) == {"_metadata", "display_information", "features", "oauth_config", "settings"}
    assert len(shown["name"]) <= limits.APP_NAME
    assert len(shown["description"]) <= limits.APP_DESCRIPTION
    (command,) = features["slash_commands"]
    assert (command["command"], command["should_escape"]) == (COMMAND, True)
    assert len(command["command"]) <= limits.COMMAND
    assert len(command["description"]) <= limits.COMMAND_DESCRIPTION
    assert len(command["usage_hint"]) <= limits.COMMAND_HINT
    for shortcut in features["shortcuts"]:
        assert len(shortcut["name"]) <= limits.SHORTCUT_NAME
        assert len(shortcut["description"]) <= limits.SHORTCUT_DESCRIPTION


def test_it_asks_for_what_is_needed_and_no_more(manifest: dict[str, Any]) -> None:
    assert manifest["oauth_config"] == {"scopes": {"bot": list(SCOPES)}}
    assert manifest["settings"]["event_subscriptions"]["bot_events"] == list(EVENTS)
    assert {it["callback_id"] for it in manifest["features"]["shortcuts"]} == set(SHORTCUTS)


def test_people_can_be_written_to_alone_and_type_commands_there(manifest: dict[str, Any]) -> None:
    tabs = manifest["features"]["app_home"]
    assert (tabs["messages_tab_enabled"], tabs["messages_tab_read_only_enabled"]) == (True, False)


def test_its_addresses_are_those_of_the_server(manifest: dict[str, Any]) -> None:
    settings = manifest["settings"]
    sent_to = {
        manifest["features"]["slash_commands"][0]["url"],
        settings["event_subscriptions"]["request_url"],
        settings["interactivity"]["request_url"],
        settings["interactivity"]["message_menu_options_url"],
    }
    assert sent_to == {ADDRESS + path for path in (COMMANDS, INTERACTIVITY, EVENTS_PATH)}
    routes = {path for handler in ROUTES for path in handler.paths}
    assert {address.removeprefix(ADDRESS) for address in sent_to} <= routes


def test_the_readme_names_every_setting_scope_and_address() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in (*SCOPES, COMMANDS, INTERACTIVITY, EVENTS_PATH, "deploy/slack-manifest.yaml"):
        assert name in text, name
    for name in ("ACTA_SLACK_SIGNING_SECRET", "ACTA_SLACK_BOT_TOKEN", "ACTA_SLACK_APP_TOKEN", "ACTA_PUBLIC_URL"):
        assert name in text, name
