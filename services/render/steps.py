"""A choice in a few signs and words, for the row of steps in the turn bar: a general, "Belgica", "+6".

The whole sentence stands in the label of the choice. What is shown here is read at a glance, in every language alike.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from domain.kernel.game import Command
from services.render.drawing import Drawing

ARROW = "→"


class Sign(NamedTuple):
    """A symbol of the game between words, in the colour of a role; without one it has its own colours."""

    icon: str
    colour: str | None = "ink"


Shown: TypeAlias = Sequence[Sign | str]
Facts: TypeAlias = Mapping[str, Any]
"""What the label of a choice tells beside the fields of its command."""
Tell: TypeAlias = Callable[[Drawing, Any, Facts], Shown]
Tellers: TypeAlias = Mapping[type[Command], Tell]
"""How each command of a game is shown; one that is missing is told by its label."""


def signed(points: int) -> str:
    """Points as they are added, or nothing to say."""
    return f"+{points}" if points else ""
