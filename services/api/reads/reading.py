"""What a read of one game begins with, and how its lines are put into words.

The table is asked only for what everybody at it may know; everything else comes from the log.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar.params import QueryParameter

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec, Record
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import SYSTEM
from domain.kernel.words import name_at_table
from projections import timeline
from services.api.games.deps import AnyRequest, GameDeps
from services.api.reads.schemas import LineAnswer, TurnAnswer
from services.identity.authentication import user_of
from services.queries.game import to_act
from services.queries.names import player_names
from services.queries.readers import TRUTH, Reader, reader_named
from services.queries.redaction import visible_record
from services.queries.tables import up_to, visible_table, wait_for_version

MOST_LINES = 1000
_CHUNK = 64

After = Annotated[int, QueryParameter(ge=0, le=2**53, description="Only what came after this version.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_LINES, description="At least so many lines, then to a turn's end.")]


class Reading(NamedTuple):
    """A game that a caller may see, at the head of its log."""

    game_deps: GameDeps
    game_id: GameId
    game: AnyGame
    version: Version
    user: UserId | None
    seat: Seat | None
    reader: Reader
    first: Seat | None
    as_other: bool
    """Whether the caller reads as somebody else: then each line also tells what that reader saw of what was sealed."""
    players: Sequence[str]
    to_act: list[int | str]

    @property
    def codec(self) -> Codec:
        """The reader of its events."""
        return self.game_deps.tables.codec(self.game)

    @property
    def actors(self) -> set[int | str]:
        """Whose acts are the reader's own."""
        own = (self.reader,) if self.as_other else (self.seat, self.user)
        return {actor for actor in own if actor not in {None, TRUTH}}

    def up_to(self, at: int | None) -> Version:
        """The version that was asked for, if the log has reached it; else the newest."""
        return up_to(self.game_id, self.version, at)

    async def log(self, until: Version) -> list[Record]:
        """The log from its start to a version."""
        return await self.game_deps.tables.store.read(self.game_id, limit=until)


async def begin(
    game_deps: GameDeps,
    http: AnyRequest,
    game_id: str,
    code: str | None,
    *,
    min_version: int | None = None,
    as_reader: str | None = None,
) -> Reading:
    """Find the game, if the caller may see it; with `min_version` wait (not for ever) until it is there."""
    user = user_of(http)
    if min_version is not None:
        async with visible_table(game_deps.tables, game_id, user, code):  # nobody waits for what he may not see
            pass
        await wait_for_version(game_deps.tables, GameId(game_id), min_version)
    async with visible_table(game_deps.tables, game_id, user, code) as loaded:
        match, seat = loaded.match, loaded.match.table.seat_of(user)
        return Reading(
            game_deps=game_deps,
            game_id=loaded.game_id,
            game=match.game,
            version=loaded.version,
            user=user,
            seat=seat,
            reader=seat if as_reader is None else reader_named(match.table, as_reader),
            first=match.table.first_seat,
            as_other=as_reader is not None,
            players=await player_names(game_deps.names, match),
            to_act=to_act(match),
        )


async def page(reading: Reading, after: int, limit: int, until: Version) -> list[Record]:
    """Records after a version, on to the end of a turn: what is taken back, is taken back on the same page."""
    if after >= until:
        return []
    store, passing = reading.game_deps.tables.store, timeline.passing(reading.game)
    records = await store.read(reading.game_id, after=after, limit=min(limit, until - after))
    while records[-1].envelope().type not in passing:
        left = min(until - after, MOST_LINES) - len(records)
        if left <= 0:
            break
        more = await store.read(reading.game_id, after=after + len(records), limit=min(_CHUNK, left))
        end = next((n for n, record in enumerate(more, 1) if record.envelope().type in passing), len(more))
        records += more[:end]
    return records


def next_page(records: Sequence[Record], after: int, until: Version) -> int | None:
    """Where the next page begins, if there is one."""
    last = after + len(records)
    return last if last < until else None


async def told(reading: Reading, records: Sequence[Record], lang: str) -> list[TurnAnswer]:
    """Records in words, turn by turn."""
    found = timeline.turns(timeline.lines(reading.codec, records, reading.first))
    unsealed = _unsealed(records, reading.reader) if reading.as_other else {}
    names = await reading.game_deps.names.of(_users(found))
    players = [*reading.players]
    answers = []
    for turn in found:
        lines = [_line(reading.game, line, players, names, lang) for line in turn.lines]
        for line in lines:
            line.unsealed = unsealed.get(line.version)
        answers.append(TurnAnswer(turn.actor, _name(turn.actor, players, names), lines))
    return answers


def _unsealed(records: Iterable[Record], reader: Reader) -> dict[int, dict[str, Any]]:
    """What somebody could read of what was sealed, by version and the name of its field."""
    found: dict[int, dict[str, Any]] = {}
    for record in records:
        openings = visible_record(record, reader).openings
        if openings:
            values = {key.removeprefix("data/"): msgspec.json.decode(it.value) for key, it in openings.items()}
            found[record.envelope().version] = values
    return found


def _users(found: Iterable[timeline.Turn]) -> Iterator[UserId]:
    """Everyone whose name the lines need besides those who sit at the table now."""
    for turn in found:
        if isinstance(turn.actor, str) and turn.actor != SYSTEM:
            yield UserId(turn.actor)
        for line in turn.lines:
            if line.type == life.SeatTaken.__name__ and line.fields["user"] is not None:
                yield line.fields["user"]


def _line(game: AnyGame, line: timeline.Line, players: list[str], names: Mapping[UserId, str], lang: str) -> LineAnswer:
    if line.type == life.SeatTaken.__name__:  # before the start a chair may have had others than who sits there now
        seat = line.fields["seat"]
        players += [""] * (seat + 1 - len(players))
        players[seat] = name_at_table(seat, line.fields["user"], line.fields["bot"], names)
    text = game.words.say(f"event.{line.type}", line.fields, lang=lang, players=players)
    return LineAnswer(line.version, line.at, line.type, text, line.retracted, line.head)


def _name(actor: int | str, players: Sequence[str], names: Mapping[UserId, str]) -> str:
    if isinstance(actor, int):
        return players[actor]
    return names.get(UserId(actor), "")
