"""Everything that can happen in Trajan: folding an event needs no rule."""

from domain.kernel.game import Event, PointsScored
from domain.trajan.events import quarter, set_up, turn

EVENTS: tuple[type[Event], ...] = (PointsScored, *set_up.EVENTS, *turn.EVENTS, *quarter.EVENTS)
