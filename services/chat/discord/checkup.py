"""Whether Discord is set up as it should be, in words for the operator: what holds, and what to do about the rest."""

from typing import Any

from services.chat.discord.commands import compared, definition
from services.chat.discord.signature import WINDOW_SECONDS
from services.chat.findings import Ask, Finding, check_address, check_clock
from services.outbound.call_failures import CallFailed, Revoked
from services.outbound.discord.check import is_linkable
from services.outbound.discord.client import DiscordClient
from services.outbound.reaching import status_of_nonsense
from services.settings import Settings

ENDPOINT = "/integrations/discord/interactions"


async def check_discord(settings: Settings, client: DiscordClient, ask: Ask = status_of_nonsense) -> list[Finding]:
    """What is found of the application that the settings name."""
    try:
        about, date = await client.about()
        commands = await client.commands()
    except Revoked:
        advice = "reset the token on the page Bot of your application, and copy it anew."
        return [Finding(holds=False, text=f"Discord does not take discord_bot_token: {advice}")]
    except CallFailed as failure:
        return [Finding(holds=False, text=f"Discord at {settings.discord_api} refuses: {failure.reason}")]
    return [
        _application(settings, about),
        _key(settings, about),
        await _endpoint(settings, about, ask),
        _commands(commands),
        _links(settings.address),
        check_clock("Discord", date, WINDOW_SECONDS, "everything that Discord sends"),
    ]


def _application(settings: Settings, about: dict[str, Any]) -> Finding:
    if about.get("id") == settings.discord_application_id:
        return Finding(holds=True, text=f"Discord knows the application {about.get('name', '')}.")
    advice = f"the token belongs to the application {about.get('id')}; set discord_application_id to that."
    return Finding(holds=False, text=f"discord_application_id and discord_bot_token do not fit: {advice}")


def _key(settings: Settings, about: dict[str, Any]) -> Finding:
    if about.get("verify_key") == (settings.discord_public_key or "").lower():
        return Finding(holds=True, text="discord_public_key is the application's.")
    return Finding(
        holds=False, text=f"discord_public_key is not the application's: set it to {about.get('verify_key')}."
    )


async def _endpoint(settings: Settings, about: dict[str, Any], ask: Ask) -> Finding:
    """Where Discord sends: here, or (without an address) to whoever listens at the gateway."""
    saved, ours = about.get("interactions_endpoint_url"), settings.address + ENDPOINT
    if saved == ours:
        return await check_address("Discord", ours, ask)
    if not saved:
        text = f"Discord sends nothing by HTTP: run `acta chat --socket`, or save {ours} as Interactions Endpoint URL."
        return Finding(holds=True, text=text)
    advice = f"save {ours} on the page General Information, or set public_url to the address that is saved."
    return Finding(holds=False, text=f"Discord sends to {saved}: {advice}")


def _commands(commands: list[dict[str, Any]]) -> Finding:
    if any(compared(commands, definition())):
        return Finding(holds=False, text="Discord does not know the commands of this release: `acta discord register`.")
    return Finding(holds=True, text="Discord knows the commands of this release.")


def _links(address: str) -> Finding:
    """Messages lead to the browser, where Discord takes links to this server."""
    if is_linkable(address):
        return Finding(holds=True, text=f"Discord takes links to {address}.")
    advice = "messages have no buttons that lead to the browser; set public_url to a name with a dot, or an IP address."
    return Finding(holds=True, text=f"Discord takes no links to {address}, whose host has no dot: {advice}")
