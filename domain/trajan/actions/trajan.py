"""The Trajan action (§5.5): a tile for the slot under the arch, and the arch moves on."""

from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat
from domain.trajan import commands as cmd
from domain.trajan.data import BOWLS
from domain.trajan.events import turn as ev
from domain.trajan.guards import begin_action, must_perform
from domain.trajan.state import Mat, Public, TrajanRecorder, TrajanState


def possible(state: TrajanState, seat: Seat) -> bool:
    return state.public.mats[seat].arch is not None and any(state.public.tops.values())


def options(state: TrajanState, seat: Seat) -> list[Command]:
    if state.public.mats[seat].arch is None:
        return []
    return [cmd.TakeTrajanTile(stack=stack) for stack in stacks(state.public)]


def stacks(public: Public) -> list[str]:
    """Every stack that still has a tile."""
    return [stack for stack, tile in public.tops.items() if tile is not None]


def top_tile(public: Public, stack: str) -> str:
    """The tile that is taken next from a stack."""
    tile = public.tops.get(stack)
    if tile is None:
        raise IllegalMove("stack_empty", rule="§5.5", stack=stack)
    return tile


def slot_of_arch(mat: Mat) -> str:
    """The slot that gets the tile."""
    if mat.arch is None:
        raise IllegalMove("circle_full", rule="§5.5")
    return BOWLS[mat.arch]


def next_shown(state: TrajanState, stack: str) -> str | None:
    """The tile that comes to light when the top one is taken."""
    below = state.trajan_stacks[stack]
    return below[-1] if below else None


def take_trajan_tile(recorder: TrajanRecorder, seat: Seat, command: cmd.TakeTrajanTile) -> None:
    mat = must_perform(recorder.state, seat, "trajan")
    slot = slot_of_arch(mat)
    tile = top_tile(recorder.state.public, command.stack)
    shows = next_shown(recorder.state, command.stack)
    begin_action(recorder, seat, "trajan")
    recorder.emit(ev.TrajanTileTaken(seat=seat, stack=command.stack, tile=tile, slot=slot, shows=shows))
    recorder.emit(ev.ArchMoved(seat=seat, slot=next_empty_slot(mat)))


def next_empty_slot(mat: Mat) -> str | None:
    """The first slot without a tile, clockwise from the arch; none if the circle is full."""
    start = mat.arch or 0
    places = [(start + step) % len(BOWLS) for step in range(1, len(BOWLS))]
    return next((BOWLS[place] for place in places if mat.slots[place] is None), None)
