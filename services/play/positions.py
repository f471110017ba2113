"""A table as one reader sees it at one moment: read under its lock, as copies that may be drawn afterwards."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.errors import BadCommand
from domain.kernel.game import AnyGame, Command, Step, View
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Match, Status
from domain.kernel.table import Table
from services.commands.folding import MatchAt
from services.commands.tables import Tables
from services.play.deps import GameDeps
from services.queries.composing import Composed, Speech, compose, selected
from services.queries.names import player_names
from services.queries.tables import visible_table
from services.store.drafts import Drafts

Turn: TypeAlias = Literal["yours", "others", "system", "over"]


class Reading(NamedTuple):
    """Who asks for which table, and how it is to be shown."""

    game_id: GameId
    user: UserId | None
    lang: str
    path: tuple[str, ...] = ()
    """The things that were pointed at and are no whole command yet."""
    narrow: bool = False
    code: str | None = None


class Position(NamedTuple):
    """What is shown of a table."""

    game: AnyGame
    game_id: GameId
    version: Version
    head: str
    """Of the chain: it stands for the whole log up to here."""
    status: Status
    table: Table
    to_act: tuple[Seat, ...]
    seat: Seat | None
    players: Sequence[str]
    confirmed: View
    """The reader's view of what is on record."""
    view: View
    """The same with the reader's draft."""
    composed: Composed | None
    """The reader's turn under composition; none for onlookers, and while nothing is played."""
    path: tuple[str, ...]
    scores: Sequence[int]
    """With the reader's draft."""
    unjudged: bool = False
    """It was taken in from elsewhere without being judged."""

    @property
    def turn(self) -> Turn:
        """Whose turn it is, for the reader."""
        if self.table.over:
            return "over"
        if self.status == "scoring":
            return "system"
        return "yours" if self.composed is not None and self.seat in self.to_act else "others"

    @property
    def drafted(self) -> bool:
        """Whether the reader has composed something."""
        return self.composed is not None and bool(self.composed.commands)


async def read_position(games: GameDeps, reading: Reading) -> Position | None:
    """The table as it is, with the reader's stored draft; nothing while it is a lobby."""
    async with visible_table(games.tables, reading.game_id, reading.user, reading.code) as newest:
        if newest.match.state is None:
            return None
        return await position_of(games, newest, reading)


async def position_of(
    games: GameDeps, newest: MatchAt, reading: Reading, commands: Sequence[Command] | None = None
) -> Position:
    """A table whose lock is held, with a draft: the stored one, if none is given."""
    match, seat = newest.match, newest.match.table.seat_of(reading.user)
    players = await player_names(games.names, match.table, reading.lang)
    plays = seat is not None and match.table.phase == "active" and match.table.chairs[seat].human
    composed, shown = None, match
    if plays and seat is not None and reading.user is not None:
        if commands is None:
            commands = await stored_draft(games, newest, reading.user)
        composed = compose(match, seat, commands, Speech(reading.lang, players))
        shown = composed.match
    waiting = match.to_act()
    view = _view(shown if composed else match.copy(), seat)
    return Position(
        game=match.game,
        game_id=newest.game_id,
        version=newest.version,
        head=newest.head,
        status=match.status(),
        table=match.table.copy(),
        to_act=() if isinstance(waiting, Step) else tuple(waiting),
        seat=seat,
        players=players,
        confirmed=_view(match.copy(), seat) if composed and composed.commands else view,
        view=view,
        composed=composed,
        scores=shown.scores(),
        path=selected(composed.pointing, reading.path) if composed else (),
        unjudged=await games.tables.is_unjudged(newest),
    )


def position_then(then: MatchAt, seat: Seat | None, players: Sequence[str]) -> Position:
    """The table at an earlier moment, with nothing composed."""
    match, waiting = then.match, then.match.to_act()
    view = _view(match, seat)
    return Position(
        game=match.game,
        game_id=then.game_id,
        version=then.version,
        head=then.head,
        status=match.status(),
        table=match.table,
        to_act=() if isinstance(waiting, Step) else tuple(waiting),
        seat=seat,
        players=players,
        confirmed=view,
        view=view,
        composed=None,
        scores=match.scores(),
        path=(),
    )


def _view(match: Match, seat: Seat | None) -> View:
    view: View = match.game.view(match.state, seat)
    return view


async def stored_draft(games: GameDeps, newest: MatchAt, user: UserId) -> Sequence[Command]:
    """The commands of the user's stored draft."""
    return await draft_of(games.tables, games.drafts, newest, user)


async def draft_of(tables: Tables, drafts: Drafts, newest: MatchAt, user: UserId) -> Sequence[Command]:
    """The commands of a stored draft; none if it is of a release that had other ones."""
    stored = await drafts.get(newest.game_id, user)
    if stored is None:
        return ()
    try:
        return tables.codec(newest.match.game).convert(stored.commands)
    except BadCommand:
        return ()
