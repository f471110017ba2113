"""Clocks at a table: whose run, what they are charged for, and what happens when one runs out."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import lifecycle as life
from domain.kernel import lobby, overtime
from domain.kernel.clock import Clock, Window
from domain.kernel.envelope import redact
from domain.kernel.errors import BadOptions, NotAllowed, NotYourSeat, UndoBarred
from domain.kernel.game import Step
from domain.kernel.ids import Seat
from domain.kernel.match import Batch
from domain.kernel.proof import verify
from domain.kernel.replay import read
from domain.kernel.timekeeping import reminders
from domain.registry import Registry
from tests.kit.sitting import state_bytes
from tests.kit.taberna import GAME
from tests.kit.taberna import commands as cmd
from tests.kit.timed import BEGIN, DAY, HOUR, TimedSitting, user

GAMES = Registry([GAME])
GIFT, SELL = cmd.RunErrand(what="gift"), cmd.RunErrand(what="sell")
TURN = Clock(turn_seconds=24 * 3600)
BANK = Clock(turn_seconds=0, bank_seconds=24 * 3600, increment_seconds=3600)


def lay(table: TimedSitting, *seats: int) -> None:
    for seat in seats:
        table.play(Seat(seat), cmd.LayCard(card=table.match.state.hands[seat][0]))


def at_errands(clock: Clock, players: int = 2) -> tuple[TimedSitting, Seat, Seat]:
    """The cards are revealed: the table, the seat whose turn it is, and its neighbour."""
    table = TimedSitting(clock, players)
    lay(table, *range(players))
    turn = table.match.state.public.turn
    return table, turn, Seat((turn + 1) % players)


def forbidden(table: TimedSitting, what: Any, *args: Any, **more: Any) -> str:  # noqa: ANN401 - whatever is asked
    before = state_bytes(table.match)
    with pytest.raises(NotAllowed) as refusal:
        what(*args, **more)
    assert state_bytes(table.match) == before
    return refusal.value.reason


def events(table: TimedSitting, last: int) -> list[type]:
    return [type(entry.event) for entry in read(table.codec, table.records[-last:])]


class TestRunning:
    def test_a_table_without_a_clock_has_no_deadlines_and_no_clock_events(self) -> None:
        table = TimedSitting(None)
        lay(table, 0, 1)
        assert table.match.table.due() is None
        assert not {life.ClocksTurned, life.ClockSet} & set(events(table, len(table.records)))

    def test_everyone_who_owes_a_choice_is_on_the_clock_from_the_start(self) -> None:
        table = TimedSitting(TURN, 3)
        assert [table.left(seat) for seat in range(3)] == [DAY, DAY, DAY]
        assert table.match.table.due() == BEGIN + DAY

    def test_a_seat_that_has_chosen_is_off_the_clock_and_a_new_turn_is_a_new_time(self) -> None:
        table = TimedSitting(TURN)
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
        assert life.ClocksTurned not in events(table, len(table.records) - before)
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
        table = TimedSitting(Clock(turn_seconds=2 * 14 * 3600, window=rome))
        assert table.left(0) == 2 * DAY - HOUR  # from Friday 13:00 to Sunday 13:00, when the clocks were put forward

    def test_reminders_come_at_half_and_at_nine_tenths(self) -> None:
        table, turn, _ = at_errands(Clock(turn_seconds=36_000))
        clock, clocks = table.match.table.clock, table.match.table.clocks
        assert clock is not None
        assert reminders(clock, clocks, turn) == [BEGIN + 5 * HOUR, BEGIN + 9 * HOUR]
        table.now += 6 * HOUR
        table.do(turn, overtime.announce_absence, table.now, table.now + DAY)
        clocks = table.match.table.clocks
        assert reminders(clock, clocks, turn) == [BEGIN + DAY + 9 * HOUR]


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
        table = TimedSitting(BANK, 3)
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
        assert (
            forbidden(TimedSitting(None), TimedSitting(None).do, 0, lobby.vote, "pause", agree=True) == "cannot_pause"
        )


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
    def test_an_absence_stops_every_clock_one_clock_or_none(self, policy: Any, own: int, others: int) -> None:  # noqa: ANN401
        table = TimedSitting(Clock(turn_seconds=24 * 3600, on_vacation=policy))
        table.do(0, overtime.announce_absence, BEGIN + HOUR, BEGIN + HOUR + 2 * DAY)
        assert (table.left(0), table.left(1)) == (own, others)

    def test_a_caretaker_plays_for_who_is_away_whatever_else_follows_a_timeout(self) -> None:
        table = TimedSitting(Clock(on_vacation="caretaker", on_timeout="replace"))
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + DAY)
        table.run_out()
        assert [table.match.table.bot_of(Seat(seat)) for seat in (0, 1)] == ["random", None]

    def test_who_comes_back_sooner_is_on_the_clock_again(self) -> None:
        table = TimedSitting(TURN)
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + 5 * DAY)
        table.now += DAY
        table.do(0, overtime.announce_absence, 0, 0)
        assert table.left(0) == DAY

    def test_vacation_is_limited_and_counts_as_announced(self) -> None:
        table = TimedSitting(Clock(vacation_days=5))
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + 4 * DAY)
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN + 2 * DAY) == "too_long_away"
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN - DAY) == "too_long_away"
        table.do(0, overtime.announce_absence, BEGIN, BEGIN + DAY)
        assert forbidden(table, table.do, 0, overtime.announce_absence, BEGIN, BEGIN + 1) == "too_long_away"

    def test_there_is_no_vacation_without_a_clock_or_before_the_start(self) -> None:
        plain = TimedSitting(None)
        assert forbidden(plain, plain.do, 0, overtime.announce_absence, BEGIN, BEGIN + DAY) == "no_clock"
        batch = lobby.create(GAME, bytes(32), user(0), lobby.Terms(2, {}, clock=TURN))
        with pytest.raises(NotAllowed, match="not_playing"):
            overtime.announce_absence(Batch(batch.match, user(0)), user(0), BEGIN, BEGIN + DAY)


class TestTimeout:
    def test_not_a_moment_too_early(self) -> None:
        table, turn, _ = at_errands(TURN)
        table.now += DAY - 1
        assert forbidden(table, table.run_out) == "not_due"
        table.now += 1
        table.run_out()
        assert events(table, 2) == [life.TimeRanOut, life.ClocksTurned]
        assert forbidden(table, table.run_out) == "not_due"
        assert table.match.table.clocks.run_of(turn) is not None

    def test_all_who_are_late_are_noted_together(self) -> None:
        table = TimedSitting(Clock(turn_seconds=3600, on_timeout="wait"), 3)
        table.now += HOUR
        lay(table, 1)
        table.run_out()
        assert events(table, 3) == [life.TimeRanOut, life.TimeRanOut, life.ClocksTurned]

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
        assert table.match.table.bot_of(turn) == "random"
        table.caretaker(turn, GIFT)
        marked = read(table.codec, table.records[-5:])
        assert marked[0].event == life.CaretakerPlayed(seat=turn, bot="random")
        assert [entry.actor for entry in marked] == ["system", turn, turn, turn, turn]
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
    def table(self) -> TimedSitting:
        """Seat 0, the host's, is open; seat 1 has laid its card."""
        table = TimedSitting(Clock(turn_seconds=3600, bank_seconds=3600, on_timeout="replace"), private=True)
        lay(table, 1)
        table.now += 2 * HOUR
        table.run_out()
        return table

    def test_the_seat_is_open_and_its_duties_go_on(self, table: TimedSitting) -> None:
        assert not table.match.table.chairs[0].taken
        assert (table.match.table.due(), table.match.table.bot_of(Seat(0))) == (None, None)
        assert table.match.table.host == user(1)

    def test_somebody_else_takes_over_with_the_hand_and_a_fresh_clock(self, table: TimedSitting) -> None:
        hand = table.match.state.hands[0]
        table.now += DAY
        table.do(5, lobby.join, None, "code")
        assert table.match.table.seat_of(user(5)) == 0
        assert (table.left(0), table.match.state.hands[0]) == (2 * HOUR, hand)
        lay(table, 0)

    def test_the_former_player_may_come_back_while_the_seat_is_open(self, table: TimedSitting) -> None:
        table.do(0, lobby.join, None)
        assert table.match.table.seat_of(user(0)) == 0
        assert forbidden(table, table.do, 5, lobby.join, None, "code") == "not_in_lobby"

    def test_a_stranger_needs_an_invitation_and_no_nonce_comes_so_late(self, table: TimedSitting) -> None:
        assert forbidden(table, table.do, 5, lobby.join, None) == "invitation_needed"
        assert forbidden(table, table.do, 5, lobby.join, "late", "code") == "not_in_lobby"
        assert forbidden(table, table.do, 1, lobby.join, None) == "already_seated"

    def test_the_host_may_give_the_seat_to_a_bot(self, table: TimedSitting) -> None:
        with pytest.raises(NotYourSeat):
            table.do(0, lobby.add_bot, "random")
        table.do(1, lobby.add_bot, "random")
        assert table.match.table.bot_of(Seat(0)) == "random"

    def test_draws_go_on_as_the_nonces_had_it(self) -> None:
        clock = Clock(turn_seconds=3600, on_timeout="replace")
        table, undisturbed = TimedSitting(clock), TimedSitting(clock)
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
        table = TimedSitting(Clock(turn_seconds=3600, on_timeout="replace"), 3)
        lay(table, 1, 2)
        for number in (1, 2):
            table.do(number, lobby.vote, "abandon", agree=True)
        table.now += HOUR
        table.run_out()
        assert table.match.table.phase == "abandoned"


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
    def eventful(self) -> TimedSitting:
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

    def replaced(self) -> TimedSitting:
        table = TimedSitting(Clock(turn_seconds=3600, on_timeout="replace"))
        table.now += HOUR
        table.run_out()
        for number in (6, 7):
            table.do(number, lobby.join, None)
        for _ in table.steps(2):
            table.now += HOUR // 10
        return table

    def test_whatever_happened_to_the_clocks_is_decided_again(self) -> None:
        for table in (self.eventful(), self.replaced()):
            report = verify(table.records, GAMES)
            assert (report.failures, report.judged) == ([], True)

    def test_folding_the_log_gives_the_same_clocks(self) -> None:
        for table in (self.eventful(), self.replaced()):
            assert state_bytes(table.refold()) == state_bytes(table.match)

    def test_what_the_clocks_tell_hides_nothing_and_shows_nothing(self) -> None:
        kinds = {kind.__name__ for kind in (life.ClocksTurned, life.TimeRanOut, life.CaretakerPlayed)}
        table = TimedSitting(TURN, 3)
        other = TimedSitting(TURN, 3)
        table.play(Seat(0), cmd.LayCard(card=table.match.state.hands[0][0]))
        other.play(Seat(0), cmd.LayCard(card=other.match.state.hands[0][-1]))
        for one, two in zip(table.records, other.records, strict=True):
            if one.envelope().type in kinds:
                assert one.envelope().data == two.envelope().data
                assert redact(one, None) == one


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
