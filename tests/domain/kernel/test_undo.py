"""Undo on both sides of the barrier: what a seat may take back, what bars it, and what the log keeps."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import lobby
from domain.kernel.errors import UndoBarred
from domain.kernel.game import PointsScored, Step
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.lifecycle import ChoicesUndone, VoteCast
from domain.kernel.log import read
from domain.kernel.match import Batch
from domain.kernel.undo import effective, take_back
from domain.kernel.words import Catalogue
from tests.domain.kernel.scenes import dealt, lay_lowest, revealed
from tests.kit.logged_match import LoggedMatch, state_bytes
from tests.kit.taberna.commands import AnswerGift, EndTurn, RunErrand, TakeCardBack, Tip

SELL = RunErrand(what="sell")
GIFT = RunErrand(what="gift")
FEAST = RunErrand(what="feast")
DRAW = RunErrand(what="draw")


def head(logged: LoggedMatch) -> Version:
    return Version(len(logged.records))


def barred(logged: LoggedMatch, seat: Seat, to_version: Version | None = None) -> str:
    """The reason of a refused undo, which changes nothing and has words for the player."""
    before = state_bytes(logged.match), logged.head
    with pytest.raises(UndoBarred) as refusal:
        logged.undo(seat, to_version)
    assert (state_bytes(logged.match), logged.head) == before
    assert Catalogue.load("domain.kernel").say(f"undo.{refusal.value.reason}", {})
    return refusal.value.reason


def newest(logged: LoggedMatch) -> object:
    return read(logged.codec, logged.records[-1:])[0].event


class TestTaken:
    def test_the_last_batch_is_taken_back_whole(self) -> None:
        logged, seat, _ = revealed()
        before, start = state_bytes(logged.match), head(logged)
        logged.play(seat, FEAST, SELL, SELL)
        end = head(logged)
        logged.undo(seat)
        assert state_bytes(logged.match) == before
        assert newest(logged) == ChoicesUndone(seat=seat, spans=((start + 1, end),))

    def test_only_the_last_batch_unless_asked_for_more(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL)
        before = state_bytes(logged.match)
        logged.play(seat, SELL)
        logged.undo(seat)
        assert state_bytes(logged.match) == before

    def test_all_batches_after_a_version(self) -> None:
        logged, seat, _ = revealed()
        before, start = state_bytes(logged.match), head(logged)
        edges = [start]
        for command in (SELL, SELL, Tip()):
            logged.play(seat, command)
            edges.append(head(logged))
        logged.undo(seat, start)
        assert state_bytes(logged.match) == before
        spans = tuple((first + 1, last) for first, last in itertools.pairwise(edges))
        assert newest(logged) == ChoicesUndone(seat=seat, spans=spans)

    def test_again_and_again_back_to_the_barrier(self) -> None:
        logged, seat, _ = revealed()
        states = []
        for command in (SELL, SELL, Tip()):
            states.append(state_bytes(logged.match))
            logged.play(seat, command)
        for before in reversed(states):
            logged.undo(seat)
            assert state_bytes(logged.match) == before
        assert barred(logged, seat) in {"revealed", "nothing"}

    def test_choosing_anew_and_taking_back_again_skips_what_was_retracted_before(self) -> None:
        logged, seat, _ = revealed()
        before, start = state_bytes(logged.match), head(logged)
        logged.play(seat, SELL)
        logged.undo(seat)
        again = head(logged)
        logged.play(seat, GIFT)
        logged.undo(seat, start)
        assert state_bytes(logged.match) == before
        assert newest(logged) == ChoicesUndone(seat=seat, spans=((again + 1, again + 3),))

    def test_undo_then_redo_is_identity(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, FEAST, SELL)
        after = state_bytes(logged.match)
        logged.undo(seat)
        logged.play(seat, FEAST, SELL)
        assert state_bytes(logged.match) == after

    def test_a_choice_that_awaits_a_neighbour_s_answer(self) -> None:
        logged, seat, neighbour = revealed()
        before = state_bytes(logged.match)
        logged.play(seat, GIFT)
        assert logged.match.to_act() == (neighbour,)
        logged.undo(seat)
        assert state_bytes(logged.match) == before

    def test_an_answer_out_of_turn_and_then_what_it_answered(self) -> None:
        logged, seat, neighbour = revealed()
        before = state_bytes(logged.match)
        logged.play(seat, GIFT)
        logged.play(neighbour, AnswerGift(take="point"))
        logged.undo(neighbour)
        logged.undo(seat)
        assert state_bytes(logged.match) == before

    def test_a_vote_in_between_neither_bars_nor_falls(self) -> None:
        logged, seat, neighbour = revealed()
        start = head(logged)
        logged.play(seat, SELL)
        self._vote(logged, neighbour)
        logged.play(seat, SELL)
        self._vote(logged, seat, agree=False)
        logged.undo(seat, start)
        assert logged.match.table.votes == {"abandon": [neighbour]}
        assert logged.match.state.public.coins == [0, 0]

    def _vote(self, logged: LoggedMatch, seat: Seat, *, agree: bool = True) -> None:
        batch = Batch(logged.match, seat)
        batch.emit(VoteCast(seat=seat, motion="abandon", agree=agree))
        logged.keep(batch)


class TestBarred:
    def test_by_a_draw(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, DRAW)
        assert barred(logged, seat) == "revealed"

    def test_by_a_draw_at_the_end_of_the_batch(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL, DRAW)
        assert barred(logged, seat) == "revealed"

    def test_by_a_draw_behind_what_was_asked_for(self) -> None:
        logged, seat, _ = revealed()
        start = head(logged)
        logged.play(seat, DRAW)
        logged.play(seat, SELL)
        assert barred(logged, seat, start) == "revealed"

    def test_by_a_turn_that_passed_on(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL, SELL)
        logged.play(seat, EndTurn())
        assert barred(logged, seat) == "passed"

    def test_by_a_forced_choice_that_passed_the_turn_on(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, FEAST)
        for _ in range(2):
            logged.play(seat, DRAW)
        logged.play(seat, SELL)
        logged.play(seat, Tip())
        assert logged.match.state.public.turn != seat
        assert barred(logged, seat) == "passed"

    def test_by_someone_else_s_choice_at_the_head(self) -> None:
        logged, seat, neighbour = revealed()
        logged.play(seat, GIFT)
        logged.play(neighbour, AnswerGift(take="coin"))
        assert barred(logged, seat) == "nothing"

    def test_by_someone_who_resigned_meanwhile(self) -> None:
        logged, seat, neighbour = revealed(3)
        logged.play(seat, SELL)
        batch = Batch(logged.match, UserId(f"user-{neighbour}"))
        lobby.resign(batch, UserId(f"user-{neighbour}"))
        logged.keep(batch)
        assert barred(logged, seat) == "nothing"

    def test_by_the_reveal_of_the_seat_s_own_secret_choice(self) -> None:
        logged, _, _ = revealed()
        assert barred(logged, Seat(1)) == "revealed"

    def test_inside_a_batch(self) -> None:
        logged, seat, _ = revealed()
        start = head(logged)
        logged.play(seat, SELL, SELL)
        assert barred(logged, seat, Version(start + 1)) == "inside"

    @pytest.mark.parametrize("ahead", [0, 1, 100])
    def test_at_the_head_there_is_nothing_to_take_back(self, ahead: int) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL)
        assert barred(logged, seat, Version(head(logged) + ahead)) == "nothing"

    def test_before_the_first_choice_of_the_game(self) -> None:
        assert barred(dealt(), Seat(0)) == "nothing"


class TestSecretChoice:
    def test_a_laid_card_at_the_head_can_be_undone(self) -> None:
        logged = dealt()
        before = state_bytes(logged.match)
        lay_lowest(logged, Seat(0))
        logged.undo(Seat(0))
        assert state_bytes(logged.match) == before

    def test_under_another_seat_s_card_it_can_only_be_withdrawn(self) -> None:
        logged = dealt(3)
        before = logged.match.copy().state
        lay_lowest(logged, Seat(0))
        lay_lowest(logged, Seat(1))
        assert barred(logged, Seat(0)) == "nothing"
        logged.play(Seat(0), TakeCardBack())
        assert logged.match.state.hands[0] == before.hands[0]
        assert logged.match.state.laid[1] == before.hands[1][0]


class TestLog:
    def test_retracted_choices_stay_readable_and_no_longer_count(self) -> None:
        logged, seat, _ = revealed()
        logged.play(seat, SELL, SELL)
        logged.play(seat, Tip())
        logged.undo(seat)
        log = read(logged.codec, logged.records)
        assert [type(entry.event).__name__ for entry in log[-3:]] == ["CoinsGained", "PointsScored", "ChoicesUndone"]
        counted = effective(log)
        assert len(counted) == len(log) - 2
        assert not any(isinstance(event, PointsScored) for event in counted)
        assert logged.match.scores() == [0, 0]

    def test_the_end_of_the_log_is_enough(self) -> None:
        logged, seat, _ = revealed()
        start = head(logged)
        logged.play(seat, SELL)
        logged.play(seat, GIFT)
        log = read(logged.codec, logged.records)
        assert take_back(log[start:], seat, start) == take_back(log, seat, start)

    @given(st.integers(0, 2**32))
    def test_any_mixture_of_choices_and_undos_leaves_the_choices_that_stand(self, seed: int) -> None:
        rng = random.Random(seed)
        logged = dealt(rng.choice([2, 3]), seed)
        stood = [state_bytes(logged.match)]
        for _ in range(40):
            waiting = logged.match.to_act()
            if isinstance(waiting, Step) or not waiting:
                break
            if rng.random() < 0.4 and self._undone(logged, rng):
                stood.pop()
                assert state_bytes(logged.match) == stood[-1]
            else:
                seat = rng.choice(waiting)
                logged.play(seat, rng.choice(logged.match.legal(seat)))
                stood.append(state_bytes(logged.match))
        assert state_bytes(logged.refold()) == stood[-1]

    def _undone(self, logged: LoggedMatch, rng: random.Random) -> bool:
        try:
            logged.undo(Seat(rng.randrange(len(logged.match.table.chairs))))
        except UndoBarred:
            return False
        return True


def test_every_reason_has_words_and_every_word_is_a_reason() -> None:
    keys = Catalogue.load("domain.kernel").languages["en"]
    assert {key for key in keys if key.startswith("undo.")} == {
        "undo.inside",
        "undo.nothing",
        "undo.passed",
        "undo.revealed",
        "undo.too_often",
    }
