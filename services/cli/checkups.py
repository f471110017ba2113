"""What `acta doctor` looks at beside the games: the store's durability, the mail server, webhooks, chat platforms.

Each finding is a sentence for the operator: what holds, or what does not and what to do about it.
"""

import asyncio
from collections.abc import Sequence

from services.chat.discord.checkup import check_discord
from services.chat.findings import Finding
from services.chat.slack.checkup import check_slack
from services.engine import checks
from services.engine.embedded import opened
from services.engine.errors import EngineError
from services.outbound.discord.client import DiscordClient
from services.outbound.mail import Mailer
from services.outbound.not_sent import NotSent
from services.outbound.slack.client import SlackClient
from services.settings import Settings
from services.store.accounts.rights_changes import RightsChanges
from services.store.accounts.stored_accounts import StoredAccounts
from services.store.client import Client, RedisClient, giving_bytes
from services.store.connections import connect
from services.store.copying.closing import is_closed, is_half_filled
from services.store.webhooks import Webhook, Webhooks

_MOST_NAMED = 20


def checkups(settings: Settings) -> list[Finding]:
    """Everything that is found."""
    with opened(settings) as url:
        return [*_store(settings, url), *asyncio.run(_others(settings, url))]


def _store(settings: Settings, url: str) -> list[Finding]:
    try:
        found = checks.complaints(url, settings.fsync)
    except EngineError as error:
        return [Finding(holds=False, text=str(error))]
    if not found:
        return [Finding(holds=True, text="Redis keeps what it acknowledges, even if the power fails.")]
    return [Finding(holds=False, text=f"Redis may lose what players were told is done: {one}.") for one in found]


async def _others(settings: Settings, url: str) -> list[Finding]:
    client = connect(url)
    try:
        closed = await _closed(client)
        webhooks = await _webhooks(settings, giving_bytes(client))
    finally:
        await client.aclose()
    return [*closed, *await _mail(settings), *webhooks, *await _chats(settings)]


async def _closed(client: RedisClient) -> list[Finding]:
    if await is_half_filled(client):
        advice = "no choice is taken there. Empty it, and restore or move again."
        return [
            Finding(
                holds=False, text=f"The store holds half a copy, left by a restore or a move that was killed: {advice}"
            )
        ]
    if await is_closed(client):
        advice = "if nothing runs on another one, `acta migrate-store --reopen` opens it again."
        why = "since it moved to other servers, or a restore or move into it was killed when all was there"
        return [Finding(holds=False, text=f"The store is closed, {why}: {advice}")]
    return []


async def _mail(settings: Settings) -> list[Finding]:
    mailer = Mailer.set_up(settings)
    if mailer is None:
        advice = "nobody gets mail or can reset a forgotten password by mail; set smtp_url and mail_from for that."
        return [Finding(holds=True, text=f"No mail server is set up: {advice}")]
    try:
        await mailer.check()
    except NotSent as trouble:
        advice = "check its address, user and password in smtp_url, and that this machine may connect to it."
        reason = trouble.reason
        return [Finding(holds=False, text=f"The mail server does not accept e-mail from us ({reason}): {advice}")]
    return [Finding(holds=True, text="The mail server answers and accepts e-mail from us.")]


async def _webhooks(settings: Settings, client: Client) -> list[Finding]:
    found = []
    if settings.webhook_hosts:
        hosts = ", ".join(settings.webhook_hosts)
        advice = "take out of webhook_hosts what nobody needs, since everyone with an account can have it called."
        found.append(
            Finding(holds=True, text=f"Webhooks may post to these hosts of your own network: {hosts}; {advice}")
        )
    stopped = [one for one in await Webhooks(client).every() if one.stopped]
    owners = await StoredAccounts(client, RightsChanges()).names([one.owner for one in stopped])
    found += [_stopped(one, owners.get(one.owner, one.owner)) for one in stopped[:_MOST_NAMED]]
    if len(stopped) > _MOST_NAMED:
        found.append(Finding(holds=True, text=f"{len(stopped) - _MOST_NAMED} more webhooks are stopped."))
    return found


def _stopped(webhook: Webhook, owner: str) -> Finding:
    """The owner's to mend, not a fault of this server."""
    advice = "its owner can mend the receiver, and send a parked delivery again to resume it."
    return Finding(holds=True, text=f"The webhook {webhook.id} of {owner} is stopped ({webhook.stopped}): {advice}")


async def _chats(settings: Settings) -> Sequence[Finding]:
    on_discord, on_slack = DiscordClient.set_up(settings), SlackClient.set_up(settings)
    found: list[Finding] = []
    if on_discord is not None:
        found += await check_discord(settings, on_discord)
        await on_discord.close()
    if on_slack is not None:
        found += await check_slack(settings, on_slack)
        await on_slack.close()
    return found
