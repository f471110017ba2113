"""The six actions of the circle, one module each."""

from collections.abc import Callable
from typing import NamedTuple

from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan.actions import construction, forum, military, port, senate, trajan
from domain.trajan.state import TrajanState


class Action(NamedTuple):
    """What the turn needs to know of an action: whether it can be performed at all, and its first choices."""

    possible: Callable[[TrajanState, Seat], bool]
    options: Callable[[TrajanState, Seat], list[Command]]


ACTIONS = {
    "port": Action(port.possible, port.options),
    "forum": Action(forum.possible, forum.options),
    "military": Action(military.possible, military.options),
    "senate": Action(senate.possible, senate.options),
    "trajan": Action(trajan.possible, trajan.options),
    "construction": Action(construction.possible, construction.options),
}
