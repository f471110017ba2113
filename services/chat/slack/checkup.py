"""Whether Slack is set up as it should be, in words for the operator: what holds, and what to do about the rest."""

from services.chat.findings import Ask, Finding, check_address, check_clock
from services.chat.slack.app import SCOPES
from services.outbound.call_failures import CallFailed, Revoked
from services.outbound.reaching import status_of_nonsense
from services.outbound.slack import limits
from services.outbound.slack.client import Identity, SlackClient
from services.settings import Settings

COMMANDS = "/integrations/slack/commands"
_MESSAGES_TAB = Finding(
    holds=True,
    text=(
        "Slack tells nobody whether the Messages Tab of an app is on: look at Show Tabs on its page App Home. While it "
        "is off, nobody gets the picture of their hand."
    ),
)


async def check_slack(settings: Settings, client: SlackClient, ask: Ask = status_of_nonsense) -> list[Finding]:
    """What is found of an app that the settings name."""
    try:
        identity = await client.who_am_i()
    except Revoked as refusal:
        advice = (
            "copy the Bot User OAuth Token from the page OAuth & Permissions of your app anew, after installing it."
        )
        return [Finding(holds=False, text=f"Slack does not take slack_bot_token ({refusal.code}): {advice}")]
    except CallFailed as failure:
        return [Finding(holds=False, text=f"Slack at {settings.slack_api} does not answer: {failure.reason}")]
    findings = [
        Finding(holds=True, text=f"Slack knows the app in the workspace {identity.team_name} ({identity.team}).")
    ]
    findings += [
        _scopes(identity),
        _MESSAGES_TAB,
        check_clock("Slack", identity.date, limits.SIGNATURE_SECONDS, "every request"),
    ]
    if settings.slack_signing_secret is not None:
        findings.append(await _address(settings, ask))
    if settings.slack_app_token is not None:
        findings.append(await _socket(settings.slack_app_token.reveal(), client))
    return findings


def _scopes(identity: Identity) -> Finding:
    missing = [f"{scope} ({why})" for scope, why in SCOPES.items() if scope not in identity.scopes]
    if not missing:
        return Finding(holds=True, text="The Slack app has every scope that it needs.")
    advice = "add them on the page OAuth & Permissions, and install the app again."
    return Finding(holds=False, text=f"The Slack app lacks scopes: {', '.join(missing)}; {advice}")


async def _address(settings: Settings, ask: Ask) -> Finding:
    """Slack sends to https addresses alone."""
    if settings.public_url is not None and settings.public_url.startswith("https://"):
        return await check_address("Slack", f"{settings.address}{COMMANDS}", ask)
    advice = "set public_url to the https address of this server, or use Socket Mode (slack_app_token)."
    return Finding(holds=settings.slack_app_token is not None, text=f"Slack cannot reach {settings.address}: {advice}")


async def _socket(app_token: str, client: SlackClient) -> Finding:
    try:
        await client.socket_address(app_token)
    except CallFailed as failure:
        advice = "make an App-Level Token with the scope connections:write, and switch Socket Mode on."
        return Finding(holds=False, text=f"Slack does not take slack_app_token ({failure.code}): {advice}")
    return Finding(holds=True, text="Socket Mode works: `acta chat --socket` connects by itself.")
