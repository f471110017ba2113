"""The build action (§6): which tile, where, and how it is paid; then its buildings bring their rewards."""

from itertools import product
from typing import get_args

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import BUILDABLE, COLOURS, KIND, NEIGHBOURS
from domain.forum_trajanum.guards import due, must_owe
from domain.forum_trajanum.phases.exchanges import exchange_options
from domain.forum_trajanum.price import is_exact, payable, payments
from domain.forum_trajanum.state import Colony, ForumTrajanumRecorder, ForumTrajanumState, Public, Shape
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

DOUBLES: tuple[Shape, ...] = ("grey_and_structure", "two_structures")
_CHOICES: dict[tuple[str, Shape], Command] = {
    (colour, shape): cmd.ChooseBuilding(colour=colour, shape=shape)
    for colour, shape in product(COLOURS, get_args(Shape))
}
_SINGLE_SITES = {cell: cmd.ChooseSite(cells=(cell,)) for cell in BUILDABLE}
_BUILDABLE = frozenset(BUILDABLE)
_DOUBLE_SITES = {pair: (cmd.ChooseSite(cells=pair), cmd.ChooseSite(cells=(pair[1], pair[0]))) for pair in NEIGHBOURS}


def buildings_of(colour: str, shape: Shape) -> tuple[str, ...]:
    """What that side of a tile shows, the grey building first."""
    kind = KIND[colour]
    shown: dict[Shape, tuple[str, ...]] = {
        "grey": (kind.grey,),
        "structure": (kind.structure,),
        "grey_and_structure": (kind.grey, kind.structure),
        "two_structures": (kind.structure, kind.structure),
    }
    return shown[shape]


def _free_cells(colony: Colony) -> frozenset[str]:
    """Cells that can be built on: no corner, no temple, no tile, no building (6.2)."""
    return _BUILDABLE.difference(colony.covered, colony.built)


def _holds_pair(free: frozenset[str]) -> bool:
    """Whether there is room for a double tile."""
    return any(one in free and other in free for one, other in NEIGHBOURS)


def _is_left(public: Public, colour: str, shape: Shape) -> bool:
    """A tile of this kind is left; either side of it can be shown (6.5)."""
    return bool((public.doubles if shape in DOUBLES else public.singles)[colour])


# What may be chosen


def build_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [*buildings_for(state.public, seat), *exchange_options(state, seat), cmd.EndTurn()]


def extra_build_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    return [*buildings_for(state.public, seat), *exchange_options(state, seat), cmd.DeclineReward()]


def buildings_for(public: Public, seat: Seat) -> list[Command]:
    """The building tiles that a seat can pay and has a place for."""
    colony = public.colonies[seat]
    free = _free_cells(colony)
    if not free:
        return []
    double = _holds_pair(free)
    return [
        _CHOICES[colour, shape]
        for colour, shape in payable(colony.stock)
        if (double or shape not in DOUBLES) and _is_left(public, colour, shape)
    ]


def site_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    colony = state.public.colonies[seat]
    free = _free_cells(colony)
    shape = due(state, seat).shape
    if shape not in DOUBLES:
        return [_SINGLE_SITES[cell] for cell in BUILDABLE if cell in free]
    ways = 1 if shape == "two_structures" else 2
    return [
        site for (one, other), sites in _DOUBLE_SITES.items() if one in free and other in free for site in sites[:ways]
    ]


def price_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    owed = due(state, seat)
    return list(payments(owed.of, owed.shape, state.public.colonies[seat].stock))


# What happens


def choose_building(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.ChooseBuilding) -> None:
    must_owe(recorder.state, seat, "build", "extra_build")
    colony = recorder.state.public.colonies[seat]
    free = _free_cells(colony)
    if not _is_left(recorder.state.public, command.colour, command.shape):
        raise IllegalMove("none_left", rule="§6.5")
    if not payments(command.colour, command.shape, colony.stock):
        raise IllegalMove("cannot_pay", rule="§6.3")
    if not free:
        raise IllegalMove("no_free_cell", rule="§6.2")
    if command.shape in DOUBLES and not _holds_pair(free):
        raise IllegalMove("no_free_pair", rule="§6.2")
    recorder.emit(ev.BuildingChosen(seat=seat, colour=command.colour, shape=command.shape))


def choose_site(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.ChooseSite) -> None:
    shape = must_owe(recorder.state, seat, "site").shape
    cells = command.cells
    if len(cells) != (2 if shape in DOUBLES else 1):
        raise IllegalMove("wrong_size", rule="§6.2")
    if not _free_cells(recorder.state.public.colonies[seat]).issuperset(cells):
        raise IllegalMove("not_free", rule="§6.2")
    if shape in DOUBLES and tuple(sorted(cells)) not in _DOUBLE_SITES:
        raise IllegalMove("not_adjacent", rule="§6.2")
    if shape == "two_structures" and cells[0] > cells[1]:
        raise IllegalMove("upper_left_first", rule="R-43")
    recorder.emit(ev.SiteChosen(seat=seat, cells=cells))


def pay(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.Pay) -> None:
    owed = must_owe(recorder.state, seat, "price")
    if not is_exact(owed.of, owed.shape, command):
        raise IllegalMove("wrong_payment", rule="R-25")
    stock = recorder.state.public.colonies[seat].stock
    for resource in command.resources:
        number, held = command.resources.count(resource), stock[resource]
        if held < number:
            raise IllegalMove("too_few", rule="§6.3", resource=resource, number=number, held=held)
    recorder.emit(
        ev.BuildingPlaced(
            seat=seat,
            colour=owed.of,
            shape=owed.shape,
            cells=owed.cells,
            buildings=buildings_of(owed.of, owed.shape),
            paid=command.resources,
        )
    )
