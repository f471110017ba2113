"""Reading a log: its lines, its batches and who asked for them, in a whole copy and in a redacted one."""

from domain.kernel.clock import Clock
from domain.kernel.envelope import redact
from domain.kernel.log import asked_by, batches, read, read_created, request_line
from domain.kernel.undo import retracted
from tests.domain.kernel.scenes import revealed
from tests.domain.kernel.test_rules_adopted import upgraded
from tests.kit.logged_match import played
from tests.kit.scenario import waited_for
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import RunErrand
from tests.kit.timed_match import GIFT, at_errands

SELL = RunErrand(what="sell")


def test_a_line_knows_its_envelope_and_its_event() -> None:
    logged = played(GAME, 2, 3)
    log = read(logged.codec, logged.records)
    assert [line.record for line in log] == logged.records
    assert [line.version for line in log] == list(range(1, len(log) + 1))
    assert all(type(line.event).__name__ == line.envelope().type for line in log)
    assert read_created(logged.records) == log[0].event


def test_batches_are_what_requests_wrote_in_either_direction() -> None:
    logged, seat, _ = revealed()
    before = len(logged.records)
    written = [len(logged.play(seat, SELL)) for _ in range(2)]
    new = logged.records[before:]
    assert [len(batch) for batch in batches(new)] == written
    assert [batch[::-1] for batch in batches(reversed(new))] == list(batches(new))[::-1]
    assert [asked_by(batch) for batch in batches(new)] == [seat, seat]
    assert list(batches(())) == []


def test_rules_that_were_adopted_for_its_sake_do_not_hide_the_request() -> None:
    logged = upgraded(plies=6)
    seat = waited_for(logged.match.to_act())[0]
    batch = logged.play(seat, logged.match.legal(seat)[0])
    assert batch[0].envelope().type == "RulesAdopted"
    assert request_line(batch) == batch[1]
    assert asked_by(batch) == seat


def test_what_was_taken_back_is_the_same_in_every_copy() -> None:
    table, seat, _ = at_errands(Clock())
    before = len(table.records)
    table.play(seat, GIFT)
    kinds = [record.envelope().type for record in table.records[before:]]
    table.undo(seat)
    gone = retracted(table.records)
    assert [kind for version, kind in enumerate(kinds, before + 1) if version not in gone] == ["ClocksTurned"]
    assert gone <= set(range(before + 1, before + 1 + len(kinds)))
    assert retracted(redact(record, None) for record in table.records) == gone
    assert retracted(read(table.codec, table.records)) == gone
