"""Everything that can happen in Trajan: folding an event needs no rule."""

from domain.kernel.game import Event, PointsScored
from domain.trajan.events import quarter, setup, turn

EVENTS: tuple[type[Event], ...] = (PointsScored, *setup.EVENTS, *turn.EVENTS, *quarter.EVENTS)
