"""How a table is told to a caller: the one door through which its state leaves the server."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from domain.kernel.clock import SECOND, Clock, written
from domain.kernel.envelope import Record, opened, redact
from domain.kernel.game import Command, Step
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from domain.kernel.rounds import RoundHead
from domain.kernel.table import Table
from domain.kernel.timekeeping import deadline
from domain.kernel.words import name_at_table
from services.api.games.eyes import TRUTH, Eyes
from services.api.games.schemas import ClockAnswer, EventAnswer, GameAnswer, OptionAnswer, SeatAnswer, SeatClock
from services.commands.tables import MatchAt
from services.queries.names import Names


async def player_names(names: Names, match: Match) -> list[str]:
    """What the players are called, by seat."""
    known = await names.of(chair.user for chair in match.table.chairs if chair.user is not None)
    return [name_at_table(seat, chair.user, chair.bot, known) for seat, chair in enumerate(match.table.chairs)]


def game_answer(
    loaded: MatchAt, seat: Seat | None, eyes: Eyes, players: Sequence[str], heads: Iterable[RoundHead]
) -> GameAnswer:
    """The whole answer of a table to who holds `seat`, its state through `eyes`."""
    match, table = loaded.match, loaded.match.table
    return GameAnswer(
        game_id=loaded.game_id,
        game=table.game,
        title=table.title,
        private=table.private,
        status=match.status(),
        version=loaded.version,
        head=loaded.head,
        round_heads=[head for head in heads if head.version <= loaded.version],
        host=table.host,
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
        state=state_seen(match, eyes),
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


def state_seen(match: Match, eyes: Eyes) -> Any:  # noqa: ANN401 - any game's view
    """The game as it looks through somebody's eyes."""
    if match.state is None:
        return None
    return msgspec.to_builtins(match.state if eyes == TRUTH else match.game.view(match.state, eyes))


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


def options_answer(
    match: Match, seat: Seat, commands: Iterable[Command], players: Sequence[str], lang: str
) -> list[OptionAnswer]:
    """A seat's commands with their labels, which know what the seat may know."""
    game, view = match.game, match.game.view(match.state, seat)
    return [
        OptionAnswer(msgspec.to_builtins(command), game.label(view, command, lang=lang, players=players))
        for command in commands
    ]


def options_seen(match: Match, eyes: Eyes, players: Sequence[str], lang: str) -> list[OptionAnswer]:
    """Every legal command of a seat; of all seats for who sees everything, each saying whose it is."""
    if match.state is None or eyes is None:
        return []
    if eyes != TRUTH:
        return options_answer(match, eyes, match.legal(eyes), players, lang)
    options = []
    for seat in map(Seat, range(len(match.table.chairs))):
        told = options_answer(match, seat, match.legal(seat), players, lang)
        options += [msgspec.structs.replace(option, seat=seat) for option in told]
    return options


def events_seen(records: Iterable[Record], eyes: Eyes) -> list[EventAnswer]:
    """Events through somebody's eyes. Their data goes out as the bytes that were stored, never decoded on the way."""
    return [_event(record, eyes) for record in records]


def record_seen(record: Record, eyes: Eyes) -> Record:
    """A line of the log with the openings that somebody may have."""
    return record if eyes == TRUTH else redact(record, eyes)


def _event(record: Record, eyes: Eyes) -> EventAnswer:
    envelope = record.envelope()
    data, command = opened(record_seen(record, eyes))
    return EventAnswer(
        version=envelope.version,
        at=envelope.at,
        actor=envelope.actor,
        command_id=envelope.command_id,
        command=command,
        step=envelope.step,
        type=envelope.type,
        schema=envelope.schema,
        data=data,
        prev=envelope.prev,
        hash=record.hash(),
    )
