"""What a view counts up for its readers is what the rules would count."""

from functools import cache

import pytest

from domain.kernel.game import PointsScored
from domain.kernel.ids import Seat
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import DATA
from domain.trajan.events import quarter
from domain.trajan.outlook import Outlook
from domain.trajan.phases.quarter import FINAL_SCORING
from domain.trajan.state import Owed, TrajanState
from domain.trajan.view import TrajanView
from tests.domain.trajan.positions import A, B, at_turn, performing, quarter_end, turn_began
from tests.kit import recordings
from tests.kit.scenario import given


def seen_by(state: TrajanState, seat: Seat | None = None) -> TrajanView:
    return GAME.view(state, seat)


def outlook(state: TrajanState) -> Outlook:
    return seen_by(state).outlook


@cache
def counts(name: str) -> list[tuple[Outlook, quarter.NeedsCounted | quarter.VotesCounted]]:
    """Every count of a recorded game, with what was foreseen right before it."""
    state, found = TrajanState(), []
    for entry in recordings.load(GAME, name).log:
        if isinstance(entry.event, quarter.NeedsCounted | quarter.VotesCounted):
            found.append((outlook(state), entry.event))
        if type(entry.event) in GAME.events:
            GAME.evolve(state, entry.event)
    return found


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_votes_and_unmet_needs_are_those_that_will_be_counted(name: str) -> None:
    for foreseen, counted in counts(name):
        if isinstance(counted, quarter.VotesCounted):
            assert (foreseen.votes, foreseen.vote_ranking) == (counted.votes, counted.ranking)
        else:
            needs = foreseen.needs[counted.seat]
            assert (needs.unmet, needs.points) == (counted.unmet, DATA.needs.penalty[counted.unmet])
            assert needs.met.count(False) == counted.unmet
    assert counts(name)


@pytest.mark.parametrize("name", recordings.names(GAME))
def test_the_score_now_is_the_final_scoring_once_it_comes(name: str) -> None:
    events = [entry.event for entry in recordings.load(GAME, name).log if type(entry.event) in GAME.events]
    due = events.index(quarter.StepDue(step=FINAL_SCORING)) + 1
    state = TrajanState()
    for event in events[:due]:
        GAME.evolve(state, event)
    foreseen = [
        (seat, source.source, source.points, source.detail)
        for seat, score in enumerate(outlook(state).scores_now)
        for source in score.sources
    ]
    final = [event for event in events[due:] if isinstance(event, PointsScored)]
    scored = [(it.seat, it.source, it.points, it.detail) for it in final if it.points]
    assert foreseen == scored
    for seat, score in enumerate(outlook(state).scores_now):
        assert score.points == sum(points for owner, _, points, _ in scored if owner == seat)


def test_seats_without_a_vote_are_counted_too() -> None:
    state = at_turn(3)
    state.public.senate = [[Seat(2), A], [], [B], [], [], [], [], []]
    state.public.mats[A].tiles = ["votes_2"]
    assert outlook(state).votes == (2, 3, 0)
    assert outlook(state).vote_ranking == (B, A, Seat(2))


def test_free_cells_are_those_where_one_can_build() -> None:
    state = performing("construction")
    state.public.mats[A].workers = ["A1", "B1"]
    cells = {command.cell for command in GAME.legal(state, A) if isinstance(command, cmd.Build)}
    assert cells == {*outlook(state).free_cells[A]} == {"A2", "B2", "C1"}


@pytest.mark.parametrize(
    ("time", "laps", "rounds", "to_round", "to_quarter"),
    [
        (0, 0, 0, 11, 44),
        (9, 0, 0, 2, 35),
        (2, 1, 0, 0, 31),
        (10, 0, 3, 1, 1),
        (2, 1, 3, 0, 0),
        (2, 2, 2, 0, 0),
    ],
)
def test_spaces_are_counted_to_the_end_of_round_and_quarter(
    time: int, laps: int, rounds: int, to_round: int, to_quarter: int
) -> None:
    state = at_turn()
    state.public.time, state.public.laps, state.public.rounds = time, laps, rounds
    assert (outlook(state).spaces_to_round_end, outlook(state).spaces_to_quarter_end) == (to_round, to_quarter)


@pytest.mark.parametrize(
    ("number", "laps", "last"),
    [(4, 1, (A,)), (4, 0, ()), (3, 1, ())],
)
def test_a_last_turn_is_the_one_in_which_the_last_lap_is_completed(
    number: int, laps: int, last: tuple[Seat, ...]
) -> None:
    state = at_turn()
    state.public.quarter, state.public.rounds, state.public.laps = number, 3, laps
    assert outlook(state).last_turns == last
    assert outlook(quarter_end(state)).last_turns == ()


def test_before_the_table_is_laid_there_is_nothing_to_count() -> None:
    assert outlook(TrajanState()) == Outlook()


def test_a_seat_alone_sees_what_it_drew_until_its_next_turn_begins() -> None:
    state = performing("port")
    state.drawn = []
    drawn = given(GAME, state).when(A, cmd.DrawCards()).state
    cards = seen_by(drawn, A).drawn
    assert sorted((*state.hands[A], *cards)) == drawn.hands[A]
    assert len(cards) == 2
    assert [seen_by(drawn, seat).drawn for seat in (B, None)] == [[], []]
    for seat, kept in ((B, cards), (A, [])):
        GAME.evolve(drawn, turn_began(seat))
        assert seen_by(drawn, A).drawn == kept


def test_starting_cards_are_drawn_cards_too() -> None:
    state = at_turn()
    state.public.owed, state.drawn = [Owed(A, "starting_card"), Owed(A, "starting_card")], []
    drawn = given(GAME, state).when(A, cmd.TakeStartingCard(pile="draw")).state
    assert seen_by(drawn, A).drawn == [state.draw_pile[-1]]
