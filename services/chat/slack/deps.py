"""What the addresses for Slack stand on, built once where the app is assembled."""

from dataclasses import dataclass

from services.bootstrap import Services
from services.chat.core import ChatCore
from services.chat.slack.handler import Handler
from services.chat.slack.signature import Signatures


@dataclass(frozen=True)
class SlackDeps:
    """Whose requests are believed, and what answers them."""

    signatures: Signatures
    handler: Handler


def slack_deps(services: Services, core: ChatCore) -> SlackDeps | None:
    """What the addresses need, if the operator has set up an app that sends requests."""
    secret, client = services.settings.slack_signing_secret, services.slack
    if client is None or secret is None:
        return None
    return SlackDeps(Signatures(secret.reveal()), Handler(core, services, client))
