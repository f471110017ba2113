"""A translation says what English says: each message, with the same fields, in the plural forms of its language."""

import re

import pytest

from domain.kernel.languages import ENGLISH, LANGUAGES, PLURALS
from services.web.texts import PACKAGES
from tests.kit.templates import fields_of
from tests.words.catalogues import Translation, catalogue, known_names, packages, same_as_english, translations

EACH = pytest.mark.parametrize("translation", translations(), ids=lambda one: f"{one.package}-{one.language}")
FORM = re.compile(r"(?P<section>name|count)\.(?P<form>\w+)\.(?P<value>.+)")
COUNTED = re.compile(r"count\.(?P<value>.+)")


@pytest.mark.parametrize("package", packages())
def test_there_are_no_other_languages_than_ours(package: str) -> None:
    assert set(catalogue(package).languages) <= set(LANGUAGES)


@EACH
def test_no_message_is_missing(translation: Translation) -> None:
    assert sorted(translation.english.keys() - translation.words.keys()) == []


@EACH
def test_no_message_is_left_over(translation: Translation) -> None:
    known = known_names()
    left_over = translation.words.keys() - translation.english.keys()
    assert sorted(key for key in left_over if not _is_form(key, translation, known)) == []


def _is_form(key: str, translation: Translation, known: set[str]) -> bool:
    """Whether a message only adds a form that English does not need: of a name, of something counted, of a place."""
    if key in known and key.startswith("name."):
        return True
    counted, formed = COUNTED.fullmatch(key), FORM.fullmatch(key)
    if counted and f"name.{counted['value']}" in known:
        return True
    return formed is not None and _is_asked_for(formed, translation, known)


def _is_asked_for(formed: re.Match[str], translation: Translation, known: set[str]) -> bool:
    section, form, value = formed["section"], formed["form"], formed["value"]
    everything = " ".join(
        text for package in packages() for text in catalogue(package).languages.get(translation.language, {}).values()
    )
    asks = re.search(rf":{section}s?\.{form}\b|:(either|each|pairs|tally)\.{form}\b", everything)
    return asks is not None and bool({f"name.{value}", f"count.{value}"} & known)


@EACH
def test_a_message_has_the_fields_that_english_has(translation: Translation) -> None:
    differ = {
        key: (sorted(fields_of(text)), sorted(fields_of(translation.english[key])))
        for key, text in translation.words.items()
        if key in translation.english and fields_of(text) != fields_of(translation.english[key])
    }
    assert differ == {}


@EACH
def test_what_tells_nothing_in_english_tells_nothing(translation: Translation) -> None:
    both = translation.words.keys() & translation.english.keys()
    assert [key for key in both if bool(translation.words[key]) != bool(translation.english[key])] == []


@pytest.mark.parametrize("package", packages())
def test_what_is_counted_has_every_plural_form(package: str) -> None:
    languages = catalogue(package).languages
    wrong = [
        (language, key, text)
        for language, words in languages.items()
        for key, text in words.items()
        if key.startswith("count.") and not _is_whole(text, language, languages[ENGLISH].get(key, text))
    ]
    assert wrong == []


def _is_whole(text: str, language: str, english: str) -> bool:
    """As many forms as the language has; one is enough for what never changes, if it does not change in English."""
    forms = text.split("|")
    return all(forms) and (len(forms) == len(PLURALS[language]) or len(forms) == len(english.split("|")) == 1)


@EACH
def test_nothing_is_left_in_english(translation: Translation) -> None:
    same = same_as_english(translation.language)
    left = {
        key: text
        for key, text in translation.words.items()
        if text == translation.english.get(key) and text not in same and _speaks(text) and not _is_proper(key, text)
    }
    assert left == {}


def _speaks(text: str) -> bool:
    """Whether there is a word in it, beside what is inserted."""
    return re.search(r"[^\W\d_]{2}", re.sub(r"\{[^}]*\}+", "", text)) is not None


def _is_proper(key: str, text: str) -> bool:
    """Whether it is a proper name, spelled as its id."""
    return text[:1].isupper() and key.rpartition(".")[2].replace("_", " ") == text.lower()


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_no_text_is_listed_as_the_same_that_is_not(language: str) -> None:
    found = [one for one in translations() if one.language == language]
    texts = {text for one in found for key, text in one.words.items() if text == one.english.get(key)}
    assert sorted(same_as_english(language) - texts) == []


def test_areas_of_the_page_do_not_call_one_thing_by_two_names() -> None:
    """Their words are one catalogue: of two packages with the same key only one is heard."""
    known: dict[tuple[str, str], set[str]] = {}
    for package in PACKAGES:
        for language, words in catalogue(package).languages.items():
            for key, text in words.items():
                known.setdefault((language, key), set()).add(text)
    assert {place: texts for place, texts in known.items() if len(texts) > 1} == {}
