"""As whom a game is read: the caller, or once it is over any seat, a spectator, or somebody who may know everything.

Every answer that holds something of a game asks here first. Nobody reads as somebody else while a game runs.
"""

from typing import Final, Literal, TypeAlias

from domain.kernel.ids import Seat, UserId
from domain.kernel.table import Table
from services.problems import FORBIDDEN, ProblemError, bad_field, told

TRUTH: Final = "truth"
SPECTATOR = "spectator"
Reader: TypeAlias = Seat | Literal["truth"] | None
"""What a seat may know, what everyone may know (`None`), or everything."""


def reader_named(table: Table, name: str) -> Reader:
    """A reader other than the caller. `table` is the newest one: whether the game is over counts now."""
    if not table.over:
        raise ProblemError(FORBIDDEN, told("not_over"), reason="not_over")
    if name == TRUTH:
        return TRUTH
    if name == SPECTATOR:
        return None
    if int(name) >= len(table.chairs):
        raise bad_field("as", "no_seat", last=len(table.chairs) - 1)
    return Seat(int(name))


def reader_of_log(table: Table, user: UserId | None, name: str | None = None) -> Reader:
    """As whom the log is read: once the game is over it is open to everyone who may see the table."""
    if name is not None:
        return reader_named(table, name)
    return TRUTH if table.over else table.seat_of(user)
