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
from tests.kit.sitting import Sitting, state_bytes
from tests.kit.taberna.commands import AnswerGift, EndTurn, RunErrand, TakeCardBack, Tip

SELL = RunErrand(what="sell")
GIFT = RunErrand(what="gift")
FEAST = RunErrand(what="feast")
DRAW = RunErrand(what="draw")


def head(sitting: Sitting) -> Version:
    return Version(len(sitting.records))


def barred(sitting: Sitting, seat: Seat, to_version: Version | None = None) -> str:
    """The reason of a refused undo, which changes nothing and has words for the player."""
    before = state_bytes(sitting.match), sitting.head
    with pytest.raises(UndoBarred) as refusal:
        sitting.undo(seat, to_version)
    assert (state_bytes(sitting.match), sitting.head) == before
    assert Catalogue.load("domain.kernel").say(f"undo.{refusal.value.reason}", {})
    return refusal.value.reason


def newest(sitting: Sitting) -> object:
    return read(sitting.codec, sitting.records[-1:])[0].event


class TestTaken:
    def test_the_last_batch_is_taken_back_whole(self) -> None:
        sitting, seat, _ = revealed()
        before, start = state_bytes(sitting.match), head(sitting)
        sitting.play(seat, FEAST, SELL, SELL)
        end = head(sitting)
        sitting.undo(seat)
        assert state_bytes(sitting.match) == before
        assert newest(sitting) == ChoicesUndone(seat=seat, spans=((start + 1, end),))

    def test_only_the_last_batch_unless_asked_for_more(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, SELL)
        before = state_bytes(sitting.match)
        sitting.play(seat, SELL)
        sitting.undo(seat)
        assert state_bytes(sitting.match) == before

    def test_all_batches_after_a_version(self) -> None:
        sitting, seat, _ = revealed()
        before, start = state_bytes(sitting.match), head(sitting)
        edges = [start]
        for command in (SELL, SELL, Tip()):
            sitting.play(seat, command)
            edges.append(head(sitting))
        sitting.undo(seat, start)
        assert state_bytes(sitting.match) == before
        spans = tuple((first + 1, last) for first, last in itertools.pairwise(edges))
        assert newest(sitting) == ChoicesUndone(seat=seat, spans=spans)

    def test_again_and_again_back_to_the_barrier(self) -> None:
        sitting, seat, _ = revealed()
        states = []
        for command in (SELL, SELL, Tip()):
            states.append(state_bytes(sitting.match))
            sitting.play(seat, command)
        for before in reversed(states):
            sitting.undo(seat)
            assert state_bytes(sitting.match) == before
        assert barred(sitting, seat) in {"revealed", "nothing"}

    def test_choosing_anew_and_taking_back_again_skips_what_was_retracted_before(self) -> None:
        sitting, seat, _ = revealed()
        before, start = state_bytes(sitting.match), head(sitting)
        sitting.play(seat, SELL)
        sitting.undo(seat)
        again = head(sitting)
        sitting.play(seat, GIFT)
        sitting.undo(seat, start)
        assert state_bytes(sitting.match) == before
        assert newest(sitting) == ChoicesUndone(seat=seat, spans=((again + 1, again + 3),))

    def test_undo_then_redo_is_identity(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, FEAST, SELL)
        after = state_bytes(sitting.match)
        sitting.undo(seat)
        sitting.play(seat, FEAST, SELL)
        assert state_bytes(sitting.match) == after

    def test_a_choice_that_awaits_a_neighbour_s_answer(self) -> None:
        sitting, seat, neighbour = revealed()
        before = state_bytes(sitting.match)
        sitting.play(seat, GIFT)
        assert sitting.match.to_act() == (neighbour,)
        sitting.undo(seat)
        assert state_bytes(sitting.match) == before

    def test_an_answer_out_of_turn_and_then_what_it_answered(self) -> None:
        sitting, seat, neighbour = revealed()
        before = state_bytes(sitting.match)
        sitting.play(seat, GIFT)
        sitting.play(neighbour, AnswerGift(take="point"))
        sitting.undo(neighbour)
        sitting.undo(seat)
        assert state_bytes(sitting.match) == before

    def test_a_vote_in_between_neither_bars_nor_falls(self) -> None:
        sitting, seat, neighbour = revealed()
        start = head(sitting)
        sitting.play(seat, SELL)
        self._vote(sitting, neighbour)
        sitting.play(seat, SELL)
        self._vote(sitting, seat, agree=False)
        sitting.undo(seat, start)
        assert sitting.match.table.votes == {"abandon": [neighbour]}
        assert sitting.match.state.public.coins == [0, 0]

    def _vote(self, sitting: Sitting, seat: Seat, *, agree: bool = True) -> None:
        batch = Batch(sitting.match, seat)
        batch.emit(VoteCast(seat=seat, motion="abandon", agree=agree))
        sitting.keep(batch)


