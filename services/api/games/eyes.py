"""Through whose eyes a game is shown: the caller's own, or once it is over those of any seat, of nobody, of everyone.

Every answer that holds something of a game asks here first. Nobody borrows eyes while a game runs.
"""

from typing import Annotated, Final, Literal, TypeAlias

from litestar.params import QueryParameter

from domain.kernel.ids import Seat, UserId
from domain.kernel.table import Table
from services.problems import FORBIDDEN, ProblemError, bad_field

TRUTH: Final = "truth"
SPECTATOR = "spectator"
Eyes: TypeAlias = Seat | Literal["truth"] | None
"""What a seat may know, what everyone may know (`None`), or everything."""

AsReader = Annotated[
    str | None,
    QueryParameter(
        name="as",
        pattern=rf"^([0-7]|{SPECTATOR}|{TRUTH})$",
        description=(
            "Once the game is over: what the player of that seat knew, or a `spectator`, or the whole `truth`. "
            "Goes together with `at`."
        ),
    ),
]


def borrowed(table: Table, wanted: str) -> Eyes:
    """Eyes that are not the caller's own. `table` is the newest one: whether the game is over counts now."""
    if not table.over:
        raise ProblemError(
            FORBIDDEN, "The game is not over: until it is, everyone sees it with his own eyes.", reason="not_over"
        )
    if wanted == TRUTH:
        return TRUTH
    if wanted == SPECTATOR:
        return None
    if int(wanted) >= len(table.chairs):
        raise bad_field("as", f"this table has the seats 0 to {len(table.chairs) - 1}")
    return Seat(int(wanted))


def reader_of_log(table: Table, user: UserId | None, wanted: str | None = None) -> Eyes:
    """Through whose eyes the log is read: once the game is over it is open to everyone who may see the table."""
    if wanted is not None:
        return borrowed(table, wanted)
    return TRUTH if table.over else table.seat_of(user)
