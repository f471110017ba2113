"""Logs that earlier releases wrote are read, folded and decided again as if today's had written them.

`schema-1` holds a whole game from the time before events said what is owed.
"""

import pytest

from domain.trajan import GAME
from domain.trajan.upcasters import UPCASTERS
from tests.kit import recordings
from tests.kit.logged_match import state_bytes
from tests.kit.recordings import Recording

NAME = "extra-action-with-plus-two"


@pytest.fixture(scope="module")
def earlier() -> Recording:
    return recordings.load(GAME, f"schema-1/{NAME}")


def test_a_log_of_schema_1_proves_itself_by_today_s_rules(earlier: Recording) -> None:
    recordings.verify(earlier)


def test_it_tells_the_same_game_as_its_newer_recording(earlier: Recording) -> None:
    newer = recordings.load(GAME, NAME)
    assert [entry.event for entry in earlier.log] == [entry.event for entry in newer.log]
    assert state_bytes(earlier.match()) == state_bytes(newer.match())
    assert earlier.records[-1].hash() != newer.records[-1].hash()


def test_it_shows_every_event_that_needs_an_upcaster(earlier: Recording) -> None:
    shown = {(record.envelope().type, record.envelope().schema) for record in earlier.records}
    assert set(UPCASTERS) <= shown
