"""A table as one reader sees it at one moment: read under its lock, as copies that may be drawn afterwards."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.errors import BadCommand, BatchRefused
from domain.kernel.game import AnyGame, Command, Step, View
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import Match, Status
from domain.kernel.table import Table
from services.cache import Cache
from services.queries.composing import Composed, Speech, compose, compose_on, selected
from services.queries.names import player_names
from services.queries.queries import Queries
from services.queries.tables import visible_table
from services.store.drafts import Drafts
from services.tables.folding import MatchAt
from services.tables.hot_tables import Tables

Narrow: TypeAlias = Literal[0, 1, 2]
"""How narrow the screen is: not at all, as a phone's, or as a tablet's."""
WhoseTurn: TypeAlias = Literal["yours", "others", "system", "over"]


class Reading(NamedTuple):
    """Who asks for which table, and how it is to be shown."""

    game_id: GameId
    user: UserId | None
    lang: str
    path: tuple[str, ...] = ()
    """The things that were pointed at and are no whole command yet."""
    narrow: Narrow = 0
    code: str | None = None


class PositionSource(NamedTuple):
    """Everything that a position is made from: the log, by the head of its chain, and whose share of it is shown."""

    game_id: GameId
    head: str
    seat: Seat | None
    lang: str
    players: tuple[str, ...]
    commands: tuple[Command, ...] | None
    """The reader's draft; none for those who do not play."""


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
    """The reader's view with the draft."""
    composed: Composed | None
    """The reader's turn under composition; none for onlookers, and while nothing is played."""
    path: tuple[str, ...]
    scores: Sequence[int]
    """With the reader's draft."""
    unjudged: bool = False
    """It was taken in from elsewhere without being judged."""
    source: PositionSource | None = None
    """What it was made from, but for `path` and `unjudged`; not known of an earlier moment."""
    planning: bool = False
    """It is shown as if the reader's next turn had begun."""

    @property
    def turn(self) -> WhoseTurn:
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


_MADE: Cache[PositionSource, Position] = Cache(128)
"""Positions that were shown lately. Nothing changes one: each thing that is pointed at makes another."""


async def read_position(games: Queries, reading: Reading) -> Position | None:
    """The table as it is, with the reader's stored draft; nothing while it is a lobby."""
    async with visible_table(games.tables, reading.game_id, reading.user, reading.code) as newest:
        if newest.match.state is None:
            return None
        return await position_of(games, newest, reading)


async def position_of(
    games: Queries, newest: MatchAt, reading: Reading, commands: Sequence[Command] | None = None
) -> Position:
    """A table whose lock is held, with a draft: the stored one, if none is given."""
    match, seat = newest.match, newest.match.table.seat_of(reading.user)
    players = await player_names(games.names, match.table, reading.lang)
    plays = seat is not None and match.table.phase == "active" and match.table.chairs[seat].human
    if not plays or reading.user is None:
        commands = None
    elif commands is None:
        commands = await stored_draft(games, newest, reading.user)
    source = PositionSource(
        newest.game_id, newest.head, seat, reading.lang, tuple(players), None if commands is None else tuple(commands)
    )
    position = _MADE.get(source) or _made(newest, source)
    return position._replace(
        path=selected(position.composed.pointing, reading.path) if position.composed else (),
        unjudged=await games.tables.is_unjudged(newest),
    )


def _made(newest: MatchAt, source: PositionSource) -> Position:
    position = _one_step_on(newest.match, source) or _afresh(newest, source)
    if position.composed is not None and position.composed.refused is not None:
        return position  # it is told once, and a refusal holds on to all that led to it
    return _MADE.put(source, position)


def _one_step_on(match: Match, source: PositionSource) -> Position | None:
    """What was shown before the last step of the draft, with that step; none if that is forgotten or not legal."""
    if not source.commands:
        return None
    *earlier, last = source.commands
    before = _MADE.get(source._replace(commands=tuple(earlier)))
    if before is None or before.composed is None or before.composed.ends is not None:
        return None
    try:
        composed = compose_on(match, before.composed, last, Speech(source.lang, source.players))
    except BatchRefused:
        return None
    return before._replace(source=source, view=composed.view, composed=composed, scores=composed.match.scores())


def _afresh(newest: MatchAt, source: PositionSource) -> Position:
    match = newest.match.copy()
    position = position_then(MatchAt(newest.game_id, match, newest.version, newest.head), source.seat, source.players)
    position = position._replace(source=source)
    if source.seat is None or source.commands is None:
        return position
    composed = compose(match, source.seat, source.commands, Speech(source.lang, source.players))
    return position._replace(view=composed.view, composed=composed, scores=composed.match.scores())


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


async def stored_draft(games: Queries, newest: MatchAt, user: UserId) -> Sequence[Command]:
    """The commands of the user's stored draft."""
    return await draft_of(games.tables, games.drafts, newest, user)


async def draft_of(
    tables: Tables, drafts: Drafts, newest: MatchAt, user: UserId, *, planned: bool = False
) -> Sequence[Command]:
    """The commands of a stored draft; none if it is of a release that had other ones, or of another turn."""
    stored = await drafts.get(newest.game_id, user)
    if stored is None or stored.planned != planned:
        return ()
    try:
        return tables.codec(newest.match.game).convert(stored.commands)
    except BadCommand:
        return ()
