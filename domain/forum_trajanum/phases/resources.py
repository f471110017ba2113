"""Receiving resources and moving the slider: what every reward comes down to (§3)."""

from collections.abc import Mapping

import msgspec

from domain.forum_trajanum import events as ev
from domain.forum_trajanum.prestige import next_position, trajan_value
from domain.forum_trajanum.state import ForumTrajanumRecorder
from domain.kernel.ids import Seat

UPGRADE = "upgrade"


def gain(recorder: ForumTrajanumRecorder, seat: Seat, resources: Mapping[str, int]) -> None:
    """Take everything shown; an upgrade is carried out at once and never kept (3.2)."""
    kept = tuple(name for name, number in resources.items() if name != UPGRADE for _ in range(number))
    if kept:
        recorder.emit(ev.ResourcesGained(seat=seat, resources=kept))
    for _ in range(resources.get(UPGRADE, 0)):
        upgrade(recorder, seat)


def upgrade(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    """Move the slider; at the right end the upgrade is lost (R-36)."""
    colony = recorder.state.public.colonies[seat]
    position = next_position(colony)
    if position != colony.slider:
        value = trajan_value(msgspec.structs.replace(colony, slider=position))
        recorder.emit(ev.SliderMoved(seat=seat, position=position, trajan_value=value))


def turn_slider(recorder: ForumTrajanumRecorder, seat: Seat) -> None:
    """Merchant I became active: the slider is turned to its better side, once and for good."""
    colony = recorder.state.public.colonies[seat]
    if not colony.advanced:
        value = trajan_value(msgspec.structs.replace(colony, advanced=True))
        recorder.emit(ev.SliderTurned(seat=seat, trajan_value=value))
