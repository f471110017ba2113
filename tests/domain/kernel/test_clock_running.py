"""Clocks at a table: whose run, what they are charged for, and what people may do about them."""

from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import lifecycle as life
from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock, Window
from domain.kernel.errors import NotAllowed, NotYourSeat, UndoBarred
from domain.kernel.game import Step
from domain.kernel.ids import Seat
from domain.kernel.match import Batch
from domain.kernel.timekeeping import reminders
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


class TestRunning:
    def test_a_table_without_a_clock_has_no_deadlines_and_no_clock_events(self) -> None:
        table = TimedMatch(None)
        lay(table, 0, 1)
        assert table.match.table.due() is None
        assert not {life.ClocksTurned, life.ClockSet} & set(newest(table, len(table.records)))

    def test_everyone_who_owes_a_choice_is_on_the_clock_from_the_start(self) -> None:
        table = TimedMatch(TURN, 3)
        assert [table.left(seat) for seat in range(3)] == [DAY, DAY, DAY]
        assert table.match.table.due() == BEGIN + DAY

    def test_a_seat_that_has_chosen_is_off_the_clock_and_a_new_turn_is_a_new_time(self) -> None:
        table = TimedMatch(TURN)
        table.now += HOUR
        lay(table, 0)
        assert (table.left(0), table.left(1)) == (None, DAY - HOUR)
        table.now += HOUR
        lay(table, 1)
        turn = table.match.state.public.turn
        assert (table.left(turn), table.left(1 - turn)) == (DAY, None)

    def test_a_long_turn_is_one_turn(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.now += HOUR
        before = len(table.records)
        table.play(turn, SELL)
        assert life.ClocksTurned not in newest(table, len(table.records) - before)
        assert table.left(turn) == DAY - HOUR

    def test_a_question_to_somebody_else_interrupts_a_turn(self) -> None:
        table, turn, other = at_errands(TURN)
        table.now += HOUR
        table.play(turn, GIFT)
        assert (table.left(turn), table.left(other)) == (None, DAY)
        table.now += 2 * HOUR
        table.play(other, cmd.AnswerGift(take="coin"))
        assert (table.left(turn), table.left(other)) == (DAY - HOUR, None)

    def test_nobody_is_on_the_clock_while_the_system_scores(self) -> None:
        table, turn, other = at_errands(TURN)
        for seat in (turn, other):
            table.play(seat, SELL, SELL, cmd.EndTurn())
        assert isinstance(table.match.to_act(), Step)
        assert table.match.table.due() is None
        table.resolve()
        assert table.match.table.due() == table.now + DAY

    def test_a_clock_that_lags_behind_takes_and_gives_nothing(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.now -= HOUR
        table.play(turn, GIFT)
        assert table.match.table.due() == BEGIN - HOUR + DAY
        assert table.match.table.clocks.resting[0].left == DAY

    @pytest.mark.parametrize(("thought", "left"), [(10, 15), (24, 1), (30, 1)])
    def test_a_bank_is_spent_and_grows_with_each_finished_turn(self, thought: int, left: int) -> None:
        table, turn, other = at_errands(BANK)
        assert table.left(turn) == 25 * HOUR  # laying a card was a turn
        table.now += thought * HOUR
        table.play(turn, SELL, SELL, cmd.EndTurn())
        assert table.match.table.clocks.banks[turn] == max(0, 25 - thought) * HOUR + HOUR
        assert table.left(other) == 25 * HOUR
        assert left in {25 - thought, 1}

    def test_the_time_of_a_turn_is_used_before_the_bank(self) -> None:
        table, turn, _ = at_errands(Clock(turn_seconds=3600, bank_seconds=3600))
        table.now += HOUR // 2
        table.play(turn, SELL, SELL, cmd.EndTurn())
        assert table.match.table.clocks.banks[turn] == HOUR

    def test_the_night_does_not_count(self) -> None:
        rome = Window(zone="Europe/Rome", opens="08:00", closes="22:00")
        table = TimedMatch(Clock(turn_seconds=2 * 14 * 3600, window=rome))
        assert table.left(0) == 2 * DAY - HOUR  # from Friday 13:00 to Sunday 13:00, when the clocks were put forward

    def test_reminders_come_at_half_and_at_nine_tenths(self) -> None:
        table, turn, _ = at_errands(Clock(turn_seconds=36_000))
        clock, clocks = table.match.table.clock, table.match.table.clocks
        assert clock is not None
        assert reminders(clock, clocks, turn) == {50: BEGIN + 5 * HOUR, 90: BEGIN + 9 * HOUR}
        table.now += 6 * HOUR
        table.do(turn, overtime.announce_absence, table.now, table.now + DAY)
        clocks = table.match.table.clocks
        assert reminders(clock, clocks, turn) == {50: BEGIN + DAY + 6 * HOUR, 90: BEGIN + DAY + 9 * HOUR}


class TestUndo:
    def test_time_that_went_by_is_not_given_back_and_no_clock_is_wound_up(self) -> None:
        table, turn, other = at_errands(BANK)
        table.now += HOUR
        table.play(turn, GIFT)
        table.now += 2 * HOUR
        table.undo(turn)
        assert (table.left(turn), table.left(other)) == (24 * HOUR, None)
        table.play(turn, GIFT)
        assert table.left(other) == 23 * HOUR

    def test_a_withdrawn_card_goes_on_with_the_time_that_was_left(self) -> None:
        table = TimedMatch(BANK, 3)
        for _ in range(3):
            table.now += HOUR
            lay(table, 0)
            table.now += HOUR
            table.play(Seat(0), cmd.TakeCardBack())
        assert table.left(0) == 21 * HOUR

    def test_what_happens_to_the_clocks_does_not_bar_an_undo(self) -> None:
        table, turn, other = at_errands(TURN)
        table.play(turn, GIFT)
        table.do(turn, overtime.extend, other)
        table.do(other, overtime.announce_absence, BEGIN, BEGIN + DAY)
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        table.undo(turn)
        clocks = table.match.table.clocks
        assert (clocks.paused, len(clocks.absences)) == (True, 1)
        assert SELL in table.match.legal(turn)

    def test_nobody_takes_back_what_a_caretaker_chose(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.now += DAY
        table.run_out()
        table.caretaker(turn, SELL)
        with pytest.raises(UndoBarred):
            table.undo(turn)


class TestPause:
    def test_everyone_must_agree_and_then_no_time_goes_by(self) -> None:
        table, turn, _ = at_errands(TURN, 3)
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        assert table.left(turn) == DAY
        table.now += HOUR
        table.do(2, lobby.vote, "pause", agree=True)
        assert (table.left(turn), table.match.table.votes.get("pause")) == (None, None)
        table.now += 100 * DAY
        table.do(0, lobby.vote, "resume", agree=True)
        assert table.left(turn) is None
        table.do(1, lobby.vote, "resume", agree=True)
        assert table.left(turn) == DAY - HOUR

    def test_half_of_the_people_end_a_pause(self) -> None:
        table, turn, _ = at_errands(TURN)
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        table.do(turn, lobby.vote, "resume", agree=True)
        assert table.left(turn) == DAY

    def test_who_wants_to_may_play_on(self) -> None:
        table, turn, other = at_errands(TURN)
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        table.play(turn, SELL, SELL, cmd.EndTurn())
        assert table.left(other) is None
        table.do(0, lobby.vote, "resume", agree=True)
        assert table.left(other) == DAY

    def test_only_running_clocks_are_paused_and_only_paused_ones_resumed(self) -> None:
        table, _, _ = at_errands(TURN)
        assert forbidden(table, table.do, 0, lobby.vote, "resume", agree=True) == "cannot_resume"
        for number in (0, 1):
            table.do(number, lobby.vote, "pause", agree=True)
        assert forbidden(table, table.do, 0, lobby.vote, "pause", agree=True) == "cannot_pause"
        assert forbidden(TimedMatch(None), TimedMatch(None).do, 0, lobby.vote, "pause", agree=True) == "cannot_pause"


class TestExtensions:
    def test_an_opponent_gives_time_as_often_as_the_clock_allows(self) -> None:
        clock = Clock(turn_seconds=24 * 3600, extension_seconds=7200, most_extensions=2)
        table, turn, other = at_errands(clock)
        table.now += HOUR
        for _ in range(2):
            table.do(other, overtime.extend, turn)
        assert table.left(turn) == DAY + 3 * HOUR
        assert forbidden(table, table.do, other, overtime.extend, turn) == "no_more_extensions"
        table.play(turn, SELL, SELL, cmd.EndTurn())
        assert table.left(other) == DAY
        table.do(turn, overtime.extend, other)
        assert table.left(other) == DAY + 2 * HOUR

    def test_nobody_extends_his_own_time_or_that_of_who_owes_nothing(self) -> None:
        table, turn, other = at_errands(TURN)
        assert forbidden(table, table.do, turn, overtime.extend, turn) == "own_extension"
        assert forbidden(table, table.do, turn, overtime.extend, other) == "not_on_the_clock"
        assert forbidden(table, table.do, turn, overtime.extend, Seat(7)) == "not_on_the_clock"
        with pytest.raises(NotYourSeat):
            table.do(9, overtime.extend, turn)

    def test_an_extension_after_the_time_ran_out_is_whole(self) -> None:
        table, turn, other = at_errands(Clock(turn_seconds=3600, on_timeout="wait", extension_seconds=3600))
        table.now += 50 * HOUR
        table.run_out()
        assert table.left(turn) is None
        table.now += 50 * HOUR
        table.do(other, overtime.extend, turn)
        assert table.left(turn) == HOUR


class TestVacation:
    @pytest.mark.parametrize(
        ("policy", "own", "others"),
        [("pause", 3 * DAY, 3 * DAY), ("wait", 3 * DAY, DAY), ("caretaker", HOUR, DAY)],
    )
    def test_an_absence_stops_every_clock_one_clock_or_none(
        self, policy: Literal["pause", "wait", "caretaker"], own: int, others: int
    ) -> None:
        table = TimedMatch(Clock(turn_seconds=24 * 3600, on_vacation=policy))
        table.do(0, overtime.announce_absence, BEGIN + HOUR, BEGIN + HOUR + 2 * DAY)
        assert (table.left(0), table.left(1)) == (own, others)

    def test_a_caretaker_plays_for_who_is_away_whatever_else_follows_a_timeout(self) -> None:
        table = TimedMatch(Clock(on_vacation="caretaker", on_timeout="replace"))
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + DAY)
        table.run_out()
        assert [table.match.table.bot_of(Seat(seat)) for seat in (0, 1)] == ["centurio", None]

    def test_nobody_loses_a_seat_since_the_server_was_away_when_the_vacation_ended(self) -> None:
        table = TimedMatch(Clock(on_vacation="caretaker", on_timeout="replace"))
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + HOUR)
        table.now += 2 * HOUR
        table.run_out()
        assert [table.match.table.bot_of(Seat(seat)) for seat in (0, 1)] == ["centurio", None]

    def test_who_comes_back_sooner_is_on_the_clock_again(self) -> None:
        table = TimedMatch(TURN)
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + 5 * DAY)
        table.now += DAY
        table.do(0, overtime.announce_absence, 0, 0)
        assert table.left(0) == DAY

    def test_vacation_is_limited_and_counts_as_announced(self) -> None:
        table = TimedMatch(Clock(vacation_days=5))
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + 4 * DAY)
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN + 2 * DAY) == "too_long_away"
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN - DAY) == "back_before_away"
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + DAY)
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN + 1) == "too_long_away"

    def test_there_is_no_vacation_without_a_clock_or_before_the_start(self) -> None:
        plain = TimedMatch(None)
        assert forbidden(plain, plain.do, 0, overtime.announce_absence, BEGIN, BEGIN + DAY) == "no_clock"
        batch = lobby.create(GAME, bytes(32), user(0), lobby.Terms(2, {}, clock=TURN))
        with pytest.raises(NotAllowed, match="not_playing"):
            overtime.announce_absence(Batch(batch.match, user(0)), user(0), BEGIN, BEGIN + DAY)


