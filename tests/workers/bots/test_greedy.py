"""Greedy finds what is obviously best, in a position of each game made for it."""

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia import commands as concordia
from domain.concordia.data import Good
from domain.forum_trajanum import GAME as FORUM_TRAJANUM
from domain.forum_trajanum import commands as forum_trajanum
from domain.trajan import GAME as TRAJAN
from domain.trajan import commands as trajan
from domain.trajan.data import TRAJAN_TILES
from tests.domain.concordia import positions as in_concordia
from tests.domain.forum_trajanum import positions as in_forum_trajanum
from tests.domain.trajan.positions import A, at_turn
from tests.workers.bots.bot_positions import drafts, turn_in
from workers.bots.greedy import GreedyBot

every_seed = pytest.mark.parametrize("seed", range(10))


@every_seed
def test_concordia_the_fifteenth_house_is_built(seed: int) -> None:
    """It brings the Concordia card; the only card for sale takes cloth, of which there is none."""
    state = in_concordia.opening(2)
    in_concordia.makes(state, cosa="tool")
    line = in_concordia.line_between(state, "land", "roma", "cosa")
    in_concordia.stand(state, 0, land=(line,))
    built = [city for city in state.public.produce if city != "cosa"][:14]
    in_concordia.build(state, 0, *built)
    in_concordia.stock(state, 0, money=3, brick=1, tool=1)
    in_concordia.on_display(state, "II-consul")
    in_concordia.discarded(state, 0, "start-prefect-1", "start-prefect-2", "start-mercator", "start-diplomat")
    draft = drafts(GreedyBot(), turn_in(CONCORDIA, state), seed)[-1]
    assert draft[0] == concordia.PlayCard(card="start-architect")
    assert isinstance(draft[-1], concordia.BuildHouse)


@every_seed
def test_concordia_a_card_is_bought_that_counts_many_houses(seed: int) -> None:
    """Six cloth houses: the Weaver brings 30 points."""
    state = in_concordia.opening(2)
    in_concordia.on_display(state, "I-mason", "II-weaver", "I-colonist")
    everywhere: dict[str, Good] = dict.fromkeys(state.public.produce, "cloth")
    in_concordia.makes(state, **everywhere)
    in_concordia.build(state, 0, *list(state.public.produce)[:6])
    in_concordia.stock(state, 0, money=0, brick=1, cloth=1, wine=1, food=1)
    draft = drafts(GreedyBot(), turn_in(CONCORDIA, state), seed)[-1]
    assert draft[0] == concordia.PlayCard(card="start-senator")
    assert "II-weaver" in [choice.card for choice in draft if isinstance(choice, concordia.BuyCard)]


@every_seed
def test_trajan_the_markers_are_sown_that_fulfil_a_tile_of_nine_points(seed: int) -> None:
    tile = next(tile for tile in TRAJAN_TILES.values() if tile.vp == 9 and len(set(tile.colours)) == 2)
    there, wanted = tile.colours
    state = at_turn()
    mat = state.public.mats[A]
    mat.slots[2] = tile.id
    mat.bonus = []
    mat.bowls = [["orange"], [wanted], [there], ["pink", "white"], ["blue", "yellow"], ["green"]]
    draft = drafts(GreedyBot(), turn_in(TRAJAN, state), seed)[-1]
    assert draft[0] == trajan.TakeMarkers(bowl="II")


@every_seed
def test_forum_trajanum_a_column_is_built_while_there_is_a_builder(seed: int) -> None:
    """With four active citizens in the first phase it scores seven points, and nothing else can be paid for."""
    at = in_forum_trajanum
    state = at.uncover(at.give(at.opened(), builder=1), "r2c2")
    for row in (1, 4, 5, 6):
        at.settle(state, row)
    draft = drafts(GreedyBot(), turn_in(FORUM_TRAJANUM, at.building(state)), seed)[-1]
    assert draft[0] == forum_trajanum.ChooseBuilding(colour="green", shape="grey")
