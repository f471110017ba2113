"""Whoever follows tables: webhooks, and the channels of chats in which tables live. Pure; it sends nothing.

Deliveries to one follower about one table form a lane: they arrive in the order in which things happened.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, Protocol

from domain.kernel.clock import Millis, moment
from domain.kernel.ids import GameId, UserId
from projections.followed_match import FollowedBatch
from projections.outbox import Delivery, Notice, Planned, Posting, delivery_id
from projections.preferences import Kind
from projections.table_events import TableEvent, invited, is_news, table_events


class Follower(NamedTuple):
    """A webhook or a place in a chat: how it is reached, and whose it is."""

    channel: str
    to: str
    user: UserId
    events: frozenset[str] | None = None
    """For a webhook: the events that are posted to it. None for a place, where the table lives."""
    of_person: bool = False
    """Whether it follows all tables of its person, and not one table."""


class Followers(Protocol):
    """Where followers are looked up."""

    async def of(self, game: GameId, people: Collection[UserId]) -> Sequence[Follower]:
        """Everyone who follows a table or one of the people who ever came to it."""
        ...


def followed(game: GameId, batches: Sequence[FollowedBatch], followers: Sequence[Follower]) -> list[Posting]:
    """What followers are to get of batches. Nobody follows a what-if game."""
    real = [batch for batch in batches if not batch.after.what_if]
    found: list[Posting] = []
    for follower in followers:
        if follower.events is None:
            found += _to_place(game, real, follower)
        else:
            found += (posting for batch in real for posting in _to_webhook(game, batch, follower))
    return found


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


def _notice(kind: Kind, game: GameId, batch: FollowedBatch, user: UserId, about: str = "") -> Notice:
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
