"""Positions of Trajan to be drawn: random games of every number of players, sampled from set-up to the end."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.kernel.words import Catalogue
from domain.trajan import GAME
from domain.trajan.view import TrajanView
from services.render.drawing import Drawing
from services.render.pointing import Pointing
from services.render.theme import ThemeName, theme
from services.render.trajan import TrajanRenderer
from tests.kit.logged_match import LoggedMatch

RENDERER = TrajanRenderer()
WORDS = GAME.words.merged(Catalogue.load(RENDERER.package))
PEOPLE = ("Livia", "Константин Багрянородный", "Quinta", "M")
_PLAYERS = (2, 3, 4)
_EVERY = 41
"""One position in so many is looked at, and in each game the first one of each kind of choice."""


class Position(NamedTuple):
    """What a reader sees, and the legal commands with their labels; a spectator has no seat and none."""

    view: TrajanView
    options: tuple[tuple[Command, str], ...] = ()

    @property
    def pointing(self) -> Pointing:
        """The choices by their paths."""
        return Pointing(self.options, RENDERER.handles)


@cache
def positions() -> tuple[Position, ...]:
    """The sample."""
    return tuple(position for players in _PLAYERS for position in _game(players))


def _game(players: int) -> Iterator[Position]:
    logged = LoggedMatch(GAME, players, players)
    met: set[type[Command]] = set()
    for ply, _ in enumerate(logged.steps(players)):
        waiting = logged.match.to_act()
        seat = waiting[0] if isinstance(waiting, tuple) and waiting else None
        kinds = set() if seat is None else {type(command) for command in logged.match.legal(seat)}
        if ply % _EVERY == 0 or not kinds <= met:
            yield _seen_by(logged, seat)
        met |= kinds
    yield _seen_by(logged, None)


def _seen_by(logged: LoggedMatch, seat: Seat | None) -> Position:
    view = GAME.view(logged.match.state, seat)
    legal = () if seat is None else logged.match.legal(seat)
    return Position(view, tuple((command, GAME.label(view, command)) for command in legal))


def drawing_of(  # noqa: PLR0913 - a drawing can be looked at in many ways
    position: Position,
    chosen: Sequence[str] = (),
    *,
    look: ThemeName = "light",
    compact: bool = False,
    words: Catalogue = WORDS,
    lang: str = "en",
) -> Drawing:
    """A drawing of the position after these things were pointed at."""
    quiet = Drawing(
        view=position.view,
        players=PEOPLE[: len(position.view.public.mats)],
        seat=position.view.seat,
        theme=theme(look, RENDERER.package),
        words=words,
        lang=lang,
        chosen=frozenset(chosen),
        compact=compact,
    )
    targets = position.pointing.next_targets(chosen, lambda thing: RENDERER.thing_name(quiet, thing))
    return Drawing(
        view=quiet.view,
        players=quiet.players,
        seat=quiet.seat,
        theme=quiet.theme,
        words=words,
        lang=lang,
        legal=targets,
        chosen=quiet.chosen,
        compact=compact,
    )
