"""What a game's renderer gives. One a game, each in a package of its own."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from domain.kernel.game import Command, View
from domain.kernel.ids import Seat
from services.render.drawing import Drawing, Part
from services.render.miniature import Miniature
from services.render.steps import Facts, Shown, Sign, Tellers
from services.render.values import Speaker, ValueTable

Drawers: TypeAlias = Mapping[str, Callable[[], Part]]
"""What draws each part of a table, by the name of the part."""


class Placed(NamedTuple):
    """A part and where it stands in a picture."""

    part: Part
    x: float
    y: float
    scale: float = 1


class Layout(NamedTuple):
    """The parts of a picture below its caption, `WIDTH` units wide."""

    placed: Sequence[Placed]
    height: float


class Standing(NamedTuple):
    """Points as things stand: how many, and the sentence in the reader's language that holds them."""

    points: str
    said: str


class Renderer(ABC):
    """Draws the tables of one game."""

    slug: str
    package: str
    """Where its palette, icons and words lie."""
    glyph: str
    """The sign of the game: path data of a line drawing in a box of 24."""
    tellers: Tellers = {}
    """How each command is shown as a step of a turn."""
    named: frozenset[str] = frozenset()
    """Kinds of things whose names tell a reader something."""
    in_bar: frozenset[type[Command]] = frozenset()
    """Commands that the turn bar offers too, shown so: what they lead to is not seen where they are pointed at."""

    @abstractmethod
    def handles(self, command: Command) -> tuple[str, ...]:
        """The path of things that names a command."""

    def values(self, thing: str) -> Sequence[str]:
        """What a field of a command may hold that is pointed at by this thing."""
        return (thing.partition(":")[2],)

    @abstractmethod
    def thing_name(self, drawing: Drawing, thing: str) -> str:
        """What a thing is called in the reader's language, for buttons that stand for several commands."""

    def about(self, drawing: Drawing, thing: str) -> Sequence[str]:
        """What a thing is, line by line: its name, what it does, what it is worth to the reader."""
        return (self.thing_name(drawing, thing),) if thing.partition(":")[0] in self.named else ()

    def step(self, drawing: Drawing, command: Command, facts: Facts) -> Shown:
        """A command of a draft in signs and few words; empty where only its label tells it."""
        tell = self.tellers.get(type(command))
        return [one for one in tell(drawing, command, facts) if one] if tell else ()

    def standing(self, drawing: Drawing, seat: Seat) -> Standing | None:  # noqa: ARG002 - for games that tell it
        """What a seat would score if it were counted now, where the game counts between its turns."""
        return None

    def of_round(self, drawing: Drawing) -> Sequence[tuple[Sign, str]]:  # noqa: ARG002 - for games that tell it
        """The cards that this round is played by, as signs with their names."""
        return ()

    def hint(self, drawing: Drawing, area: str) -> str:  # noqa: ARG002 - for games that tell it
        """What the head of a panel tells beside its title, where that depends on the position."""
        return ""

    @abstractmethod
    def drawers(self, drawing: Drawing) -> Drawers:
        """What draws every part of the table, for the page to place."""

    def parts(self, drawing: Drawing, wanted: Collection[str] | None = None) -> list[Part]:
        """Every part of the table, or only those that are wanted: the others cost nothing."""
        drawers = self.drawers(drawing)
        return [draw() for name, draw in drawers.items() if wanted is None or name in wanted]

    @abstractmethod
    def layout(self, drawing: Drawing) -> Layout:
        """The whole public position (and the reader's own part) as one picture."""

    @abstractmethod
    def miniature(self, drawing: Drawing) -> Miniature:
        """The table so small that only its shape is told."""

    def printed_values(self, speaker: Speaker) -> Sequence[ValueTable]:  # noqa: ARG002 - for games that have tables
        """What is printed in tables, for the page of rules."""
        return ()

    @abstractmethod
    def changed(self, before: View, after: View) -> frozenset[str]:
        """The things that differ between two views of the same reader."""

    @abstractmethod
    def position(self, drawing: Drawing) -> str:
        """Where the game stands, in a few words: "Imperium, round 16"."""
