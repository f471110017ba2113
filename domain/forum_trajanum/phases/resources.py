"""Receiving resources and moving the slider: what every reward comes down to (§3)."""

from collections.abc import Mapping

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.prestige import next_position
from domain.forum_trajanum.state import Playing
from domain.kernel.ids import Seat

UPGRADE = "upgrade"


def gain(play: Playing, seat: Seat, resources: Mapping[str, int]) -> None:
    """Take everything shown; an upgrade is carried out at once and never kept (3.2)."""
    kept = tuple(name for name, number in resources.items() if name != UPGRADE for _ in range(number))
    if kept:
        play.emit(ev.ResourcesGained(seat=seat, resources=kept))
    for _ in range(resources.get(UPGRADE, 0)):
        upgrade(play, seat)


def upgrade(play: Playing, seat: Seat) -> None:
    """Move the slider; at the right end the upgrade is lost (R-36)."""
    colony = play.state.public.colonies[seat]
    position = next_position(colony)
    if position != colony.slider:
        play.emit(ev.SliderMoved(seat=seat, position=position))


def turn_slider(play: Playing, seat: Seat) -> None:
    """Merchant I became active: the slider is turned to its better side, once and for good."""
    if not play.state.public.colonies[seat].advanced:
        play.emit(ev.SliderTurned(seat=seat))
