"""Whoever follows tables: webhooks of tables and of their people, and the places in chats in which tables live.

Deliveries to one follower about one table form a lane: they arrive in the order in which things happened.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.clock import Millis, moment
from domain.kernel.ids import GameId, UserId
from projections.followed_match import FollowedBatch
from services.notices.notices import Delivery, Notice, Planned, Posting, delivery_id
from services.notices.preferences import NoticeKind
from services.notices.table_events import TABLE_EVENTS, TableEvent, invited, is_news, table_events
from services.outbound.webhooks import WEBHOOK
from services.store.accounts.ids import is_user_id
from services.store.chat.bindings import Bindings, written
from services.store.webhooks import Webhook, Webhooks


class Follower(NamedTuple):
    """A webhook or a place in a chat: how it is reached, and whose it is."""

    channel: str
    to: str
    user: UserId
    events: frozenset[str] | None = None
    """For a webhook: the events that are posted to it. None for a place, where the table lives."""
    of_person: bool = False
    """Whether it follows all tables of its person, and not one table."""


class Followers:
    """Looks followers up."""

    def __init__(self, webhooks: Webhooks, bindings: Bindings) -> None:
        self._webhooks = webhooks
        self._bindings = bindings

    async def of(self, game: GameId, people: Collection[UserId]) -> list[Follower]:
        """Everyone who follows a table or one of the people who ever came to it; imported games may name strangers."""
        users = [user for user in sorted(people) if is_user_id(user)]
        hooks = [_webhook(one) for one in await self._webhooks.of(game, *users) if not one.stopped]
        places = [
            Follower(one.place.platform, written(one.place), one.by) for one in await self._bindings.of_table(game)
        ]
        # Another table's webhook of the same person comes with the person, and is not about this table.
        return [*places, *(follower for follower, about in hooks if about in {None, game})]


def _webhook(one: Webhook) -> tuple[Follower, GameId | None]:
    events = frozenset(one.events or TABLE_EVENTS)
    return Follower(WEBHOOK, one.id, one.owner, events, of_person=one.game is None), one.game


def followed(game: GameId, batches: Sequence[FollowedBatch], followers: Sequence[Follower]) -> list[Posting]:
    """What followers are to get of batches. Nobody follows a what-if game."""
    real = [batch for batch in batches if not batch.after.what_if]
    due: list[Posting] = []
    for follower in followers:
        if follower.events is None:
            due += _to_place(game, real, follower)
        else:
            due += (posting for batch in real for posting in _to_webhook(game, batch, follower))
    return due


def reminded(planned: Planned, followers: Sequence[Follower]) -> list[Posting]:
    """A reminder where its table lives; it waits for no other delivery."""
    places = [follower for follower in followers if follower.events is None]
    return [
        _posting(follower, planned.notice, planned.at, in_order=False)._replace(planned=True) for follower in places
    ]


def _to_place(game: GameId, batches: Sequence[FollowedBatch], follower: Follower) -> Iterator[Posting]:
    """News batch by batch, and the board as it stands after all of them."""
    for batch in batches:
        if is_news(batch):
            yield _posting(follower, _notice("news", game, batch, follower.user), _at(batch))
    if batches and any(batch.after.waiting or batch.after.over for batch in batches):
        board = _posting(follower, _notice("board", game, batches[-1], follower.user), _at(batches[-1]))
        yield board._replace(due=board.due + 1)  # the news of the same moment come first


def _to_webhook(game: GameId, batch: FollowedBatch, follower: Follower) -> Iterator[Posting]:
    for event in _events_for(batch, follower):
        if follower.events is not None and event in follower.events:
            yield _posting(follower, _notice("event", game, batch, follower.user, event), _at(batch))


def _events_for(batch: FollowedBatch, follower: Follower) -> list[TableEvent]:
    """What a webhook hears: of its table everything, of its person's tables what happens while they sit there."""
    if not follower.of_person or follower.user in {*batch.before.owners, *batch.after.owners}:
        return table_events(batch)
    return ["game.invited"] if follower.user in invited(batch) else []


def _notice(kind: NoticeKind, game: GameId, batch: FollowedBatch, user: UserId, about: str = "") -> Notice:
    version = batch.after.version
    cause = f"{batch.lines[0].version}/{version}"
    return Notice(kind=kind, user=user, game=game, cause=cause, version=version, about=about)


def _at(batch: FollowedBatch) -> Millis:
    return moment(batch.lines[-1].envelope().at)


def _posting(follower: Follower, notice: Notice, at: Millis, *, in_order: bool = True) -> Posting:
    lane = f"{notice.kind} {follower.channel} {follower.to} {notice.game}" if in_order else ""
    name = delivery_id(notice, follower.channel, follower.to)
    return Posting(
        Delivery(id=name, channel=follower.channel, notice=notice, at=at, to=follower.to, lane=lane),
        at,
    )
