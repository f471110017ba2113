"""The anonymised copy: the same game, proven like the first, and nothing in it that names people, place or time."""

from domain.kernel import lobby
from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from domain.kernel.game import Event, PointsScored
from domain.kernel.proof import verify
from domain.registry import Registry
from tests.kit import forgery
from tests.kit.lifecycle_match import ANNA, BRUNO, CODE, HOST, TITLE, whole_lifecycle
from tests.kit.logged_match import AT, played
from tests.kit.taberna import GAME

REGISTRY = Registry([GAME])
ORIGINAL = whole_lifecycle()
COPY = anonymised(GAME, ORIGINAL.secret, ORIGINAL.records)


def test_the_copy_proves_itself() -> None:
    report = verify(COPY, REGISTRY)
    assert report.failures == []
    assert report.judged


def test_the_copy_has_a_head_of_its_own() -> None:
    assert verify(COPY, REGISTRY, ORIGINAL.records[-1].hash()).failures


def test_nothing_in_it_can_be_recognised() -> None:
    whole = b"".join(map(to_line, COPY)).decode()
    first = ORIGINAL.records[0].envelope()
    for word in (HOST, ANNA, BRUNO, TITLE, "Saturday", AT, lobby.invitation_digest(CODE), '\\"0f\\"'):
        assert word not in whole
    assert all(record.envelope().game != first.game for record in COPY)
    assert not {record.envelope().command_id for record in COPY} & {
        record.envelope().command_id for record in ORIGINAL.records
    }


def test_choices_draws_and_points_are_the_same() -> None:
    logged = played(GAME, 3, 8)
    copy = anonymised(GAME, logged.secret, logged.records)
    assert _game(copy) == _game(logged.records)
    assert any(isinstance(event, PointsScored) for _, event in _game(copy))


def _game(records: list[Record]) -> list[tuple[object, Event]]:
    """Commands and events of the game itself."""
    log = forgery.lines_of(GAME, records)
    return [(page.entry.command, page.entry.event) for page in log if type(page.entry.event) in GAME.events]
