"""Whole games, recorded: today's rules decide them alike, and together they show every rule that can be shown."""

import pytest

from domain.forum_trajanum import GAME
from tests.domain.forum_trajanum import coverage, record
from tests.kit import recordings

NAMES = recordings.names(GAME)


@pytest.mark.parametrize("name", NAMES)
def test_today_s_rules_decide_a_recorded_game_alike(name: str) -> None:
    recordings.verify(recordings.load(GAME, name))


def test_every_recording_is_one_that_can_be_played_again() -> None:
    assert set(NAMES) == set(record.TABLES)


def test_together_they_show_every_event_and_every_source() -> None:
    found = [recordings.load(GAME, name) for name in NAMES]
    assert recordings.uncovered(GAME, found) == (set(), set())


def test_together_they_show_everything_that_is_required_and_none_is_idle() -> None:
    """A recording that shows nothing of its own could be left out."""
    shown = {name: coverage.shown([entry.event for entry in recordings.load(GAME, name).log]) for name in NAMES}
    assert coverage.REQUIRED - set().union(*shown.values()) == set()
    for name in NAMES:
        others = set().union(*(marks for other, marks in shown.items() if other != name))
        assert shown[name] - others, f"{name} shows nothing that the others do not"