@given(st.lists(st.tuples(st.sampled_from(["think", "play", "undo", "extend", "pause"]), st.integers(1, 50))))
@settings(max_examples=60, deadline=None)
def test_no_sequence_of_requests_gives_anybody_more_time_than_was_granted(acts: list[tuple[str, int]]) -> None:
    """Time per turn only, so that what is left can never be more than a turn and its extensions."""
    table, _, _ = at_errands(
        Clock(turn_seconds=24 * 3600, extension_seconds=3600, most_extensions=2, on_timeout="wait")
    )
    for act, number in acts:
        waiting = table.match.to_act()
        if isinstance(waiting, Step) or table.match.table.over:
            break
        seat = waiting[0]
        try:
            if act == "think":
                table.now += number * HOUR // 10
            elif act == "play":
                options = table.match.legal(seat)
                table.play(seat, options[number % len(options)])
            elif act == "undo":
                table.undo(Seat(number % 2))
            elif act == "extend":
                table.do(1 - seat, overtime.extend, seat)
            else:
                table.do(number % 2, lobby.vote, "resume" if table.match.table.clocks.paused else "pause", agree=True)
        except (NotAllowed, UndoBarred):
            continue
        for run in (*table.match.table.clocks.running, *table.match.table.clocks.resting):
            assert 0 <= run.left <= run.allowed <= DAY + run.extensions * HOUR <= DAY + 2 * HOUR
