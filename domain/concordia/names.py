"""The words of Concordia. Places are called as the board calls them, unless a language has a name of its own."""

from collections import defaultdict
from collections.abc import Mapping

from domain.concordia.data import CARDS, DATA
from domain.kernel.languages import ENGLISH
from domain.kernel.words import Catalogue

_OWN = Catalogue.load("domain.concordia")


def _named() -> Catalogue:
    """The names of what is printed, in every language."""
    printed = _printed()
    english = {**printed, **_OWN.languages[ENGLISH]}
    return Catalogue(
        {
            language: {
                **(printed if language == ENGLISH else {}),
                **_lines({**english, **own}),
                **_cards({**english, **own}),
            }
            for language, own in _OWN.languages.items()
        }
    )


def _printed() -> dict[str, str]:
    names = {}
    for board in DATA.maps.values():
        names[f"name.{board.start_city}"] = board.start_city.title()
        names |= {f"name.{place.id}": place.name for places in (board.cities, board.provinces) for place in places}
    return names


def _lines(words: Mapping[str, str]) -> dict[str, str]:
    """Lines by the cities that they join."""
    lines = [line for board in DATA.maps.values() for line in board.lines]
    return {f"name.{line.id}": f"{words[f'name.{line.a}']}–{words[f'name.{line.b}']}" for line in lines}


def _cards(words: Mapping[str, str]) -> dict[str, str]:
    """Cards by their kind, in each form that it has, and by their god where cards of a kind have several."""
    gods = defaultdict(set)
    for card in CARDS.values():
        gods[card.kind].add(card.god)
    return {
        f"{section}.{card.id}": words[f"{section}.{card.kind}"]
        + (f" ({words[f'name.{card.god}']})" if len(gods[card.kind]) > 1 else "")
        for card in CARDS.values()
        for section in _sections(words)
        if f"{section}.{card.kind}" in words
    }


def _sections(words: Mapping[str, str]) -> tuple[str, ...]:
    """`name`, and the forms that a language has of names."""
    forms = {key.split(".")[1] for key in words if key.startswith("name.") and key.count(".") > 1}
    return ("name", *(f"name.{form}" for form in sorted(forms)))


WORDS = _OWN.merged(_named()).merged(Catalogue.load("domain.kernel"))