class TestBarred:
    def test_by_a_draw(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, DRAW)
        assert barred(sitting, seat) == "revealed"

    def test_by_a_draw_at_the_end_of_the_batch(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, SELL, DRAW)
        assert barred(sitting, seat) == "revealed"

    def test_by_a_draw_behind_what_was_asked_for(self) -> None:
        sitting, seat, _ = revealed()
        start = head(sitting)
        sitting.play(seat, DRAW)
        sitting.play(seat, SELL)
        assert barred(sitting, seat, start) == "revealed"

    def test_by_a_turn_that_passed_on(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, SELL, SELL)
        sitting.play(seat, EndTurn())
        assert barred(sitting, seat) == "passed"

    def test_by_a_forced_choice_that_passed_the_turn_on(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, FEAST)
        for _ in range(2):
            sitting.play(seat, DRAW)
        sitting.play(seat, SELL)
        sitting.play(seat, Tip())
        assert sitting.match.state.public.turn != seat
        assert barred(sitting, seat) == "passed"

    def test_by_someone_else_s_choice_at_the_head(self) -> None:
        sitting, seat, neighbour = revealed()
        sitting.play(seat, GIFT)
        sitting.play(neighbour, AnswerGift(take="coin"))
        assert barred(sitting, seat) == "nothing"

    def test_by_someone_who_resigned_meanwhile(self) -> None:
        sitting, seat, neighbour = revealed(3)
        sitting.play(seat, SELL)
        batch = Batch(sitting.match, UserId(f"user-{neighbour}"))
        lobby.resign(batch, UserId(f"user-{neighbour}"))
        sitting.keep(batch)
        assert barred(sitting, seat) == "nothing"

    def test_by_the_reveal_of_the_seat_s_own_secret_choice(self) -> None:
        sitting, _, _ = revealed()
        assert barred(sitting, Seat(1)) == "revealed"

    def test_inside_a_batch(self) -> None:
        sitting, seat, _ = revealed()
        start = head(sitting)
        sitting.play(seat, SELL, SELL)
        assert barred(sitting, seat, Version(start + 1)) == "inside"

    @pytest.mark.parametrize("ahead", [0, 1, 100])
    def test_at_the_head_there_is_nothing_to_take_back(self, ahead: int) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, SELL)
        assert barred(sitting, seat, Version(head(sitting) + ahead)) == "nothing"

    def test_before_the_first_choice_of_the_game(self) -> None:
        assert barred(dealt(), Seat(0)) == "nothing"


class TestSecretChoice:
    def test_a_laid_card_at_the_head_can_be_undone(self) -> None:
        sitting = dealt()
        before = state_bytes(sitting.match)
        lay_lowest(sitting, Seat(0))
        sitting.undo(Seat(0))
        assert state_bytes(sitting.match) == before

    def test_under_another_seat_s_card_it_can_only_be_withdrawn(self) -> None:
        sitting = dealt(3)
        before = sitting.match.copy().state
        lay_lowest(sitting, Seat(0))
        lay_lowest(sitting, Seat(1))
        assert barred(sitting, Seat(0)) == "nothing"
        sitting.play(Seat(0), TakeCardBack())
        assert sitting.match.state.hands[0] == before.hands[0]
        assert sitting.match.state.laid[1] == before.hands[1][0]


class TestLog:
    def test_retracted_choices_stay_readable_and_no_longer_count(self) -> None:
        sitting, seat, _ = revealed()
        sitting.play(seat, SELL, SELL)
        sitting.play(seat, Tip())
        sitting.undo(seat)
        log = read(sitting.codec, sitting.records)
        assert [type(entry.event).__name__ for entry in log[-3:]] == ["CoinsGained", "PointsScored", "ChoicesUndone"]
        counted = effective(log)
        assert len(counted) == len(log) - 2
        assert not any(isinstance(event, PointsScored) for event in counted)
        assert sitting.match.scores() == [0, 0]

    def test_the_end_of_the_log_is_enough(self) -> None:
        sitting, seat, _ = revealed()
        start = head(sitting)
        sitting.play(seat, SELL)
        sitting.play(seat, GIFT)
        log = read(sitting.codec, sitting.records)
        assert take_back(log[start:], seat, start) == take_back(log, seat, start)

    @given(st.integers(0, 2**32))
    def test_any_mixture_of_choices_and_undos_leaves_the_choices_that_stand(self, seed: int) -> None:
        rng = random.Random(seed)
        sitting = dealt(rng.choice([2, 3]), seed)
        stood = [state_bytes(sitting.match)]
        for _ in range(40):
            waiting = sitting.match.to_act()
            if isinstance(waiting, Step) or not waiting:
                break
            if rng.random() < 0.4 and self._undone(sitting, rng):
                stood.pop()
                assert state_bytes(sitting.match) == stood[-1]
            else:
                seat = rng.choice(waiting)
                sitting.play(seat, rng.choice(sitting.match.legal(seat)))
                stood.append(state_bytes(sitting.match))
        assert state_bytes(sitting.refold()) == stood[-1]

    def _undone(self, sitting: Sitting, rng: random.Random) -> bool:
        try:
            sitting.undo(Seat(rng.randrange(len(sitting.match.table.chairs))))
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
    }
