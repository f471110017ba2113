"""Legal commands in words: what a seat may choose from, each with its label."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from services.queries.names import player_names
from services.queries.queries import Queries, ReadRequest
from services.queries.readers import TRUTH, Reader, reader_named
from services.queries.tables import at_version, requested_table

CommandValue = Annotated[dict[str, Any], Meta(description="A command exactly as the game's options list it.")]


class OptionAnswer(msgspec.Struct, omit_defaults=True):
    """A legal command. Those that nobody waits for stand last."""

    command: CommandValue
    label: str
    group: Annotated[str, Meta(description="The heading under which a menu lists it.")]
    aside: Annotated[
        bool, Meta(description="Nobody waits for it: a standing order, or a choice taken back before the reveal.")
    ]
    seat: Annotated[int | None, Meta(description="Whose it is, where the options of every seat are listed.")] = None


class OptionsAnswer(msgspec.Struct):
    version: int
    seat: int | None
    options: list[OptionAnswer]


async def read_options(queries: Queries, request: ReadRequest, at: int | None, lang: str) -> OptionsAnswer:
    """What the caller, or the reader that is asked for, may choose from, or could at an earlier version."""
    async with requested_table(queries, request) as newest:
        then = await at_version(queries.tables, newest, at)
        match = then.match
        players = await player_names(queries.names, match.table, lang)
        if request.reader is not None:
            reader = reader_named(newest.match.table, request.reader)
            seat = None if reader == TRUTH else reader
            return OptionsAnswer(then.version, seat, visible_options(match, reader, players, lang))
        seat = match.table.seat_of(request.user)
        plays = seat is not None and match.table.chairs[seat].human
        return OptionsAnswer(then.version, seat, visible_options(match, seat if plays else None, players, lang))


def options_in_words(
    match: Match, seat: Seat, commands: Iterable[Command], players: Sequence[str], lang: str
) -> list[OptionAnswer]:
    """A seat's commands with their labels, which know what the seat may know."""
    if match.state is None:
        return []
    game, view = match.game, match.game.view(match.state, seat)

    def option(command: Command) -> OptionAnswer:
        label = game.label(view, command, lang=lang, players=players)
        group = game.group(view, command, lang=lang, players=players)
        return OptionAnswer(msgspec.to_builtins(command), label, group, command.ASIDE)

    return [option(command) for command in sorted(commands, key=lambda command: command.ASIDE)]


def visible_options(match: Match, reader: Reader, players: Sequence[str], lang: str) -> list[OptionAnswer]:
    """Every legal command of a seat; for a reader of everything those of all seats, each saying whose it is."""
    if reader is None:
        return []
    if reader != TRUTH:
        return options_in_words(match, reader, match.legal(reader), players, lang)
    options = []
    for seat in map(Seat, range(len(match.table.chairs))):
        told = options_in_words(match, seat, match.legal(seat), players, lang)
        options += [msgspec.structs.replace(option, seat=seat) for option in told]
    return options
