"""The kernel's contract, and the invariants of the fact sheet's section 16, held by random games."""

from domain.concordia import GAME
from domain.concordia.data import BY_PLAYERS, DATA
from domain.concordia.state import OVER, ConcordiaState, Player, Public
from tests.kit.contract import GameContract


class TestConcordia(GameContract):
    game = GAME
    reference = "domain.concordia:GAME"
    tables = (
        (2, {"map": "italia"}),
        (5, {"map": "imperium", "interim_scoring": True}),
        (3, {"map": "imperium"}),
        (4, {"map": "italia", "interim_scoring": True}),
        (3, {"map": "italia", "interim_scoring": True}),
        (4, {"map": "imperium"}),
    )
    plies = 600

    def check(self, state: ConcordiaState) -> None:
        public = state.public
        for player in public.players:
            _check_player(player)
        _check_board(public)
        _check_cards(state)
        assert set(public.coin_side) <= public.markers.keys()
        assert len(public.coin_side) == len(set(public.coin_side))
        assert public.magnus in range(len(public.players))
        if public.action == "card":
            assert all("start-tribune" in player.hand for player in public.players)
        if public.step == OVER:
            assert public.concordia is not None


def _check_player(player: Player) -> None:
    for kind, places in player.colonists.items():
        assert player.stored[kind] + len(places) == 3
        assert player.stored[kind] >= 0
    assert len(player.houses) + player.houses_left == 15
    assert len(set(player.houses)) == len(player.houses)
    assert all(count >= 0 for count in player.goods.values())
    assert sum(player.goods.values()) + sum(player.stored.values()) <= 12
    assert player.money >= 0


def _check_board(public: Public) -> None:
    board = DATA.maps[public.map]
    kinds = {line.id: line.kind for line in board.lines}
    standing = [(p, kind) for player in public.players for kind, ps in player.colonists.items() for p in ps]
    lines = [(place, kind) for place, kind in standing if place in kinds]
    assert len({place for place, _ in lines}) == len(lines)
    assert all(kinds[place] == kind for place, kind in lines)
    assert public.houses.keys() == {city.id for city in board.cities}
    for city, owners in public.houses.items():
        assert len(set(owners)) == len(owners)
        assert all(city in public.players[owner].houses for owner in owners)
    assert sum(map(len, public.houses.values())) == sum(len(player.houses) for player in public.players)
    for province in board.provinces:
        dearest = max(
            DATA.goods, key=lambda ware: (ware.id in {public.produce[c] for c in province.cities}, ware.price)
        )
        assert public.markers[province.id] == dearest.id
    assert len(public.markers) == board.province_count


def _check_cards(state: ConcordiaState) -> None:
    public = state.public
    display = [card for card in public.display if card is not None]
    owned = [card for player in public.players for card in (*player.hand, *player.discard)]
    row = BY_PLAYERS[len(public.players)]
    assert len(owned) + len(display) + len(state.deck) == 7 * row.players + row.market_cards
    for_sale = [card for card in (*owned, *display, *state.deck) if not card.startswith("start-")]
    assert sorted(for_sale) == sorted(card.id for card in DATA.cards.market if card.deck in row.decks)
    if None not in public.display and len(display) < 7:
        assert not state.deck
