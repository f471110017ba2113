"""How languages count and list: our few rules against the data of Unicode's CLDR, as babel has it."""

from typing import Literal

import pytest
from babel import Locale
from babel.lists import format_list

from domain.kernel.languages import LANGUAGES, PLURALS, plural_form
from domain.kernel.words import SHARED, Catalogue

LOCALES = {"en": "en_GB"}
NUMBERS = (*range(1000), 1001, 1011, 1111, 1121, 12_345, 99_999)


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_take_the_forms_of_their_language(language: str) -> None:
    rule = Locale(language).plural_form
    wrong = [number for number in NUMBERS if PLURALS[language][plural_form(number, language)] != rule(number)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_debt_is_counted_like_what_is_owned(language: str) -> None:
    assert all(plural_form(-number, language) == plural_form(number, language) for number in NUMBERS)


@pytest.mark.parametrize("language", SHARED.languages)
@pytest.mark.parametrize("number", [1, 2, 3, 5])
@pytest.mark.parametrize(("style", "template"), [("standard", "{seats:players}"), ("or", "{seats:either}")])
def test_lists_read_as_their_language_writes_them(
    language: str, number: int, style: Literal["standard", "or"], template: str
) -> None:
    people = ["Anna", "Ben", "Cleo", "Dora", "Enno"]
    items = {f"name.{seat}": person for seat, person in enumerate(people)}
    words = Catalogue({"en": {"told": template, **items}})
    told = words.say("told", {"seats": range(number)}, lang=language, players=people)
    assert told == format_list(people[:number], style, LOCALES.get(language, language))
