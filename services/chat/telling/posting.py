"""Delivers to the places where tables live: news once and in order, one board message that is always up to date.

What a delivery is about to tell is written down before it is sent, so that its repeat tells the same: a platform that
knows repeats shows it once. It knows them for some minutes; whatever is told later than that is everything which waits
by then, as one message. It mentions nobody who has acted meanwhile.
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from domain.kernel import lifecycle as life
from domain.kernel.clock import SECOND, Millis
from domain.kernel.ids import UserId, Version
from projections.followed_match import FollowedBatch, FollowedMatch
from services.chat.message import Message
from services.chat.telling import news, past
from services.chat.telling.leaving import leave
from services.chat.telling.news import ChannelTable
from services.chat.telling.poster import Poster
from services.foundation import Services
from services.logs import learn
from services.notices.attempts import BROKEN, ended, not_sent
from services.notices.notices import Delivery
from services.notices.outbox import Settled, Taken
from services.notices.relevance import Drop, Wait, by_game
from services.notices.table_events import is_news
from services.outbound.call_failures import CallOutcomeUnknown, PlaceGone, RateLimited, Revoked
from services.outbound.not_sent import NotSent, RefusedForGood, Unusable
from services.store.chat.bindings import Binding, BoardMessage, ToldSoFar, read
from services.store.chat.places import ChatPlace

EDIT_EVERY: Millis = 5 * SECOND
"""How often a board message may be edited."""
MOST_ATTEMPTS = 1000
"""While a platform is away that is more than half a day."""
REPEATED_FOR: Millis = 300 * SECOND
"""For how long a repeat tells the same as the first attempt: as long as platforms know repeats."""
_FIRST_PAUSE: Millis = 15 * SECOND
_LONGEST_PAUSE: Millis = 240 * SECOND
"""So that a repeat comes while the platform knows what it repeats."""
_LONGEST_PAUSE_OF_REPEATS: Millis = 60 * SECOND
"""So that several come in that time."""
_DOUBLINGS = 10

_log = structlog.get_logger()


async def attempt(services: Services, posters: Mapping[str, Poster], taken: Taken, now: Millis) -> Settled:
    """Post or edit what a delivery is about, and give what became of it."""
    delivery = taken.delivery
    poster = posters.get(delivery.channel)
    if poster is None or taken.attempts > MOST_ATTEMPTS:  # more only if workers died of it
        return ended("parked", "no_platform" if poster is None else f"too_often:{BROKEN}")
    binding = await services.chat.bindings.find(delivery.notice.game, read(delivery.to))
    if binding is None:
        return ended("suppressed", "unbound")
    try:
        settled = await _carry(services, poster, binding, delivery, now)
    except NotSent as failure:
        return await _failed(services, binding, taken, failure, now)
    return settled if settled.due is None else settled._replace(attempts=taken.attempts - 1)


async def _carry(services: Services, poster: Poster, binding: Binding, delivery: Delivery, now: Millis) -> Settled:
    match delivery.notice.kind:
        case "board":
            return await _show(services, poster, binding, delivery, now)
        case "reminder":
            return await _remind(services, poster, binding, delivery, now)
        case _:
            return await _tell(services, poster, binding, delivery, now)


async def _failed(services: Services, binding: Binding, taken: Taken, failure: NotSent, now: Millis) -> Settled:
    if isinstance(failure, PlaceGone):
        await leave(services, binding, now)
        return ended("suppressed", "place_gone")
    if isinstance(failure, Revoked):  # whoever runs the server will set it right: nothing is lost meanwhile
        _log.warning("chat_token_refused", platform=binding.place.platform, advice="acta doctor says what to do")
        failure = Unusable(failure.reason)
    progress = await services.chat.bindings.told(binding.game, binding.place)
    wait = partial(_pause_of_repeats, now - progress.begun) if _repeats(progress, taken.delivery, now) else pause
    settled = not_sent(failure, taken.attempts, now, MOST_ATTEMPTS, wait)
    if isinstance(failure, RateLimited) and settled.due is not None:
        settled = settled._replace(due=now + int(failure.seconds * SECOND))
    return settled


def pause(attempts: int, share: float) -> Millis:
    """How long to wait after the n-th failure: some minutes at most, so that a table is told soon after."""
    return int(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(attempts - 1, _DOUBLINGS)) * (1 + share / 10))


def _pause_of_repeats(since: Millis, _attempts: int, share: float) -> Millis:
    """How long to wait for the next repeat, some time after the first attempt of which nobody knows what became."""
    return int(min(_LONGEST_PAUSE_OF_REPEATS, _FIRST_PAUSE + since) * (1 + share / 10))


def _repeats(progress: ToldSoFar, delivery: Delivery, now: Millis) -> bool:
    """Whether another attempt at a delivery would be known as the repeat of one before."""
    return progress.under_way == delivery.id and (bool(progress.posted) or now < progress.begun + REPEATED_FOR)


async def _tell(services: Services, poster: Poster, binding: Binding, delivery: Delivery, now: Millis) -> Settled:
    """News: everything that was not told yet."""
    bindings, notice = services.chat.bindings, delivery.notice
    progress = await bindings.told(binding.game, binding.place)
    known = max(progress.version, binding.since)
    if known >= notice.version:
        return ended("accepted", "" if progress.under_way == delivery.id else "told_with_others")
    since = known or Version(int(notice.cause.partition("/")[0]) - 1)
    followed, batches = await services.matches.since(binding.game, since)
    repeats = _repeats(progress, delivery, now)
    if not repeats:
        until = max(batch.after.version for batch in batches if is_news(batch))
        progress = replace(progress, under_way=delivery.id, until=until, begun=now, posted="")
        await bindings.keep_told(binding.game, binding.place, progress)
    message = await _news(services, binding, followed, since, progress.until)
    if news.says_something(message):
        await _post_news(services, poster, binding, _Telling(progress, message, repeats))
    await bindings.keep_told(binding.game, binding.place, replace(progress, version=progress.until, posted=""))
    await _follow_rematches(services, binding, batches)
    return ended("accepted", "")


class _Telling(NamedTuple):
    """News on their way: how far they go, in which words, and whether an attempt before may have told them."""

    progress: ToldSoFar
    message: Message
    repeats: bool


async def _post_news(services: Services, poster: Poster, binding: Binding, telling: _Telling) -> None:
    """The message, unless it was posted already, the picture that it cannot hold; then those before are past.

    A first attempt that was refused has posted nothing: the next one tells what waits by then. A refused repeat proves
    nothing of the attempts before it.
    """
    progress, message, repeats = telling
    place, bindings, posted = binding.place, services.chat.bindings, progress.posted
    if not posted:
        name = f"{progress.under_way} {progress.until}"
        try:
            posted = await poster.post(place, message, name, silent=not news.notifies(message))
        except NotSent as failure:
            if not repeats and not isinstance(failure, CallOutcomeUnknown):
                await bindings.keep_told(binding.game, place, replace(progress, begun=0))
            raise
        await bindings.keep_told(binding.game, place, replace(progress, posted=posted))
    await _beside(poster, place, message)
    await past.take_buttons(services.chat.bindings, poster, binding, posted)
    await past.remember(services.chat.bindings, binding, posted, message)


async def _beside(poster: Poster, place: ChatPlace, message: Message) -> str:
    """The picture that a message cannot hold; it is whole without one that the platform refuses."""
    try:
        return await poster.add_picture(place, message)
    except RefusedForGood as refusal:
        learn(picture=refusal.reason)
        return ""


async def _news(
    services: Services, binding: Binding, followed: FollowedMatch, since: Version, until: Version
) -> Message:
    log = await services.tables.store.read(binding.game, limit=until)
    mentioned = [seat for seat, owed in followed.waiting.items() if since < owed <= until]
    return news.news(await _table(services, binding, followed), log, since, until, mentioned)


async def _follow_rematches(services: Services, binding: Binding, batches: list[FollowedBatch]) -> None:
    """The table at which the same people play again lives in the same place."""
    events = [line.event for batch in batches for line in batch.lines]
    for offered in (event for event in events if isinstance(event, life.RematchOffered)):
        await services.chat.bindings.bind(replace(binding, game=offered.game, since=Version(0)))


async def _show(services: Services, poster: Poster, binding: Binding, delivery: Delivery, now: Millis) -> Settled:
    """The board message, with the newest version; a message that is gone is posted anew."""
    game, place = binding.game, binding.place
    board = await services.chat.bindings.board(game, place)
    if board.message and board.version >= delivery.notice.version:
        return ended("accepted", "board_shown")
    if now < board.at + EDIT_EVERY:
        return Settled("waiting", due=board.at + EDIT_EVERY)
    followed = await services.matches.newest(game)
    if followed.match.state is None:
        return ended("suppressed", "no_board_yet")
    message = news.board(await _table(services, binding, followed))
    posted = await _edited_or_posted(poster, binding, board, message, delivery.id)
    await services.chat.bindings.keep_board(game, place, replace(board, message=posted))
    picture = await _beside(poster, place, message)
    version = followed.version if posted == board.message else delivery.notice.version  # a repeat may be an older one
    shown = BoardMessage(message=posted, version=version, at=now, picture=picture or board.picture)
    await services.chat.bindings.keep_board(game, place, shown)
    if picture and board.picture:
        await _without(poster, board.picture)
    return ended("accepted", "")


async def _without(poster: Poster, picture: str) -> None:
    """Take away the picture before; one that stays is a nuisance, and no reason to show the new one again."""
    try:
        await poster.remove_picture(picture)
    except NotSent as failure:
        learn(picture_left=failure.reason)


async def _edited_or_posted(poster: Poster, binding: Binding, board: BoardMessage, message: Message, name: str) -> str:
    if board.message:
        try:
            await poster.edit(binding.place, board.message, message)
        except RefusedForGood:  # deleted, too old, or in a thread that was closed
            pass
        else:
            return board.message
    return await poster.post(binding.place, message, name, silent=True)


async def _remind(services: Services, poster: Poster, binding: Binding, delivery: Delivery, now: Millis) -> Settled:
    """A reminder, if it is still worth it, outside of the person's quiet hours."""
    notice = delivery.notice
    followed = await services.matches.newest(binding.game)
    objection = by_game(notice, followed, now)
    awake = (await services.notices.preferences.of(notice.user)).sent_at(now)
    if objection is None and awake > now:
        objection = Wait(awake)
    if isinstance(objection, Drop):
        return ended("suppressed", objection.reason)
    if isinstance(objection, Wait):
        return Settled("waiting", objection.reason, due=objection.until)
    if notice.seat is None:
        return ended("suppressed", "gone")
    message = news.reminder(await _table(services, binding, followed), notice.seat, notice.about)
    posted = await poster.post(binding.place, message, delivery.id, silent=not news.notifies(message))
    await past.remember(services.chat.bindings, binding, posted, message)
    return ended("accepted", "")


async def _table(services: Services, binding: Binding, followed: FollowedMatch) -> ChannelTable:
    place, chairs = binding.place, followed.match.table.chairs
    workspace = "" if place.platform == "discord" else place.workspace  # on Discord a person is the same everywhere
    accounts: dict[UserId, str] = {}
    for user in [chair.user for chair in chairs if chair.user is not None]:
        account = await services.chat.links.account_at(user, place.platform, workspace)
        if account is not None:
            accounts[user] = account.user
    known = await services.accounts.names([*followed.people])
    signed = await services.server.head_key.heads()
    return ChannelTable(followed, binding.settings, known, accounts, services.settings.address, signed)
