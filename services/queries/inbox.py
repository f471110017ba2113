"""The games that wait for a person, from the stored models."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.ids import GameId, UserId
from projections import inbox
from projections.rows import ModelKey
from services.queries.lists import ListedGame, listed
from services.queries.queries import Queries

_MOST_COUNTED = 99


class InboxItem(msgspec.Struct):
    seat: int
    since: Annotated[str, Meta(description="Since when the game has waited for you.")]
    deadline: Annotated[str | None, Meta(description="When your time runs out.")]
    game: ListedGame


class InboxAnswer(msgspec.Struct):
    items: list[InboxItem]
    next: str | None


async def read_inbox(queries: Queries, user: UserId, cursor: str | None, limit: int, lang: str) -> InboxAnswer:
    """The soonest deadline first; then games without one, the longest waiting first."""
    place = ModelKey(inbox.MODEL, user)
    page = await queries.models.page(place, inbox.InboxRow, _all, cursor, limit, backwards=False)
    games = await listed(queries, [row.game for row in page.rows], lang)
    items = [InboxItem(row.seat, row.since, row.deadline, game) for row, game in zip(page.rows, games, strict=True)]
    return InboxAnswer(items, page.next)


async def waiting_elsewhere(queries: Queries, user: UserId, game: GameId) -> int:
    """How many games wait for a person beside one of them; not more than are counted on a button."""

    def is_other(row: inbox.InboxRow) -> bool:
        return row.game.game_id != game

    page = await queries.models.page(
        ModelKey(inbox.MODEL, user), inbox.InboxRow, is_other, None, _MOST_COUNTED, backwards=False
    )
    return len(page.rows)


def _all(_row: object) -> bool:
    return True
