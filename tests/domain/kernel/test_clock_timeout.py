"""What happens when somebody's time runs out, and what the log then proves."""

from typing import Any

import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby, overtime
from domain.kernel.anonymous import anonymised
from domain.kernel.clock import Clock
from domain.kernel.envelope import redact
from domain.kernel.errors import BadOptions, NotYourSeat
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Batch
from domain.kernel.proof import verify
from domain.registry import Registry
from tests.kit.logged_match import state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna import commands as cmd
from tests.kit.timed_match import (
    BANK,
    BEGIN,
    DAY,
    GIFT,
    HOUR,
    SELL,
    TURN,
    TimedMatch,
    at_errands,
    forbidden,
    lay,
    newest,
    user,
)

GAMES = Registry([GAME])


class TestTimeout:
    def test_not_a_moment_too_early(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.now += DAY - 1
        assert forbidden(table, table.run_out) == "not_due"
        table.now += 1
        table.run_out()
        assert newest(table, 2) == [life.TimeRanOut, life.ClocksTurned]
        assert forbidden(table, table.run_out) == "not_due"
        assert table.match.table.clocks.run_of(turn) is not None

    def test_all_who_are_late_are_noted_together(self) -> None:
        table = TimedMatch(Clock(turn_seconds=3600, on_timeout="wait"), 3)
        table.now += HOUR
        lay(table, 1)
        table.run_out()
        assert newest(table, 3) == [life.TimeRanOut, life.TimeRanOut, life.ClocksTurned]

    def test_a_table_that_waits_goes_on_when_the_player_does(self) -> None:
        table, turn, other = at_errands(Clock(turn_seconds=3600, on_timeout="wait"))
        table.now += 2 * HOUR
        table.run_out()
        assert (table.match.table.due(), table.match.table.bot_of(turn)) == (None, None)
        table.play(turn, SELL, SELL, cmd.EndTurn())
        assert table.left(other) == HOUR

    def test_a_caretaker_plays_that_one_turn_and_the_log_says_so(self) -> None:
        table, turn, other = at_errands(TURN)
        table.now += DAY
        table.run_out()
        assert table.match.table.bot_of(turn) == "centurio"
        table.caretaker(turn, GIFT)
        marked = read(table.codec, table.records[-5:])
        assert marked[0].event == life.CaretakerPlayed(seat=turn, bot="centurio")
        assert [line.envelope().actor for line in marked] == ["system", turn, turn, turn, turn]
        table.play(other, cmd.AnswerGift(take="coin"))
        table.caretaker(turn, SELL, cmd.EndTurn())
        assert (table.left(other), table.match.table.bot_of(turn)) == (DAY, None)
        table.play(other, SELL, SELL, cmd.EndTurn())

    def test_the_player_may_come_back_in_the_middle_of_the_turn(self) -> None:
        table, turn, other = at_errands(TURN)
        table.now += DAY
        table.run_out()
        table.caretaker(turn, SELL)
        table.play(turn, SELL, cmd.EndTurn())
        assert table.left(other) == DAY

    def test_a_resigned_seat_is_off_the_clock(self) -> None:
        table, turn, _ = at_errands(TURN, 3)
        table.do(turn, lobby.resign)
        assert (table.left(turn), table.match.table.due()) == (None, None)


class TestReplacement:
    @pytest.fixture
    def table(self) -> TimedMatch:
        """Seat 0, the host's, is open; seat 1 has laid its card."""
        table = TimedMatch(Clock(turn_seconds=3600, bank_seconds=3600, on_timeout="replace"), private=True)
        lay(table, 1)
        table.now += 2 * HOUR
        table.run_out()
        return table

    def test_the_seat_is_open_and_its_duties_go_on(self, table: TimedMatch) -> None:
        assert not table.match.table.chairs[0].taken
        assert (table.match.table.due(), table.match.table.bot_of(Seat(0))) == (None, None)
        assert table.match.table.host == user(1)

    def test_somebody_else_takes_over_with_the_hand_and_a_fresh_clock(self, table: TimedMatch) -> None:
        hand = table.match.state.hands[0]
        table.now += DAY
        table.do(5, lobby.join, None, "code")
        assert table.match.table.seat_of(user(5)) == 0
        assert (table.left(0), table.match.state.hands[0]) == (2 * HOUR, hand)
        lay(table, 0)

    def test_the_former_player_may_come_back_while_the_seat_is_open(self, table: TimedMatch) -> None:
        table.do(0, lobby.join, None)
        assert table.match.table.seat_of(user(0)) == 0
        assert forbidden(table, table.do, 5, lobby.join, None, "code") == "not_in_lobby"

    def test_a_stranger_needs_an_invitation_and_no_nonce_comes_so_late(self, table: TimedMatch) -> None:
        assert forbidden(table, table.do, 5, lobby.join, None) == "invitation_needed"
        assert forbidden(table, table.do, 5, lobby.join, "late", "code") == "not_in_lobby"
        assert forbidden(table, table.do, 1, lobby.join, None) == "already_seated"

    def test_the_host_may_give_the_seat_to_a_bot(self, table: TimedMatch) -> None:
        with pytest.raises(NotYourSeat):
            table.do(0, lobby.add_bot, "random")
        table.do(1, lobby.add_bot, "random")
        assert table.match.table.bot_of(Seat(0)) == "random"

    def test_draws_go_on_as_the_nonces_had_it(self) -> None:
        clock = Clock(turn_seconds=3600, on_timeout="replace")
        table, undisturbed = TimedMatch(clock), TimedMatch(clock)
        table.now += HOUR
        table.run_out()
        for number in (6, 7):
            table.do(number, lobby.join, None)
        for one in (table, undisturbed):
            one.match = one.refold()
            for _ in one.steps(5):
                pass
        assert table.match.scores() == undisturbed.match.scores()

    def test_those_who_remain_may_have_agreed_to_stop(self) -> None:
        table = TimedMatch(Clock(turn_seconds=3600, on_timeout="replace"), 3)
        lay(table, 1, 2)
        for number in (1, 2):
            table.do(number, lobby.vote, "abandon", agree=True)
        table.now += HOUR
        table.run_out()
        assert table.match.table.phase == "abandoned"
        assert verify(table.records, GAMES).failures == []


class TestTerms:
    def test_the_host_sets_changes_and_takes_away_the_clock_in_the_lobby(self) -> None:
        match = lobby.create(GAME, bytes(32), user(0), lobby.Terms(2, {})).match

        def change(*terms: Any) -> list[Any]:  # noqa: ANN401 - any of the terms
            batch = Batch(match, user(0))
            lobby.set_terms(batch, user(0), *terms)
            return [type(entry.event) for entry in batch.entries]

        assert change(None, None, TURN) == [life.ClockSet]
        assert match.table.clock == TURN
        assert change(None, "New title", BANK) == [life.TermsSet, life.ClockSet]
        assert change(None, "Other title") == [life.TermsSet]
        assert match.table.clock == BANK
        assert change(None, None, None) == [life.ClockSet]
        assert match.table.clock is None

    def test_a_bad_clock_changes_nothing(self) -> None:
        bad = Clock(turn_seconds=0)
        with pytest.raises(BadOptions):
            lobby.create(GAME, bytes(32), user(0), lobby.Terms(2, {}, clock=bad))
        match = lobby.create(GAME, bytes(32), user(0), lobby.Terms(2, {})).match
        batch = Batch(match, user(0))
        with pytest.raises(BadOptions):
            lobby.set_terms(batch, user(0), None, "New title", bad)
        assert batch.entries == []


class TestProof:
    def whole_lifecycle(self) -> TimedMatch:
        """A game in which everything happens that a clock can bring about."""
        table, turn, other = at_errands(Clock(turn_seconds=24 * 3600, bank_seconds=3600, increment_seconds=60))
        table.do(other, overtime.extend, turn)
        table.now += HOUR
        table.play(turn, GIFT)
        table.undo(turn)
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        table.now += DAY
        table.do(other, lobby.vote, "resume", agree=True)
        table.do(turn, overtime.announce_absence, table.now, table.now + DAY)
        table.now += 10 * DAY
        table.run_out()
        table.caretaker(turn, SELL)
        for _ in table.steps(2):
            table.now += HOUR
        return table

    def replaced(self) -> TimedMatch:
        table = TimedMatch(Clock(turn_seconds=3600, on_timeout="replace"))
        table.now += HOUR
        table.run_out()
        for number in (6, 7):
            table.do(number, lobby.join, None)
        for _ in table.steps(2):
            table.now += HOUR // 10
        return table

    def test_whatever_happened_to_the_clocks_is_decided_again(self) -> None:
        for table in (self.whole_lifecycle(), self.replaced()):
            report = verify(table.records, GAMES)
            assert (report.failures, report.judged) == ([], True)

    def test_folding_the_log_gives_the_same_clocks(self) -> None:
        for table in (self.whole_lifecycle(), self.replaced()):
            assert state_bytes(table.refold()) == state_bytes(table.match)

    def test_a_caretaker_who_came_unasked_is_found_out(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.caretaker(turn, SELL)
        version = len(table.records) - 2
        for _ in table.steps(2):
            pass
        (failure,) = verify(table.records, GAMES).failures
        assert (failure.version, failure.reason) == (version, f"seat {turn} had time left to choose for itself")

    def test_time_that_was_not_over_is_found_out(self) -> None:
        table, turn, _ = at_errands(TURN)
        batch = Batch(table.match, SYSTEM)
        batch.emit(life.TimeRanOut(at=table.now + DAY - 1, seat=turn, then="caretaker"))
        version = len(table.records) + 1
        table.keep(batch)
        for _ in table.steps(2):
            pass
        (failure,) = verify(table.records, GAMES).failures
        assert (failure.version, "Nobody’s time has run out" in failure.reason) == (version, True)

    def test_an_anonymous_copy_tells_how_long_it_took_and_not_when(self) -> None:
        table = self.whole_lifecycle()
        copy = anonymised(GAME, table.secret, table.records)
        report = verify(copy, GAMES)
        assert (report.failures, report.judged) == ([], True)
        turns = [event.event for event in read(table.codec, copy) if isinstance(event.event, life.ClocksTurned)]
        assert (turns[0].at, max(turn.at for turn in turns) < BEGIN) == (0, True)

    def test_what_the_clocks_tell_hides_nothing_and_shows_nothing(self) -> None:
        kinds = {kind.__name__ for kind in (life.ClocksTurned, life.TimeRanOut, life.CaretakerPlayed)}
        table = TimedMatch(TURN, 3)
        other = TimedMatch(TURN, 3)
        table.play(Seat(0), cmd.LayCard(card=table.match.state.hands[0][0]))
        other.play(Seat(0), cmd.LayCard(card=other.match.state.hands[0][-1]))
        for one, two in zip(table.records, other.records, strict=True):
            if one.envelope().type in kinds:
                assert one.envelope().data == two.envelope().data
                assert redact(one, None) == one
