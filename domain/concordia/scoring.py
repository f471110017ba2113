"""What the gods give for a player's cards, at the end and (only to look at) in the interim scoring (§9, §10).

Every `PointsScored` starts here.
"""

from collections.abc import Callable, Iterator

from domain.concordia import events as ev
from domain.concordia.data import CARDS, DATA, GODS, PRICES, Card
from domain.concordia.maps import BOARDS
from domain.concordia.state import ConcordiaRecorder, Player, Public
from domain.concordia.turn import end_turn
from domain.kernel.game import Term, in_turn_order
from domain.kernel.ids import Seat

CONCORDIA = "concordia"
SOURCES = (*GODS, CONCORDIA)
_MONEY_A_POINT = 10
_FOR_A_GOOD = 2
_FOR_A_COLONIST = 2

# What one card of a god is worth


def _vesta(_public: Public, player: Player, card: Card) -> Term:
    goods = sum(PRICES[good] * count for good, count in player.goods.items())
    points = (player.money + goods) // _MONEY_A_POINT
    return Term(points=points, label="vesta", args={"card": card.id, "money": player.money, "goods": goods})


def _jupiter(public: Public, player: Player, card: Card) -> Term:
    houses = sum(public.produce[city] != "brick" for city in player.houses)
    return Term(points=houses, label="jupiter", args={"card": card.id, "houses": houses})


def _saturnus(public: Public, player: Player, card: Card) -> Term:
    province_of = BOARDS[public.map].province_of
    provinces = len({province_of[city] for city in player.houses})
    return Term(points=provinces, label="saturnus", args={"card": card.id, "provinces": provinces})


def _mercurius(public: Public, player: Player, card: Card) -> Term:
    kinds = len({public.produce[city] for city in player.houses})
    return Term(points=_FOR_A_GOOD * kinds, label="mercurius", args={"card": card.id, "kinds": kinds})


def _mars(_public: Public, player: Player, card: Card) -> Term:
    colonists = sum(len(places) for places in player.colonists.values())
    return Term(points=_FOR_A_COLONIST * colonists, label="mars", args={"card": card.id, "colonists": colonists})


def _minerva(public: Public, player: Player, card: Card) -> Term:
    houses = sum(public.produce[city] == card.minerva_good for city in player.houses)
    each = card.minerva_vp_per_house
    return Term(points=each * houses, label="minerva", args={"card": card.id, "houses": houses, "each": each})


_VALUE: dict[str, Callable[[Public, Player, Card], Term]] = {
    "vesta": _vesta,
    "jupiter": _jupiter,
    "saturnus": _saturnus,
    "mercurius": _mercurius,
    "mars": _mars,
    "minerva": _minerva,
}


def term_of(public: Public, player: Player, card: Card) -> Term:
    """What one card of a player is worth as things stand, which may be nothing."""
    return _VALUE[card.god](public, player, card)


def terms_of(public: Public, seat: Seat, god: str) -> Iterator[Term]:
    """One term for each card of that god, in hand or discarded; what was counted is told even if it brings nothing."""
    player = public.players[seat]
    for name in sorted((*player.hand, *player.discard)):
        card = CARDS[name]
        if card.god == god:
            yield term_of(public, player, card)


def uncounted(public: Public, seat: Seat) -> dict[str, int]:
    """What a player would score if the game ended now, god by god."""
    gods = {god: sum(term.points for term in terms_of(public, seat, god)) for god in GODS}
    return {**gods, CONCORDIA: concordia_term().points} if public.concordia == seat else gods


def concordia_term() -> Term:
    """What the Concordia card is worth."""
    return Term(points=DATA.end_of_game.concordia_vp, label=CONCORDIA)


# The end of the game


def final_scoring(recorder: ConcordiaRecorder) -> None:
    """God by god, each for all players from the first one on; an interim scoring that stayed open is void (R7)."""
    public = recorder.state.public
    seats = in_turn_order(public.first, len(public.players))
    if public.interim is not None:
        recorder.emit(ev.InterimClosed(money=(0,) * len(seats), void=True))
    for god in GODS:
        for seat in seats:
            recorder.score(seat, god, *terms_of(public, seat, god))
    if public.concordia is not None:
        recorder.score(public.concordia, CONCORDIA, concordia_term())
    recorder.emit(ev.GameEnded())


# The interim scoring


def interim_scoring(recorder: ConcordiaRecorder) -> None:
    """The cards of the active player are counted; after the last player's count the places are paid (§10)."""
    public = recorder.state.public
    seat = public.active
    terms = tuple(term for god in GODS for term in terms_of(public, seat, god))
    recorder.emit(ev.InterimScored(seat=seat, points=sum(term.points for term in terms), detail=terms))
    counts = [points for points in public.interim or () if points is not None]
    if len(counts) == len(public.players):
        recorder.emit(ev.InterimClosed(money=tuple(_prize(points, counts) for points in counts)))
    end_turn(recorder)


def _prize(points: int, counts: list[int]) -> int:
    """Players level with each other share a place in full, and the next score is the next place (R6)."""
    prizes = (DATA.interim_scoring.money_first, DATA.interim_scoring.money_second)
    place = sorted(set(counts), reverse=True).index(points)
    return prizes[place] if place < len(prizes) else 0
