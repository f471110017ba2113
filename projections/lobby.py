"""The lobby: one row a game, with what a list of games shows; for everyone unless it is private, and for its people.

Everyone's rows stand in a list of all games and in one of each status, so that no reader goes through rows that are not
shown. A row hides nothing from those who may see it: readers of somebody's own rows check whether it is private.
"""

from typing import Any, Literal, get_args

import msgspec

from domain.kernel.clock import Clock, written
from domain.kernel.game import Step
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Status
from domain.kernel.table import Origin, Table
from domain.kernel.timekeeping import deadline
from projections.followed_match import FollowedMatch
from projections.rows import EVERYONE, ModelKey, ModelRow

MODEL = "lobby"


class ListedSeat(msgspec.Struct, frozen=True, gc=False):
    """Who sits on a chair, as far as a list needs to know."""

    kind: Literal["human", "bot", "open"]
    user: UserId | None = None
    bot: str | None = None
    deadline: str | None = None
    """When the time of whoever sits there runs out, if it runs."""


class GameOfPerson(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """As much of a row as counting a person's games needs: to read no more of thousands of them is half the work."""

    private: bool
    status: Status
    invited: tuple[UserId, ...]
    seats: tuple[ListedSeat, ...]
    branch_of: Origin | None = None
    unjudged: bool = False

    def people(self) -> set[UserId]:
        """Everyone whose own games this one belongs to."""
        return {seat.user for seat in self.seats if seat.user is not None} | set(self.invited)

    def known_to(self, reader: UserId | None) -> bool:
        """Whether a reader may know of this game."""
        return not self.private or (reader is not None and reader in self.people())

    def seats_user(self, user: UserId) -> bool:
        """Whether a person sits at the table."""
        for seat in self.seats:  # noqa: SIM110 - thousands are asked, and a generator would cost twice as much
            if seat.user == user:
                return True
        return False


class LobbyRow(GameOfPerson, frozen=True, gc=False, kw_only=True):
    """A game in a list. `version` is the one it was made from: only a newer one replaces it."""

    game_id: GameId
    version: Version
    game: str
    title: str
    created_at: str
    updated_at: str
    host: UserId
    to_act: tuple[int | str, ...]
    options: dict[str, Any] = {}
    clock: Clock | None = None
    rounds: int | None = None
    """How many rounds are over; nothing before the start, and in a what-if game, which begins in the middle of one."""


def lobby_row(followed: FollowedMatch) -> LobbyRow:
    """The row of a game."""
    match, table = followed.match, followed.match.table
    waiting = match.to_act()
    return LobbyRow(
        game_id=followed.game_id,
        version=followed.version,
        game=table.game,
        title=table.title,
        private=table.private,
        status=match.status(),
        created_at=followed.created_at,
        updated_at=followed.updated_at,
        host=table.host,
        invited=tuple(table.invited),
        seats=tuple(_seated(table, Seat(number)) for number in range(len(table.chairs))),
        to_act=("system",) if isinstance(waiting, Step) else waiting,
        branch_of=table.branch_of,
        unjudged=followed.unjudged,
        options=table.options,
        clock=table.clock,
        rounds=None if match.state is None or table.branch_of is not None else followed.rounds,
    )


def _seated(table: Table, seat: Seat) -> ListedSeat:
    chair = table.chairs[seat]
    kind: Literal["human", "bot", "open"] = "human" if chair.user else "bot" if chair.bot else "open"
    return ListedSeat(kind, chair.user, chair.bot, due_at(table, seat))


def due_at(table: Table, seat: Seat) -> str | None:
    """When the time of a seat runs out, if it runs."""
    if table.clock is None or table.phase != "active":
        return None
    due = deadline(table.clock, table.clocks, seat)
    return None if due is None else written(due)


def everyones(status: str | None) -> str:
    """The owner of the rows of one status that are for everybody, or of all of them."""
    return EVERYONE if status is None else f"every-{status}"


def said_of(status: str | None, game: str | None) -> list[bytes]:
    """What stands in the text of every row of such games: a row without it need not be read."""
    wanted = {"game": game, "status": status}  # what leaves the fewest comes first
    return [msgspec.json.encode({name: value})[1:-1] for name, value in wanted.items() if value is not None]


def rows(followed: FollowedMatch) -> dict[ModelKey, ModelRow | None]:
    """The game in the lists of its people and, unless it is private, in those of everyone."""
    listed = lobby_row(followed)
    row = ModelRow(followed.created_at, msgspec.json.encode(listed))
    gone: dict[ModelKey, ModelRow | None] = {ModelKey(MODEL, everyones(status)): None for status in get_args(Status)}
    public = () if listed.private else (EVERYONE, everyones(listed.status))
    return gone | {ModelKey(MODEL, owner): row for owner in (*public, *listed.people())}
