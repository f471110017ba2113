"""Legal commands in words: what a seat may choose from, each with its label."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.match import Match
from services.queries.readers import TRUTH, Reader


class OptionAnswer(msgspec.Struct, omit_defaults=True):
    command: dict[str, Any]
    label: str
    seat: Annotated[int | None, Meta(description="Whose it is, where the options of every seat are listed.")] = None


def options_in_words(
    match: Match, seat: Seat, commands: Iterable[Command], players: Sequence[str], lang: str
) -> list[OptionAnswer]:
    """A seat's commands with their labels, which know what the seat may know."""
    game, view = match.game, match.game.view(match.state, seat)
    return [
        OptionAnswer(msgspec.to_builtins(command), game.label(view, command, lang=lang, players=players))
        for command in commands
    ]


def visible_options(match: Match, reader: Reader, players: Sequence[str], lang: str) -> list[OptionAnswer]:
    """Every legal command of a seat; for a reader of everything those of all seats, each saying whose it is."""
    if match.state is None or reader is None:
        return []
    if reader != TRUTH:
        return options_in_words(match, reader, match.legal(reader), players, lang)
    options = []
    for seat in map(Seat, range(len(match.table.chairs))):
        told = options_in_words(match, seat, match.legal(seat), players, lang)
        options += [msgspec.structs.replace(option, seat=seat) for option in told]
    return options
