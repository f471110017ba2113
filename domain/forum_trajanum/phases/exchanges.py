"""Changing resources in one's own turn (§3.1, §5.8): two workers for a builder, Artisan I and II, Merchant II.

They are offered wherever the player chooses freely: before a tile is used, in a build action, before the turn ends.
While a reward is being carried out an exchange could change nothing (R-23).
"""

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import ARTISAN_1, ARTISAN_2, COLOURS, MERCHANT_2, ROW, WORKER
from domain.forum_trajanum.guards import must_owe, turn_of
from domain.forum_trajanum.state import Duty, ForumTrajanumRecorder, ForumTrajanumState, is_active
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

FREELY: tuple[Duty, ...] = ("tiles", "build", "extra_build", "close")
"""The kinds of choice beside which an exchange is offered."""
ALIKE = 2
"""Workers of one colour that make a builder."""
_SWAPPABLE: tuple[cmd.Swappable, ...] = ("coin", "tribune", "assistant")
_EXCHANGES = [(WORKER[colour], cmd.ExchangeWorkers(colour=colour)) for colour in COLOURS]
_HIRINGS: list[Command] = [cmd.HireWorker(colour=colour) for colour in COLOURS]
_SWAPS = {
    gives: [cmd.SwapResource(gives=gives, gets=gets) for gets in _SWAPPABLE if gets != gives] for gives in _SWAPPABLE
}


def exchange_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    stock = state.public.colonies[seat].stock
    found: list[Command] = [exchange for worker, exchange in _EXCHANGES if stock[worker] >= ALIKE]
    if stock["assistant"]:
        if _has_use(state, seat, ARTISAN_1):
            found += _HIRINGS
        if _has_use(state, seat, ARTISAN_2):
            found.append(cmd.HireBuilder())
    if turn_of(state, seat).building and _has_use(state, seat, MERCHANT_2):
        for gives in _SWAPPABLE:
            if stock[gives]:
                found += _SWAPS[gives]
    return found


def _has_use(state: ForumTrajanumState, seat: Seat, row: int) -> bool:
    """The citizen is active and the ability is not used up in this turn (R-26)."""
    used = turn_of(state, seat).abilities_used[row - 1]
    return is_active(state.public.colonies[seat], row) and used < ROW[row].uses_per_turn


def exchange_workers(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.ExchangeWorkers) -> None:
    must_owe(recorder.state, seat, *FREELY)
    _must_have(recorder.state, seat, WORKER[command.colour], ALIKE)
    recorder.emit(
        ev.ResourcesExchanged(seat=seat, ability=0, gives=WORKER[command.colour], number=ALIKE, gets="builder")
    )


def hire_worker(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.HireWorker) -> None:
    _by_ability(recorder, seat, ARTISAN_1, "assistant", WORKER[command.colour])


def hire_builder(recorder: ForumTrajanumRecorder, seat: Seat, _command: cmd.HireBuilder) -> None:
    _by_ability(recorder, seat, ARTISAN_2, "assistant", "builder")


def swap_resource(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.SwapResource) -> None:
    must_owe(recorder.state, seat, *FREELY)
    if not turn_of(recorder.state, seat).building:
        raise IllegalMove("not_building", rule="§5.8")
    if command.gives == command.gets:
        raise IllegalMove("same_resource", rule="§5.8")
    _by_ability(recorder, seat, MERCHANT_2, command.gives, command.gets)


def _by_ability(recorder: ForumTrajanumRecorder, seat: Seat, row: int, gives: str, gets: str) -> None:
    must_owe(recorder.state, seat, *FREELY)
    if not is_active(recorder.state.public.colonies[seat], row):
        raise IllegalMove("citizen_inactive", rule="§5.8", row=row)
    if not _has_use(recorder.state, seat, row):
        raise IllegalMove("ability_used", rule="R-26", row=row)
    _must_have(recorder.state, seat, gives, 1)
    recorder.emit(ev.ResourcesExchanged(seat=seat, ability=row, gives=gives, number=1, gets=gets))


def _must_have(state: ForumTrajanumState, seat: Seat, resource: str, number: int) -> None:
    held = state.public.colonies[seat].stock[resource]
    if held < number:
        raise IllegalMove("too_few", rule="§3.1", resource=resource, number=number, held=held)
