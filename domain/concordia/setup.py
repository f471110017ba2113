"""The opening of a game: tokens, markers, storehouses, cards for sale (§2)."""

from domain.concordia import events as ev
from domain.concordia.commands import Order
from domain.concordia.data import BY_PLAYERS, DATA, GOODS, STARTING, Good, decks_for
from domain.concordia.maps import BOARDS, Board
from domain.concordia.state import ConcordiaOptions, ConcordiaRecorder
from domain.kernel.game import Chairs


def map_for(options: ConcordiaOptions, players: int) -> str:
    """The map that was asked for; by itself the first one for that many players."""
    return BY_PLAYERS[players].maps[0] if options.map == "auto" else options.map


def setup_into(recorder: ConcordiaRecorder, options: ConcordiaOptions, chairs: Chairs) -> None:
    name = map_for(options, chairs.count)
    recorder.emit(
        ev.BoardLaid(map=name, players=chairs.count, first=chairs.first, interim_scoring=options.interim_scoring)
    )
    tokens = _tokens(recorder, BOARDS[name])
    recorder.emit(ev.TokensPlaced(goods=tokens))
    recorder.emit(ev.MarkersPlaced(goods=_markers(BOARDS[name], tokens)))
    _equip(recorder, BOARDS[name], chairs, options.overflow)
    decks = [recorder.rng.shuffled("cards for sale", deck) for deck in decks_for(chairs.count)]
    recorder.emit(ev.DeckStacked(cards=tuple(card for deck in decks for card in deck)))
    recorder.emit(ev.CardsDealt(cards=tuple(recorder.state.deck[: DATA.market.slots])))
    recorder.emit(ev.MagnusReceived(seat=chairs.in_order()[-1]))
    recorder.emit(ev.TurnBegan(seat=chairs.first))


def _tokens(recorder: ConcordiaRecorder, board: Board) -> dict[str, Good]:
    """Each letter is shuffled apart and laid on the cities of that letter (§2.2)."""
    piles = {}
    for letter in board.letters:
        counts = DATA.city_tokens[letter]
        piles[letter] = recorder.rng.shuffled("city tokens", [good for good in GOODS for _ in range(counts[good])])
    return {city.id: piles[city.letter].pop() for city in board.cities}


def _markers(board: Board, tokens: dict[str, Good]) -> dict[str, Good]:
    """Each province shows the dearest good among its cities (§2.3)."""
    return {
        province: max((tokens[city] for city in cities), key=GOODS.index)
        for province, cities in board.cities_of.items()
    }


def _equip(recorder: ConcordiaRecorder, board: Board, chairs: Chairs, order: Order) -> None:
    kit = DATA.setup
    for position, seat in enumerate(chairs.in_order()):
        recorder.emit(
            ev.PlayerEquipped(
                seat=seat,
                money=kit.start_money_by_turn_position[position],
                goods={good: kit.start_goods[good] for good in GOODS},
                stored=dict(kit.colonists_in_storehouse),
                colonists={kind: (board.start,) * count for kind, count in kit.colonists_in_start_city.items()},
                houses=DATA.components.per_player.houses,
                hand=STARTING,
                order=order,
            )
        )
