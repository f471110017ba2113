"""What a person wants to be told and when, games that are muted, browsers that show notices, deliveries sent again."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act, way_in
from services.identity.access import PLAY, SESSION
from services.identity.limits import CommandLimit
from services.identity.visitors import Visitor
from services.notices.outbox import Settled, StoredDelivery
from services.notices.targets import refused_browser
from services.problems import bad_field
from services.queries.tables import require_visible
from services.store.push_subscriptions import PushSubscription

LOOK_UPS = CommandLimit(1 / 30, 20)
"""How often somebody may name an address to post to, for webhooks and browsers together: each is looked up, which asks
servers of others by name."""


class SettingsWish(NamedTuple):
    """What shall be other than before: fields of `Preferences` by name, and kinds to turn on or off on either way."""

    fields: Mapping[str, Any] = {}
    kinds: Mapping[str, bool] = {}
    push: Mapping[str, bool] = {}


@act(SESSION)
async def change_settings(acts: Acts, ask: Ask, wishes: SettingsWish) -> None:
    """Change what the caller is told, in which language, and when."""
    zone, quiet = wishes.fields.get("time_zone"), wishes.fields.get("quiet_hours")
    if zone is not None and not _is_zone(zone):
        raise bad_field("time_zone", "no_time_zone", zone=zone)
    if quiet and quiet.start == quiet.end:
        raise bad_field("quiet_hours", "quiet_hours")
    await acts.services.notices.preferences.change(ask.user, *wishes)
    if "language" in wishes.fields:
        await acts.accounts.stored.tell(ask.user)


def _is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


@way_in(None, room=False)
async def stop_mail(acts: Acts, _visitor: Visitor, code: str) -> None:
    """End all mail about games to the person whose mails hold the code."""
    await acts.services.notices.preferences.change(await person_of_code(acts, code), {"mail": False}, {})


async def person_of_code(acts: Acts, code: str) -> UserId:
    """The person whose mails hold a code, or `NotFound`."""
    user = await acts.services.notices.preferences.user_of_stop_code(code)
    if user is None:
        raise NotFound
    return user


@act(PLAY)
async def mute_game(acts: Acts, ask: Ask, game_id: str) -> None:
    """Hear nothing more of a game."""
    await require_visible(acts.tables, game_id, ask.user)
    await acts.services.notices.preferences.mute(ask.user, GameId(game_id))


@act(PLAY)
async def unmute_game(acts: Acts, ask: Ask, game_id: str) -> None:
    """Hear of a game again, be it one that the caller may no longer see."""
    if not await acts.services.notices.preferences.is_muted(ask.user, GameId(game_id)):
        await require_visible(acts.tables, game_id, ask.user)
    await acts.services.notices.preferences.unmute(ask.user, GameId(game_id))


@act(SESSION)
async def add_browser(acts: Acts, ask: Ask, endpoint: str, p256dh: str, auth: str) -> None:
    """Show notices in a browser, which has told where it is reached."""
    browser = PushSubscription(endpoint=endpoint, p256dh=p256dh, auth=auth, created=acts.tables.now())
    LOOK_UPS.take(ask.user)
    refusal = await refused_browser(acts.services.settings, browser)
    if refusal is not None:
        raise bad_field("endpoint", refusal)
    await acts.services.notices.push_subscriptions.add(ask.user, browser)


@act(SESSION, room=False)
async def end_browser(acts: Acts, ask: Ask, browser_id: str) -> None:
    """Show nothing in a browser any more."""
    await acts.services.notices.push_subscriptions.remove(ask.user, browser_id)


@act(PLAY)
async def send_again(acts: Acts, ask: Ask, delivery_id: str) -> StoredDelivery:
    """Put a parked delivery back on its way, and give what became of it; asking twice sends it once."""
    kept = await acts.services.notices.outbox.get(ask.user, delivery_id)
    return await put_back(acts, ask.user, kept) if kept.state == "parked" else kept


async def put_back(acts: Acts, user: UserId, kept: StoredDelivery) -> StoredDelivery:
    """Let a delivery begin anew, unless its state has changed meanwhile."""
    outbox, now, name = acts.services.notices.outbox, acts.tables.now(), kept.delivery.id
    await outbox.settle(name, Settled("waiting", due=now, attempts=0), now, before=kept.state)
    return await outbox.get(user, name)
