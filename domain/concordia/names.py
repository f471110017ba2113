"""The words of Concordia. Cities, provinces and lines have the same name in every language: it is printed."""

from domain.concordia.data import DATA, Map
from domain.kernel.words import Catalogue


def _printed_names() -> Catalogue:
    names = {f"name.{key}": name for board in DATA.maps.values() for key, name in _names(board).items()}
    return Catalogue({"en": names})


def _names(board: Map) -> dict[str, str]:
    cities = {board.start_city: board.start_city.title(), **{city.id: city.name for city in board.cities}}
    provinces = {province.id: province.name for province in board.provinces}
    lines = {line.id: f"{cities[line.a]}–{cities[line.b]}" for line in board.lines}
    return {**cities, **provinces, **lines}


WORDS = Catalogue.load("domain.concordia").merged(_printed_names()).merged(Catalogue.load("domain.kernel"))
