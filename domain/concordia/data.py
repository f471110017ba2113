"""What is printed on boards, cards, tokens and storehouses: loaded once, checked and hashed. Never a rule."""

import hashlib
from collections import Counter
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

Good: TypeAlias = Literal["brick", "food", "tool", "wine", "cloth"]
Kind: TypeAlias = Literal["land", "sea"]
"""What a line is made of, and which lines a colonist uses."""
KINDS: tuple[Kind, ...] = ("land", "sea")
Asked: TypeAlias = Good | Literal["any"]
ANY: Literal["any"] = "any"
"""A surcharge that the buyer pays with any one good."""


class _Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the file; what the game does not read, such as provenance, is left in the file."""


class Ware(_Printed, frozen=True):
    """One of the five goods."""

    id: Good
    price: int
    house_money: int
    house_goods: tuple[Good, ...]
    bonus_coins: int


class Card(_Printed, frozen=True):
    """A personality card. Starting cards have no deck and no cost."""

    id: str
    kind: str
    god: str
    deck: str = ""
    cost: tuple[Good, ...] = ()
    mercator_money: int = 0
    minerva_good: Good | None = None
    minerva_vp_per_house: int = 0


class CardKind(_Printed, frozen=True):
    id: str
    specialist_good: Good | None = None


class Cards(_Printed, frozen=True):
    kinds: tuple[CardKind, ...]
    starting: tuple[Card, ...]
    market: tuple[Card, ...]


class ByPlayers(_Printed, frozen=True):
    players: int
    maps: tuple[str, ...]
    decks: tuple[str, ...]
    market_cards: int


class Setup(_Printed, frozen=True):
    start_money_by_turn_position: tuple[int, ...]
    start_goods: dict[Good, int]
    colonists_in_storehouse: dict[Kind, int]
    colonists_in_start_city: dict[Kind, int]
    by_players: tuple[ByPlayers, ...]


class Market(_Printed, frozen=True):
    slots: int
    surcharge: tuple[tuple[Asked, ...], ...]
    senator_max_cards: int
    consul_max_cards: int
    deck_sizes: dict[str, int]


class Actions(_Printed, frozen=True):
    tribune_free_returned_cards: int
    prefect_bonus_units: int
    prefect_bonus_units_with_praefectus_magnus: int
    colonist_income_base: int
    colonist_income_per_own_colonist_on_board: int
    mercator_max_types: int


class Province(_Printed, frozen=True):
    id: str
    name: str
    cities: tuple[str, ...]


class City(_Printed, frozen=True):
    id: str
    name: str
    province: str
    letter: str


class Line(_Printed, frozen=True):
    id: str
    kind: Kind
    a: str
    b: str


class Map(_Printed, frozen=True):
    """One side of the board."""

    start_city: str
    token_letters: tuple[str, ...]
    province_count: int
    city_count: int
    land_line_count: int
    sea_line_count: int
    cities_without_sea_line: tuple[str, ...]
    cities_without_land_line: tuple[str, ...]
    provinces: tuple[Province, ...]
    cities: tuple[City, ...]
    lines: tuple[Line, ...]


class Costs(_Printed, frozen=True):
    colonist: dict[Good, int]


class Storehouse(_Printed, frozen=True):
    cells: int


class Pieces(_Printed, frozen=True):
    houses: int


class Components(_Printed, frozen=True):
    per_player: Pieces


class EndOfGame(_Printed, frozen=True):
    concordia_vp: int


class InterimScoring(_Printed, frozen=True):
    money_first: int
    money_second: int


class Named(_Printed, frozen=True):
    id: str


class Data(_Printed, frozen=True):
    """The whole file."""

    components: Components
    goods: tuple[Ware, ...]
    city_tokens: dict[str, dict[Good, int]]
    costs: Costs
    storehouse: Storehouse
    setup: Setup
    market: Market
    cards: Cards
    gods: tuple[Named, ...]
    pantheon_printed: dict[str, dict[str, int]]
    actions: Actions
    end_of_game: EndOfGame
    interim_scoring: InterimScoring
    maps: dict[str, Map]


def check(data: Data) -> None:
    """Raise `ValueError` if two places of the file do not agree."""
    for card in data.cards.market:
        _must(bool(card.cost) and card.deck in data.market.deck_sizes, f"{card.id}: cost or deck")
    decks = Counter(card.deck for card in data.cards.market)
    _must(decks == data.market.deck_sizes, "deck sizes")
    for row in data.setup.by_players:
        _must(sum(decks[deck] for deck in row.decks) == row.market_cards, f"cards for sale with {row.players}")
    _must(len(data.market.surcharge) == data.market.slots, "surcharges")
    _must(all(extra.count(ANY) <= 1 for extra in data.market.surcharge), "one free choice a slot at most")
    for god, printed in data.pantheon_printed.items():
        for highest, count in printed.items():
            used = [deck for deck in data.market.deck_sizes if _rank(deck) <= _rank(highest)]
            found = sum(card.god == god and card.deck in used for card in data.cards.market)
            _must(found == count, f"cards of {god} up to deck {highest}")
    for board in data.maps.values():
        _check_map(data, board)


def _check_map(data: Data, board: Map) -> None:
    cities = {city.id for city in board.cities}
    _must(len(cities) == len(board.cities) == board.city_count, "cities")
    _must(len(board.provinces) == board.province_count, "provinces")
    _must(
        [(city, province.id) for province in board.provinces for city in province.cities]
        == [(city.id, city.province) for city in board.cities],
        "cities by province",
    )
    letters = Counter(city.letter for city in board.cities)
    _must(letters == {key: sum(data.city_tokens[key].values()) for key in board.token_letters}, "tokens by letter")
    for kind, count in (("land", board.land_line_count), ("sea", board.sea_line_count)):
        pairs = {frozenset((line.a, line.b)) for line in board.lines if line.kind == kind}
        _must(len(pairs) == sum(line.kind == kind for line in board.lines) == count, f"{kind} lines")
    for kind, lonely in (("land", board.cities_without_land_line), ("sea", board.cities_without_sea_line)):
        joined = {end for line in board.lines if line.kind == kind for end in (line.a, line.b)}
        _must(joined == ({*cities, board.start_city} - {*lonely}), f"ends of {kind} lines")


def _rank(deck: str) -> int:
    return ("I", "II", "III", "IV", "V").index(deck)


def _must(holds: bool, what: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        message = f"data.toml contradicts itself: {what}"
        raise ValueError(message)


PRINTED = files(__package__).joinpath("data.toml").read_bytes()
DATA = msgspec.toml.decode(PRINTED, type=Data)
check(DATA)
DATA_HASH = hashlib.sha256(PRINTED).hexdigest()

WARES: dict[str, Ware] = {ware.id: ware for ware in DATA.goods}
GOODS: tuple[Good, ...] = tuple(ware.id for ware in DATA.goods)
"""The five goods, cheapest first."""
PRICES: dict[str, int] = {ware.id: ware.price for ware in DATA.goods}
CARDS: dict[str, Card] = {card.id: card for card in (*DATA.cards.starting, *DATA.cards.market)}
STARTING: tuple[str, ...] = tuple(card.id for card in DATA.cards.starting)
SPECIALISTS: dict[str, Good] = {
    kind.id: kind.specialist_good for kind in DATA.cards.kinds if kind.specialist_good is not None
}
GODS: tuple[str, ...] = tuple(god.id for god in DATA.gods)
"""The gods in the order in which they are scored."""
BY_PLAYERS: dict[int, ByPlayers] = {row.players: row for row in DATA.setup.by_players}


def decks_for(players: int) -> list[list[str]]:
    """The cards for sale at a table of that size, deck by deck from the top."""
    return [[card.id for card in DATA.cards.market if card.deck == deck] for deck in BY_PLAYERS[players].decks]
