"""The words of Concordia. Cities, provinces and lines have the same name in every language: it is printed."""

from collections import defaultdict
from collections.abc import Mapping

from domain.concordia.data import CARDS, DATA, Map
from domain.kernel.words import Catalogue


def _printed_names() -> Catalogue:
    names = {f"name.{key}": name for board in DATA.maps.values() for key, name in _names(board).items()}
    return Catalogue({"en": names})


def _names(board: Map) -> dict[str, str]:
    cities = {board.start_city: board.start_city.title(), **{city.id: city.name for city in board.cities}}
    provinces = {province.id: province.name for province in board.provinces}
    lines = {line.id: f"{cities[line.a]}–{cities[line.b]}" for line in board.lines}
    return {**cities, **provinces, **lines}


def _card_names(words: Catalogue) -> Catalogue:
    """Cards by their kind, in every language, and by their god where cards of a kind have several."""
    gods = defaultdict(set)
    for card in CARDS.values():
        gods[card.kind].add(card.god)

    def named(own: Mapping[str, str]) -> dict[str, str]:
        name = {**words.languages["en"], **own}
        return {
            f"name.{card.id}": name[f"name.{card.kind}"]
            + (f" ({name[f'name.{card.god}']})" if len(gods[card.kind]) > 1 else "")
            for card in CARDS.values()
        }

    return Catalogue({lang: named(own) for lang, own in words.languages.items()})


_OWN = Catalogue.load("domain.concordia")
WORDS = _OWN.merged(_card_names(_OWN)).merged(_printed_names()).merged(Catalogue.load("domain.kernel"))
