"""Games begun by earlier rules go on by today's, and logs that earlier releases wrote are read as if today's had.

`rules-1` holds a whole game of rules version 1, from the time before events said what is owed; it left out what brought
no points at the end.
"""

import pytest

from domain.kernel.game import Event, PointsScored
from domain.trajan import GAME
from domain.trajan.upcasters import UPCASTERS
from tests.domain.trajan import invariants
from tests.kit import recordings
from tests.kit.logged_match import state_bytes
from tests.kit.recordings import Recording
from tests.kit.resumed import Resumed

NAME, SEED = "extra-action-with-plus-two", 23
SECOND_QUARTER, LAST_QUARTER = 600, 1500


@pytest.fixture(scope="module")
def earlier() -> Recording:
    return recordings.load(GAME, f"rules-1/{NAME}")


def test_it_tells_the_same_game_as_its_newer_recording_but_for_what_brought_nothing(earlier: Recording) -> None:
    newer = recordings.load(GAME, NAME)
    assert happened(earlier) == happened(newer)
    assert earlier.match().scores() == newer.match().scores()


def happened(recording: Recording) -> list[Event]:
    """What happened after the table was opened, without what brought no points."""
    return [event for _, event in recording.log[1:] if not (isinstance(event, PointsScored) and event.points == 0)]


def test_it_shows_every_event_that_needs_an_upcaster(earlier: Recording) -> None:
    shown = {(record.envelope().type, record.envelope().schema) for record in earlier.records}
    assert set(UPCASTERS) <= shown


@pytest.mark.parametrize("version", [SECOND_QUARTER, LAST_QUARTER])
def test_a_game_of_rules_version_1_is_played_to_its_end(version: int) -> None:
    logged = Resumed(GAME, f"rules-1/{NAME}", SEED, version)
    for _ in logged.steps(seed=1):
        invariants.check(logged.match.state)
    assert logged.adopted() == [version + 1]
    assert logged.match.table.phase == "finished"
    assert state_bytes(logged.refold()) == state_bytes(logged.match)
