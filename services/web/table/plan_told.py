"""What the page of a table tells its reader of the reader's own plan. Nobody else's is ever read here."""

from typing import NamedTuple

from domain.kernel.errors import NotAllowed
from domain.kernel.ids import Seat
from domain.kernel.plans import MOST_ALTERNATIVES
from services.acts import plans
from services.acts.acts import Acts
from services.cache import Cache
from services.queries.planning import PlanAnswer
from services.queries.positions import Position, Reading


class PlanTold(NamedTuple):
    """The flag in the head of the table, and the ways in which the turn is planned."""

    state: str = ""
    """What the flag says: that a turn can be planned (`can`), or what became of a plan; empty: there is no flag."""
    steps: int = 0
    why: str = ""
    ways: tuple[tuple[str, ...], ...] = ()
    most: int = MOST_ALTERNATIVES


_CAN: Cache[tuple[str, Seat], bool] = Cache(512)
"""By the head of the log: whether a seat can plan is the same until something happens."""


async def plan_told(acts: Acts, position: Position, reading: Reading) -> PlanTold:
    """What a player is told; nothing is told to onlookers, and nothing once the game is over."""
    seat, user = position.seat, reading.user
    if seat is None or user is None or position.turn == "over" or not position.table.chairs[seat].human:
        return PlanTold()
    kept = await plans.plan_beside(acts, user, position, reading.lang)
    told = _told(kept, yours=position.turn == "yours" and not position.planning)
    if told.state or position.turn == "yours":
        return told
    key = (position.head, seat)
    can = _CAN.get(key)
    if can is None:
        can = _CAN.put(key, await _can_plan(acts, reading))
    return told._replace(state="can" if can else "")


async def _can_plan(acts: Acts, reading: Reading) -> bool:
    try:
        await plans.planning(acts, reading)
    except NotAllowed:
        return False
    return True


def _told(kept: PlanAnswer | None, *, yours: bool) -> PlanTold:
    """Once the turn has begun, only why a plan was not played is of interest; before it, what is to be played."""
    if kept is None:
        return PlanTold()
    if yours:
        why = next((way.lapsed for way in kept.alternatives if way.lapsed), "")
        return PlanTold("lapsed", why=why or "") if kept.state == "lapsed" else PlanTold()
    if kept.state in {"kept", "playing"}:
        ways = tuple(tuple(way.labels) for way in kept.alternatives)
        return PlanTold(kept.state, len(ways[0]), ways=ways)
    return PlanTold("played") if kept.state == "played" else PlanTold()
