"""Payment of the citizens before a scoring (§9.1): a coin for each row, all players at the same time and binding."""

from collections.abc import Collection
from itertools import combinations

import msgspec

from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.forum_trajanum.data import DATA, ROWS
from domain.forum_trajanum.guards import must_choose
from domain.forum_trajanum.scoring import STEPS
from domain.forum_trajanum.state import Colony, ForumTrajanumRecorder, ForumTrajanumState
from domain.kernel.errors import IllegalMove
from domain.kernel.game import Command
from domain.kernel.ids import Seat

PAYMENT = "payment"
_PER_ROW = DATA.citizen_rows.pay_per_row["coin"]


def open_payment(recorder: ForumTrajanumRecorder) -> None:
    """A seat with a row to pay and a coin chooses; everyone can see that the others have no choice."""
    steps = tuple(int(_affordable(colony) > 0) for colony in recorder.state.public.colonies)
    recorder.emit(ev.ChoicesOpened(stage=PAYMENT, steps=steps))


def settled_rows(colony: Colony) -> list[int]:
    return [row for row in ROWS if colony.rows[row - 1]]


def _affordable(colony: Colony) -> int:
    return min(len(settled_rows(colony)), colony.stock["coin"] // _PER_ROW)


def payment_options(state: ForumTrajanumState, seat: Seat) -> list[Command]:
    colony = state.public.colonies[seat]
    rows = settled_rows(colony)
    return [
        cmd.PayCitizens(rows=paid) for number in range(_affordable(colony) + 1) for paid in combinations(rows, number)
    ]


def pay_citizens(recorder: ForumTrajanumRecorder, seat: Seat, command: cmd.PayCitizens) -> None:
    must_choose(recorder.state, seat, PAYMENT)
    colony = recorder.state.public.colonies[seat]
    rows = command.rows
    if list(rows) != sorted(set(rows)):
        raise IllegalMove("rows_in_order", rule="§9.1")
    if not set(rows) <= set(settled_rows(colony)):
        raise IllegalMove("row_empty", rule="§9.1")
    if len(rows) > _affordable(colony):
        raise IllegalMove(
            "too_few", rule="§9.1", resource="coin", number=len(rows) * _PER_ROW, held=colony.stock["coin"]
        )
    recorder.emit(ev.PaymentChosen(seat=seat, rows=rows))


def price_of(rows: Collection[int]) -> int:
    """Coins for these citizen rows."""
    return _PER_ROW * len(rows)


def paid(colony: Colony, rows: Collection[int]) -> Colony:
    """The colony as it is scored once these rows are paid: only they are active."""
    stock = colony.stock | {"coin": colony.stock["coin"] - price_of(rows)}
    return msgspec.structs.replace(colony, stock=stock, active=[row in rows for row in ROWS])


def reveal_payment(recorder: ForumTrajanumRecorder) -> None:
    for chair in range(len(recorder.state.scores)):
        rows = recorder.state.secrets[chair].paid_rows
        inactive = tuple(row for row in settled_rows(recorder.state.public.colonies[chair]) if row not in rows)
        recorder.emit(ev.CitizensPaid(seat=Seat(chair), rows=rows, coins=price_of(rows), inactive=inactive))
    recorder.emit(ev.StepDue(step=STEPS[0]))
