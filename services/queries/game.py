"""A whole game as its reader may see it: the one answer that page, chat and API show of a table."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from domain.kernel.clock import SECOND, Clock, written
from domain.kernel.game import Result, Step
from domain.kernel.ids import Seat, UserId
from domain.kernel.match import Match
from domain.kernel.rounds import RoundHead
from domain.kernel.table import Origin, Table
from domain.kernel.timekeeping import deadline
from services.queries.names import mark_bots, player_names
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import Reader, reader_named
from services.queries.redaction import visible_state
from services.queries.tables import at_version, requested_table
from services.tables.folding import MatchAt

GameKey = Annotated[str, Meta(examples=["5c9f0c7b1a2d3e4f5a6b"])]


Unjudged = Annotated[
    bool,
    Meta(description="Imported with rules or printed data that this server does not have: its points prove nothing."),
]


class SeatAnswer(msgspec.Struct, omit_defaults=True):
    seat: int
    name: str
    kind: Literal["human", "bot", "open"]
    score: int | None
    user_id: Annotated[UserId | None, Meta(description="The account; a `bot` with one is a program of somebody's.")] = (
        None
    )
    bot: Annotated[str | None, Meta(description="The server's own bot that plays here.")] = None
    resigned: bool = False
    gave_nonce: bool = False


class SeatClock(msgspec.Struct, omit_defaults=True):
    """The clock of a seat that a person plays."""

    seat: int
    deadline: Annotated[str | None, Meta(description="When the time runs out, if it runs.")]
    bank_seconds: int
    ran_out: Annotated[
        Literal["wait", "caretaker", "replace"] | None,
        Meta(description="What follows when the time for this turn runs out."),
    ] = None
    extensions: Annotated[int, Meta(description="How often this turn was extended.")] = 0
    away_from: str | None = None
    away_until: str | None = None


class ClockAnswer(msgspec.Struct):
    terms: Clock
    paused: bool
    seats: list[SeatClock]


class GameAnswer(msgspec.Struct):
    game_id: GameKey
    game: str
    title: str
    private: bool
    status: Literal["lobby", "active", "scoring", "finished", "abandoned"]
    version: int
    head: Annotated[str, Meta(description="The hash of the newest event: the head of the chain.")]
    round_heads: Annotated[
        list[RoundHead],
        Meta(description="The head at the end of each round. Keep one: `acta verify --head` shows any later rewrite."),
    ]
    host: str
    caretaker: Annotated[str, Meta(description="The bot that plays for whoever resigns or runs out of time.")]
    options: dict[str, Any]
    seats: list[SeatAnswer]
    first_seat: int | None
    to_act: list[int | str]
    clock: ClockAnswer | None
    votes: dict[str, list[int]]
    commitment: str
    result: Result | None
    rematch: str | None
    branch_of: Annotated[Origin | None, Meta(description="Where a what-if game comes from.")]
    you: Annotated[int | None, Meta(description="The caller's seat.")]
    state: Annotated[Any, Meta(description="The game as the caller may see it; null in the lobby.")]
    unjudged: Unjudged = False


async def read_game(queries: Queries, request: ReadRequest, at: int | None = None, *, lang: str) -> GameAnswer:
    """The game as it is, or as it was at an earlier version."""
    async with requested_table(queries, request) as newest:
        then = await at_version(queries.tables, newest, at)
        seat = then.match.table.seat_of(request.user)
        reader = seat if request.reader is None else reader_named(newest.match.table, request.reader)
        players = await player_names(queries.names, then.match.table, lang)
        answer = game_answer(then, seat, reader, players, await queries.rounds.of(newest))
        await mark_bots(queries.names, answer.seats)
        answer.unjudged = await queries.tables.is_unjudged(newest)
        return answer


def game_answer(
    then: MatchAt, seat: Seat | None, reader: Reader, players: Sequence[str], heads: Iterable[RoundHead]
) -> GameAnswer:
    """The whole answer of a table to the holder of `seat`, its state as `reader` sees it."""
    match, table = then.match, then.match.table
    return GameAnswer(
        game_id=then.game_id,
        game=table.game,
        title=table.title,
        private=table.private,
        status=match.status(),
        version=then.version,
        head=then.head,
        round_heads=[head for head in heads if head.version <= then.version],
        host=table.host,
        caretaker=table.caretaker,
        options=table.options,
        seats=_seats(match, players),
        first_seat=table.first_seat,
        to_act=to_act(match),
        clock=clock_answer(table),
        votes={motion: list(seats) for motion, seats in table.votes.items()},
        commitment=table.commitment,
        result=table.result,
        rematch=table.rematch,
        branch_of=table.branch_of,
        you=seat,
        state=visible_state(match, reader),
    )


def clock_answer(table: Table) -> ClockAnswer | None:
    """The clocks of a table, if it has any."""
    if table.clock is None:
        return None
    seats = [_seat_clock(table, table.clock, seat) for seat in table.humans()]
    return ClockAnswer(table.clock, table.clocks.paused, seats)


def _seat_clock(table: Table, clock: Clock, seat: Seat) -> SeatClock:
    clocks = table.clocks
    run, absence = clocks.run_of(seat), clocks.absence_of(seat)
    due = deadline(clock, clocks, seat) if table.phase == "active" else None
    away = absence if absence is not None and absence.end > absence.start else None
    return SeatClock(
        seat=seat,
        deadline=None if due is None else written(due),
        bank_seconds=clocks.banks[seat] // SECOND if clocks.banks else clock.bank_seconds,
        ran_out=None if run is None else run.ran_out,
        extensions=0 if run is None else run.extensions,
        away_from=None if away is None else written(away.start),
        away_until=None if away is None else written(away.end),
    )


def to_act(match: Match) -> list[int | str]:
    """The seats that owe a choice, or `system`."""
    waiting = match.to_act()
    return ["system"] if isinstance(waiting, Step) else list(waiting)


def _seats(match: Match, players: Sequence[str]) -> list[SeatAnswer]:
    scores: Sequence[int | None] = match.scores() if match.state is not None else [None] * len(players)
    return [
        SeatAnswer(
            seat=number,
            name=players[number],
            kind="human" if chair.user is not None else "bot" if chair.bot is not None else "open",
            score=scores[number],
            user_id=chair.user,
            bot=chair.bot,
            resigned=chair.resigned,
            gave_nonce=chair.nonce is not None,
        )
        for number, chair in enumerate(match.table.chairs)
    ]
