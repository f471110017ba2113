"""What a position of Concordia is worth to a player, in points: for bots, never for the rules.

Sure are the points that the cards would bring if the game ended now; terms are houses, cards, colonists and wealth, of
which the rest of the game will make points. Goods bring next to nothing by themselves: they count for what they can pay
for *together*, where colonists can get to. Without that a bot saves money for ever, since money is all that grows every
turn.
"""

from collections import Counter
from collections.abc import Mapping

from domain.concordia.actions.colonist import payable
from domain.concordia.data import CARDS, DATA, GOODS, KINDS, PRICES, WARES, Kind, decks_for
from domain.concordia.maps import BOARDS, Board
from domain.concordia.scoring import term_of
from domain.concordia.state import ConcordiaState, Player, Public
from domain.kernel.ids import Seat
from domain.kernel.valuation import Assessment, WeightsFile

TERMS = ("house", "house_in_reach", "card", "card_in_hand", "colonist", "colonist_in_reach", "sestertius")
WEIGHTS = WeightsFile.beside(__package__).weights(TERMS)
_HOUSES_AT_ONCE = 3
"""What one Architect builds at best; what is stored beyond that only waits."""
_COLONISTS_AT_ONCE = 2
"""A Tribune brings one, the card Colonist some more."""
_POINTS_A_COLONIST = 2
"""How far an Architect can usually send each colonist."""


def assess(state: ConcordiaState, seat: Seat) -> Assessment:
    """What a seat has."""
    public = state.public
    player = public.players[seat]
    sure = state.scores[seat] + _points_of_cards(public, player)
    sure += DATA.end_of_game.concordia_vp if public.concordia == seat else 0
    terms = (
        len(player.houses),
        min(_HOUSES_AT_ONCE, _houses_in_reach(public, player)),
        len(player.hand) + len(player.discard),
        len(player.hand),
        sum(map(len, player.colonists.values())),
        min(_COLONISTS_AT_ONCE, payable(player)),
        player.money + sum(PRICES[good] * count for good, count in player.goods.items()),
    )
    return Assessment(sure, terms, _left(state))


def _left(state: ConcordiaState) -> float:
    """The game ends with the last card for sale or with somebody's last house, whichever comes first."""
    public = state.public
    unsold = len(state.deck) + sum(card is not None for card in public.display)
    cards = sum(map(len, decks_for(len(public.players))))
    unbuilt = min(player.houses_left / (player.houses_left + len(player.houses)) for player in public.players)
    return min(unsold / cards, unbuilt)


def _points_of_cards(public: Public, player: Player) -> int:
    """What the cards would score now. Vesta rounds down, so wealth is counted apart; alike cards are counted once."""
    alike = Counter((card.god, card.minerva_good) for card in map(CARDS.__getitem__, (*player.hand, *player.discard)))
    return sum(count * term_of(public, player, _CARD_OF[key]).points for key, count in alike.items() if key in _CARD_OF)


_CARD_OF = {(card.god, card.minerva_good): card for card in CARDS.values() if card.god != "vesta"}
"""One card for each way to score."""


def _houses_in_reach(public: Public, player: Player) -> int:
    """Houses that the goods and the money would pay for, dearest first, in cities that colonists can get to.

    A house takes a brick and the good of its city; in a city of bricks it takes food alone. That others' houses make it
    dearer is left out: this is an outlook, not a bill.
    """
    near = set().union(
        *(_NEAR[public.map][kind][place] for kind, places in player.colonists.items() for place in places)
    )
    cities = Counter(public.produce[city] for city in near.difference(player.houses))
    bricks, food, money, houses = player.goods["brick"], player.goods["food"], player.money, 0
    for good in _DEAREST_FIRST:
        price = WARES[good].house_money
        built = min(player.goods[good], cities[good], bricks, money // price)
        bricks -= built
        money -= built * price
        houses += built
        if good == "food":
            food -= built
    return min(houses + min(food, cities["brick"], money), player.houses_left)


def _cities_near(board: Board, kind: Kind, place: str) -> frozenset[str]:
    """The cities at the lines that a colonist can move to, or stands on."""
    lines = [way.line for way in board.ways[kind][place].values() if way.points <= _POINTS_A_COLONIST]
    ends = {
        end for line in (*lines, place) if line in board.lines for end in (board.lines[line].a, board.lines[line].b)
    }
    return frozenset(ends - {board.start})


_NEAR: Mapping[str, Mapping[Kind, Mapping[str, frozenset[str]]]] = {
    name: {kind: {place: _cities_near(board, kind, place) for place in board.ways[kind]} for kind in KINDS}
    for name, board in BOARDS.items()
}
"""Map → kind of colonist → where it stands → the cities that it can build in next."""

_DEAREST_FIRST = tuple(good for good in reversed(GOODS) if good != "brick")
