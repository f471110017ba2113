"""Set-up (section 2 of the fact sheet)."""

from collections import Counter
from typing import Literal

import pytest

from domain.concordia import GAME
from domain.concordia.data import BY_PLAYERS, CARDS, DATA, GOODS
from domain.concordia.setup import map_for
from domain.concordia.state import ConcordiaOptions
from domain.concordia.storehouse import free_cells
from domain.kernel.errors import BadOptions
from tests.domain.concordia.positions import makes, opening

TABLES = [(row.players, name) for row in BY_PLAYERS.values() for name in row.maps]


@pytest.mark.parametrize(("players", "name"), TABLES)
@pytest.mark.parametrize("first", [0, 1])
class TestT28SetUp:
    def test_t28_every_city_has_a_token_of_its_letter(self, players: int, name: str, first: int) -> None:
        state = opening(players, name, first=first)
        board = DATA.maps[name]
        assert list(state.public.produce) == [city.id for city in board.cities]
        for letter in board.token_letters:
            goods = Counter(state.public.produce[city.id] for city in board.cities if city.letter == letter)
            assert goods == DATA.city_tokens[letter]

    def test_t28_markers_show_the_dearest_good_goods_side_up(self, players: int, name: str, first: int) -> None:
        public = opening(players, name, first=first).public
        assert public.coin_side == []
        for province in DATA.maps[name].provinces:
            ranks = [GOODS.index(public.produce[city]) for city in province.cities]
            assert GOODS.index(public.markers[province.id]) == max(ranks)

    def test_t28_display_and_deck(self, players: int, name: str, first: int) -> None:
        state = opening(players, name, first=first)
        sizes = {2: 8, 3: 14, 4: 19, 5: 23}
        assert len(state.public.display) == 7
        assert {CARDS[card or ""].deck for card in state.public.display} == {"I"}
        assert len(state.deck) == sizes[players]
        decks = [CARDS[card].deck for card in state.deck]
        assert decks == sorted(decks, key=list(DATA.market.deck_sizes).index)

    def test_t28_money_cells_and_praefectus_magnus(self, players: int, name: str, first: int) -> None:
        public = opening(players, name, first=first).public
        assert public.magnus == (first - 1) % players
        assert public.active == first
        for position in range(players):
            player = public.players[(first + position) % players]
            assert player.money == 5 + position
            assert free_cells(player) == 2
            assert player.goods == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
            assert player.colonists == {"land": ["roma"], "sea": ["roma"]}
            assert player.stored == {"land": 2, "sea": 2}
            assert player.houses_left == 15
            assert [CARDS[card].kind for card in player.hand] == [
                "tribune", "architect", "prefect", "prefect", "mercator", "diplomat", "senator"
            ]  # fmt: skip
            assert player.discard == []


def test_t28_examples_of_markers() -> None:
    state = opening(3, "imperium")
    makes(state, antiochia="food", tyros="cloth", isca_d="brick", londinium="brick")
    coins = {ware.id: ware.bonus_coins for ware in DATA.goods}
    assert state.public.markers["syria"] == "cloth"
    assert coins["cloth"] == 1
    assert state.public.markers["britannia"] == "brick"
    assert coins["brick"] == 2


@pytest.mark.parametrize(("players", "name"), [(2, "imperium"), (5, "italia")])
def test_r10_a_map_for_other_numbers_is_refused(players: int, name: Literal["imperium", "italia"]) -> None:
    with pytest.raises(BadOptions, match=name):
        GAME.check_options(ConcordiaOptions(map=name), players)


@pytest.mark.parametrize(("players", "name"), [(2, "italia"), (3, "imperium"), (4, "imperium"), (5, "imperium")])
def test_without_a_wish_the_map_follows_the_number_of_players(players: int, name: str) -> None:
    options = ConcordiaOptions()
    GAME.check_options(options, players)
    assert map_for(options, players) == name


def test_every_order_of_the_first_deck_leaves_out_one_card() -> None:
    seen = {card for key in range(60) for card in opening(2, key=b"%d" % key).public.display}
    assert seen == {card.id for card in DATA.cards.market if card.deck == "I"}
