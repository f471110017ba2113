"""Rounds, phases and the end: cases T-54 and T-56."""

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum import events as ev
from domain.kernel.game import Result
from domain.kernel.log import read
from domain.kernel.rounds import round_heads
from tests.domain.forum_trajanum import positions as at
from tests.kit.logged_match import played
from tests.kit.scenario import given


def ended(scores: list[int], citizens: list[int], coins: list[int]) -> Result:
    state = at.opened(len(scores))
    state.scores = scores
    for seat, (number, money) in enumerate(zip(citizens, coins, strict=True)):
        at.settle(at.give(state, seat, coin=money), 1, number, seat)
    return GAME.result(state)


def test_most_points_win() -> None:
    result = ended([5, 9, 7], [2, 0, 2], [9, 0, 9])
    assert (result.winners, result.tie_break) == ((1,), None)
    assert [(rank.seat, rank.place, rank.score) for rank in result.ranking] == [(1, 1, 9), (2, 2, 7), (0, 3, 5)]


def test_t54_equal_points_more_active_citizens_win() -> None:
    result = ended([9, 9, 7], [1, 2, 2], [9, 0, 9])
    assert (result.winners, result.tie_break) == ((1,), "active_citizens")


def test_t54_then_more_resources() -> None:
    result = ended([9, 9, 9], [1, 1, 0], [3, 4, 9])
    assert (result.winners, result.tie_break) == ((1,), "resources")


def test_t54_then_both_win() -> None:
    result = ended([9, 9, 7], [1, 1, 2], [3, 3, 9])
    assert (result.winners, result.tie_break) == ((0, 1), None)
    assert [rank.place for rank in result.ranking] == [1, 1, 3]


def test_t54_two_of_three_can_share_what_citizens_decided() -> None:
    result = ended([9, 9, 9], [1, 1, 0], [3, 3, 9])
    assert (result.winners, result.tie_break) == ((0, 1), "active_citizens")


def test_t54_inactive_citizens_do_not_break_a_tie() -> None:
    state = at.settle(at.give(at.give(at.opened(), coin=1), 1), 1, 2, active=False)
    assert GAME.result(state).tie_break == "resources"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t56_twelve_rounds_three_scorings_and_24_cards(players: int) -> None:
    logged = played(GAME, players, 1)
    events = [happened.event for happened in read(logged.codec, logged.records)]
    revealed = [event for event in events if isinstance(event, ev.StreetCardsRevealed)]
    assert [event.round for event in revealed] == list(range(1, 13))
    cards = [card for event in revealed for card in event.cards]
    assert len(cards) == 24
    assert all(cards.count(card) == 2 for card in cards)
    steps = [event.step for event in events if isinstance(event, ev.StepDue)]
    assert steps == ["cranes", "colony", "forum", "trajan"] * 3 + [""]
    heads = round_heads(logged.codec, logged.records, logged.match.table.first_seat)
    assert len(heads) == 12 + 1, "every round, and the end of the game"
    starts = [event.seat for event in events if isinstance(event, ev.StartPlayerMoved)]
    first = logged.match.table.first_seat
    assert first is not None
    assert starts == [(first - number) % players for number in range(1, 13)]


def test_4_1_the_fragments_of_the_column_change_with_the_phase() -> None:
    for phase, fragment in ((1, 2), (2, 1)):
        scene = given(GAME, at.scoring(at.opened(), "trajan", phase)).when_resolved()
        scene.when(0, cmd.RevealStreetCards()).then_among(ev.PhaseBegan(number=phase + 1, fragment=fragment))


def test_the_game_is_over_after_the_third_scoring() -> None:
    scene = given(GAME, at.scoring(at.opened(), "trajan", 3)).when_resolved()
    assert GAME.to_act(scene.state) == ()
