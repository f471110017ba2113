"""The course of recorded games: every version lies in one choice, and the growth of scores ends at the scores."""

from itertools import pairwise

import pytest

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Codec
from domain.kernel.rounds import round_heads
from domain.registry import GAMES
from services.story.course import END, course, round_at, turns
from services.story.ledger import ledger, totals
from services.story.score_growth import growth
from tests.kit import recordings
from tests.kit.appended_match import played_with_undos
from tests.kit.recordings import Recording

ROUNDS = {"forum-trajanum": 12, "trajan": 16}
"""What the rule books say; the third one knows no rounds."""
RECORDED = [recordings.load(game, recordings.names(game)[0]) for game in GAMES]


@pytest.fixture(params=RECORDED, ids=lambda recording: recording.game.meta.slug)
def recording(request: pytest.FixtureRequest) -> Recording:
    found: Recording = request.param
    return found


def test_choices_follow_each_other_without_gap_to_the_end(recording: Recording) -> None:
    choices = course(Codec(recording.game), recording.records)
    started = next(line.version for line in recording.log if isinstance(line.event, life.GameStarted))
    assert (choices[0].first, choices[-1].last) == (started, len(recording.records))
    assert all(one.last + 1 == other.first for one, other in pairwise(choices))


def test_a_turn_is_one_seats_and_the_next_one_is_another_turn(recording: Recording) -> None:
    found = turns(course(Codec(recording.game), recording.records))
    assert all(choice.seat == turn.seat for turn in found for choice in turn.choices)
    seats = {turn.seat for turn in found}
    assert seats >= set(range(len(recording.match().table.chairs)))


def test_rounds_are_counted_by_what_closes_them(recording: Recording) -> None:
    codec = Codec(recording.game)
    choices = course(codec, recording.records)
    numbers = [choice.round for choice in choices if choice.round != END]
    assert numbers == sorted(numbers)
    heads = round_heads(codec, recording.records, recording.match().table.first_seat)
    assert numbers[-1] in {len(heads) - 2, len(heads) - 1, len(heads)}  # the last one may end with the game
    assert choices[-1].round == END
    if recording.game.meta.slug in ROUNDS:
        assert numbers[-1] == ROUNDS[recording.game.meta.slug]


def test_points_of_choices_are_those_of_the_ledger(recording: Recording) -> None:
    codec = Codec(recording.game)
    entries = ledger(codec, recording.records)
    assert sum(choice.points for choice in course(codec, recording.records)) == sum(entry.points for entry in entries)


def test_the_growth_of_scores_ends_at_the_scores(recording: Recording) -> None:
    codec, seats = Codec(recording.game), len(recording.match().table.chairs)
    entries = ledger(codec, recording.records)
    grown = growth(entries, course(codec, recording.records), seats)
    assert [seat.scores[-1] for seat in grown.seats] == totals(entries, seats)
    for seat in grown.seats:
        assert [sum(column.values()) for column in seat.by_source] == [*seat.scores]
        assert len(seat.scores) == len(grown.rounds)


def test_what_is_scored_by_the_table_counts_for_the_round_that_it_closes(recording: Recording) -> None:
    choices = course(Codec(recording.game), recording.records)
    for before, after in pairwise(choices):
        if after.seat is None and after.points and after.round != END:
            assert after.round == before.round
    assert round_at(choices, choices[0].first - 1) == 1


@pytest.mark.parametrize("seed", range(3))
def test_what_was_taken_back_is_no_choice(seed: int) -> None:
    appended = played_with_undos(seed)
    choices = course(appended.codec, appended.records)
    covered = {version for choice in choices for version in (choice.first, choice.last)}
    events = [appended.codec.event(record) for record in appended.records]
    spans = [span for event in events if isinstance(event, life.ChoicesUndone) for span in event.spans]
    undone = {version for first, last in spans for version in range(first, last + 1)}
    assert undone
    assert covered.isdisjoint(undone)
