"""Recorded games: today's rules decide them alike, and together they show everything that can happen."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from domain.kernel.game import Event, PointsScored
from domain.trajan import GAME
from domain.trajan.data import BONUS_TILES, SHIPS, TRAJAN_KINDS, TRAJAN_TILES
from domain.trajan.events import quarter, turn
from tests.domain.trajan.record import SESSIONS
from tests.kit import recordings
from tests.kit.recordings import Recording

NAMES = recordings.names(GAME)
SIDES = ("coloured", "grey")


@cache
def load(name: str) -> Recording:
    return recordings.load(GAME, name)


def demanded() -> set[str]:
    shown = {f"event {kind.__name__}" for kind in GAME.events} | {f"source {source}" for source in GAME.sources}
    shown |= {f"{ship} {side}" for ship in SHIPS for side in SIDES}
    shown |= {f"completed {kind}" for kind in TRAJAN_KINDS}
    shown |= {f"bonus {tile.kind}" for tile in BONUS_TILES.values()}
    shown |= {"arch in the centre", "extra action with +2", "two rounds in one turn"}
    return shown | {"negative score", "tie", *(f"{players} players" for players in GAME.meta.players)}


@cache
def shown_by(name: str) -> frozenset[str]:
    recording = load(name)
    shown: set[str] = set()
    for entry in recording.log:
        shown.add(f"event {type(entry.event).__name__}")
        shown |= _shown_by_event(entry.event)
    match = recording.match()
    shown.add(f"{len(match.scores())} players")
    if min(match.scores()) < 0:
        shown.add("negative score")
    if match.table.result is not None and match.table.result.tie_break is not None:
        shown.add("tie")
    return frozenset(shown & demanded())


def _shown_by_event(event: Event) -> set[str]:
    found = _FEATURES.get(type(event), lambda _: set())(event)
    return {feature for feature in found if feature}


def _scored(event: PointsScored) -> set[str]:
    ships = {f"{term.args['ship']} {term.args['side']}" for term in event.detail if term.label == "shipment"}
    return {f"source {event.source}"} | ships


_FEATURES: dict[type[Event], Callable[[Any], set[str]]] = {
    PointsScored: _scored,
    turn.TrajanTileCompleted: lambda event: {f"completed {TRAJAN_TILES[event.tile].kind}"},
    quarter.BonusTileTaken: lambda event: {f"bonus {BONUS_TILES[event.tile].kind}"},
    turn.ArchMoved: lambda event: {"arch in the centre" * (event.slot is None)},
    turn.ExtraTileUsed: lambda event: {"extra action with +2" * event.twice},
    turn.TimeMoved: lambda event: {"two rounds in one turn" * (event.laps > 1)},
}


@pytest.mark.parametrize("name", NAMES)
def test_today_s_rules_decide_a_recorded_game_alike(name: str) -> None:
    recordings.verify(load(name))


def test_the_recordings_are_those_that_can_be_written_anew() -> None:
    assert set(SESSIONS) == set(NAMES)


def test_together_they_show_everything_that_can_happen() -> None:
    assert demanded() - {feature for name in NAMES for feature in shown_by(name)} == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_recording_shows_something_that_no_other_does(name: str) -> None:
    others = {feature for other in NAMES if other != name for feature in shown_by(other)}
    assert shown_by(name) - others
