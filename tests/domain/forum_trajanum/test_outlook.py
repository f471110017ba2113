"""The outlook counts up what the rules would make of the position: it agrees with them at every moment of a game."""

from collections import defaultdict

import pytest

from domain.forum_trajanum import GAME
from domain.forum_trajanum import commands as cmd
from domain.forum_trajanum.data import ROUNDS, TRAJAN_CARD
from domain.forum_trajanum.outlook import Outlook, PriceNow
from domain.forum_trajanum.phases.build import build_options
from domain.forum_trajanum.scoring import STEPS
from domain.forum_trajanum.state import ForumTrajanumState
from domain.kernel.game import PointsScored
from domain.kernel.ids import Seat
from tests.domain.forum_trajanum import positions as at
from tests.kit.logged_match import played
from tests.kit.scenario import given


def outlook_of(state: ForumTrajanumState, seat: int | None = 0) -> Outlook:
    return GAME.view(state, None if seat is None else Seat(seat)).outlook


def built_up(card: str = "II-4") -> ForumTrajanumState:
    """Something of everything that is scored: two open cranes, a street, envoys at eagles, citizens."""
    state = at.example_forum(at.give(at.opened(3), coin=2, worker_blue=2))
    for row in (1, 4):
        at.settle(state, row)
    at.built(state, at.grid(" CoL", "", "M", "b", "L"))
    at.envoys(state, 0, "r1c1", "r1c2", "r2c2")
    at.uncover(state, "r1c1", "r6c6")
    state.public.phase = TRAJAN_CARD[card].phase
    state.public.round = 4 * state.public.phase
    state.public.trajan_cards[state.public.phase - 1] = card
    return state


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("card", ["I-3", "II-4", "III-3"])
def test_the_points_now_are_those_that_the_rest_of_the_scoring_brings(step: str, card: str) -> None:
    state = built_up(card)
    promised = outlook_of(at.scoring(state, step, state.public.phase), None).scores_now
    scene = given(GAME, state)
    brought: dict[str, int] = defaultdict(int)
    for _ in STEPS[STEPS.index(step) :]:
        for event in scene.when_resolved().events:
            if isinstance(event, PointsScored) and event.seat == 0:
                brought[event.source] += event.points
    assert [now.points for now in promised] == scene.state.scores
    assert {source.source: source.points for source in promised[0].sources} == brought


def test_the_points_now_are_told_with_their_arithmetic() -> None:
    sources = {
        source.source: source for source in outlook_of(at.drafting(built_up(), at.LYRE, at.ARCH)).scores_now[0].sources
    }
    assert [term.label for term in sources["eagles"].detail] == ["on_eagle", "beside_eagle", "diagonal_to_eagle"]
    assert all(source.points == sum(term.points for term in source.detail) for source in sources.values())


def test_nothing_is_promised_before_the_first_round_and_after_a_scoring() -> None:
    assert outlook_of(GAME.blank(), None) == Outlook()
    state = given(GAME, at.scoring(built_up(), "trajan", 2)).when_resolved().state
    assert [now.points for now in outlook_of(state).scores_now] == [0, 0, 0]


def test_each_trajan_card_tells_how_often_it_is_fulfilled_now() -> None:
    (first, second, _), *_ = outlook_of(built_up()).cards
    assert (second.card, second.built, second.collected, second.points) == ("II-4", 1, 1, 6)
    assert first.card.startswith("I-")
    assert [[card.card for card in cards] for cards in outlook_of(at.opened(first_game=True)).cards] == [["III-3"]] * 2


def test_citizens_and_cells_are_counted() -> None:
    outlook = outlook_of(at.uncover(built_up(), "r3c2"))
    assert outlook.citizen_coins == (2, 0, 0)
    assert outlook.free_cells == (("r3c2",), (), ())
    assert "r1c1" not in outlook.free_mosaic_cells["green"]
    assert "r2c1" in outlook.free_mosaic_cells["green"]
    assert "r2c2" not in outlook.free_mosaic_cells["eagle"]


@pytest.mark.parametrize(
    ("stock", "lacks"),
    [
        ({}, ("builder", "worker_blue")),
        ({"builder": 1}, ("worker_blue",)),
        ({"builder": 1, "worker_green": 1}, ("worker_blue",)),
        ({"worker_green": 1, "worker_yellow": 1, "worker_blue": 1}, ("builder",)),
        ({"worker_green": 2, "worker_blue": 1}, ()),
    ],
)
def test_a_price_tells_the_least_that_is_missing(stock: dict[str, int], lacks: tuple[str, ...]) -> None:
    prices = outlook_of(at.give(at.opened(), **stock)).prices
    assert PriceNow("blue", "grey_and_structure", ("builder", "worker_blue"), lacks) in prices


def test_what_lacks_nothing_is_what_can_be_chosen() -> None:
    state = at.uncover(at.give(at.opened(), builder=1, assistant=1, worker_green=1), "r3c1", "r3c2")
    chosen = [option for option in build_options(at.building(state), Seat(0)) if isinstance(option, cmd.ChooseBuilding)]
    affordable = [price for price in outlook_of(state).prices if not price.lacks]
    assert {(option.colour, option.shape) for option in chosen} == {(price.colour, price.shape) for price in affordable}
    assert outlook_of(state, None).prices == ()


def test_the_way_to_the_end_is_counted() -> None:
    state = at.drafting(at.opened(3), at.LYRE, at.ARCH)
    state.public.round = 6
    assert (outlook_of(state).rounds_to_scoring, outlook_of(state).rounds_to_end) == (2, 6)
    assert outlook_of(state).last_turns == ()
    state.public.round, state.public.start_player = ROUNDS, Seat(2)
    assert outlook_of(state).last_turns == (2, 0, 1)
    assert outlook_of(at.building(state)).last_turns == (0, 1)


def test_after_the_end_nothing_is_to_come() -> None:
    logged = played(GAME, 3, 4, {"newcomers": [1], "trajan_unit": "tile"})
    assert outlook_of(logged.match.state).scores_now[0].sources == ()
    assert outlook_of(logged.match.state).last_turns == ()
