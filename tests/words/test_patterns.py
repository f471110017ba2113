"""Faults of style that a program can see, in every language for which a table here says what to look for.

A language that a table lacks is not looked at; whoever mends its messages adds it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.languages import LANGUAGES
from tests.words.catalogues import GAMES, catalogue, packages
from tests.words.examples import Example, examples

INSERTED = re.compile(r"\{[^}]*\}|`[^`]*`")
COLON = re.compile(r":(?=\s|$)")
SENTENCES = re.compile(r"(?<=[.;!?])\s|\n")


class Message(NamedTuple):
    """A message of a package, by its key."""

    package: str
    key: str
    text: str


def messages(language: str) -> Iterator[Message]:
    for package in packages():
        for key, text in catalogue(package).languages[language].items():
            yield Message(package, key, text)


@cache
def played(game: AnyGame) -> tuple[Example, ...]:
    """Sentences of a random game."""
    spoken = [language for language in LANGUAGES if language in game.words.languages]
    return tuple(examples(game, seed=11, most=40, languages=spoken))


# Two colons in a line: what stands behind one has none of its own.

BEHIND_A_COLON = re.compile(r"(illegal|not_allowed|undo|bad_options|field|form|proof\.broken)\.")
"""Messages that are told behind a colon: why something is not possible, or does not hold."""


def has_two_colons(text: str) -> bool:
    return any(len(COLON.findall(sentence)) > 1 for sentence in SENTENCES.split(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_has_two_colons(language: str) -> None:
    assert [one for one in messages(language) if has_two_colons(INSERTED.sub("x", one.text))] == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_no_sentence_of_a_game_has_two_colons(game: AnyGame) -> None:
    told = [(one.key, language, text) for one in played(game) for language, text in one.said.items()]
    assert [one for one in told if has_two_colons(one[2])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_told_behind_a_colon_has_none(language: str) -> None:
    found = [one for one in messages(language) if BEHIND_A_COLON.match(one.key) and COLON.search(one.text)]
    assert [one for one in found if ".render." not in one.package] == []


# Agreement: what follows a list or a bare number reads as well for one as for many.

AFTER_A_LIST = {
    "en": r":(names|tally|counts|players)[^}]*\} (are|were|have|lie|stand|win|bring)\b",
    "de": r":(names|tally|counts|players)[^}]*\} (sind|waren|haben|liegen|stehen)\b",
    "fr": r":(names|tally|counts)[^}]*\} (sont|ont|étaient)\b",
    "ru": r":(names|tally|counts)[^}]*\} (неактивны|были|стоят|лежат)\b",
}
AFTER_A_NUMBER = {
    "en": r"\{(?P<field>\w+)\} (?!(?:is|has|was|as|wants|invites|receives|leads|asks)\b)(?:[a-z]+s|people|sestertii)\b",
    "de": r"\{(?P<field>\w+)\} (?!Wenn\b)(?:[A-ZÄÖÜ]\w+(?:en|n|s|e)|Zeichen)\b",
    "fr": r"\{(?P<field>\w+)\} (?!(?:des|les|pas|puis|vous|dans|sans)\b)[a-zà-ÿ]+s\b",
    "ru": r"\{(?P<field>\w+)\} \w+(?:ов|ев|ей|ых|их)\b",
}
"""A bare number and a word in the plural: it needs a count form."""
ALWAYS_MANY = {
    "all", "cards", "cells", "coins", "each", "least", "longest", "money", "most", "players", "rounds",
    "seats", "ships", "size", "versions",
}  # fmt: skip
"""Fields that are never one where a word stands behind them."""


@pytest.mark.parametrize("language", AFTER_A_LIST)
def test_nothing_behind_a_list_agrees_with_many(language: str) -> None:
    assert [one for one in messages(language) if re.search(AFTER_A_LIST[language], one.text)] == []


@pytest.mark.parametrize("language", AFTER_A_NUMBER)
def test_nothing_behind_a_bare_number_agrees_with_many(language: str) -> None:
    pattern = re.compile(AFTER_A_NUMBER[language])
    found = [(one, hit["field"]) for one in messages(language) for hit in pattern.finditer(one.text)]
    assert [one for one, field in found if field not in ALWAYS_MANY] == []


# A name stands where no article or case depends on it.

AFTER_AN_ARTICLE = {
    "en": r"\b[Aa]n? \{(?P<field>\w+):(name|names|player)[}.]",
    "de": r"\b(?:[Dd](?:er|ie|as|en|em|es)|[Ee]in(?:e[mnrs]?)?) \{(?P<field>\w+):(name|names|player)\}",
    "fr": r"(?:\b(?:le|la|les|un|une|des|du|au|aux|de) |\b[ld]’)\{(?P<field>\w+):(name|names|player)\}",
}
WITHOUT_HARM = {"en": {"kind"}, "de": {"kind", "ship", "which"}, "fr": {"need", "ship"}}
"""Fields whose few names all take the same article: a colonist by land or by sea, a ship of each kind."""
BEHIND_A_WORD = {
    "en": r"\ban? \{(?:\w+:players?|name|player|names|winners|others)\}",
    "de": r"\b(?:des|dessen) \{(?:\w+:players?|name|player|names|winners|others)\}|\{(?:\w+:player|name|player)\}s\b",
    "fr": r"(?i)\b(?:de|que|lorsque|puisque) \{(?:\w+:players?|name|player|names|winners|others)\}",
    "ru": r"(?i)\b(?:от|для|без|из|про|\u0443) \{(?:\w+:players?|name|player|names|winners|others)\}",
}
"""What people are called stands where no ending or elision depends on it: “de Anna”, “от Anna”."""


@pytest.mark.parametrize("language", AFTER_AN_ARTICLE)
def test_no_name_stands_behind_an_article(language: str) -> None:
    found = [
        (one, hit["field"]) for one in messages(language) for hit in re.finditer(AFTER_AN_ARTICLE[language], one.text)
    ]
    assert [one for one, field in found if field not in WITHOUT_HARM[language]] == []


@pytest.mark.parametrize("language", BEHIND_A_WORD)
def test_what_people_are_called_is_never_inflected(language: str) -> None:
    assert [one for one in messages(language) if re.search(BEHIND_A_WORD[language], one.text)] == []


# Quotation marks and apostrophes are set, not typed.

TYPED = {"en": r"['\"„«»]", "de": r"[\"'«»]", "fr": r"[\"'„]", "ru": r"[\"'„]"}


@pytest.mark.parametrize("language", TYPED)
def test_quotation_marks_and_apostrophes_are_set(language: str) -> None:
    assert [one for one in messages(language) if re.search(TYPED[language], INSERTED.sub("", one.text))] == []


# One word for one thing.


class Pair(NamedTuple):
    """A word that is not ours, and the one that is; in every package or in some."""

    wrong: str
    right: str
    package: str = ""


PAIRS = {
    "en": (
        Pair(r"chairs?", "seat"),
        Pair(
            r"logs?(?! (in|out|you out)\b)(?<!server’s log)", "record (what a chain holds) or chronicle (what is told)"
        ),
        Pair(r"journal|protocol", "record"),
        Pair(r"(?<!e-)mails?", "e-mail"),
        Pair(r"talk", "chat"),
        Pair(r"notices?", "notification"),
        Pair(r"anew", "again"),
        Pair(r"dear(er|est)?", "expensive"),
        Pair(r"as things stand|as it stands|whoever is there", "now"),
        Pair(r"stone is missing|door is closed|at your thumb|fall asleep|buys freedom|lives? here", "the thing itself"),
        Pair(r"catalogs?", "catalogue"),
        Pair(r"batch|parked", "what people see of it"),
        Pair(r"phases?", "cycle", "forum_trajanum"),
        Pair(r"colony", "Colonia", "forum_trajanum"),
        Pair(r"bowls?", "tray", ".trajan"),
        Pair(r"port", "seaport", ".trajan"),
        Pair(r"generals?", "military leader", ".trajan"),
        Pair(r"legionar(y|ies)", "legionnaire", ".trajan"),
        Pair(r"goods", "commodity", ".trajan"),
        Pair(r"needs?", "demand", ".trajan"),
        Pair(r"tasks?|places", "Trajan tile, slot", ".trajan"),
        Pair(r"board|coins? up|made", "map, coins, produced", "concordia"),
    ),
    "de": (
        Pair(r"Mails?|Mailadressen?", "E-Mail"),
        Pair(r"Logs?(?! des Servers)|Verlauf", "Protokoll (was eine Kette hält) oder Chronik (was erzählt wird)"),
        Pair(r"Gespräch|Tischgespräch", "Chat"),
        Pair(r"St(uhl|ühle|ühlen|uhls)|Sitz", "Platz"),
        Pair(r"Stein fehlt|Tür ist zu|Daumennähe|kauft Freiheit", "die Sache selbst"),
        Pair(r"Schalen?", "Mulde", ".trajan"),
        Pair(r"Bedürfnis(se)?", "Bedarf", ".trajan"),
        Pair(r"Bonusware|Einnahmen", "Provinzbonus, Geldbonus", "concordia"),
    ),
    "fr": (
        Pair(r"journal|replay", "registre, chronique, revoir la partie"),
        Pair(r"chat", "discussion ou messagerie"),
        Pair(r"chaises?|sièges?", "place"),
        Pair(r"logs?", "registre"),
        Pair(r"manque une pierre|porte est fermée|sous le pouce|achète de la liberté", "la chose même"),
        Pair(r"besoins?", "demande", ".trajan"),
        Pair(r"maisons?|villes?", "villa, cité", "concordia"),
    ),
    "ru": (
        Pair(r"почтов\w+", "адрес электронной почты"),
        Pair(r"разговор\w*", "чат"),
        Pair(r"стул\w{0,3}|кресл\w+", "место"),
        Pair(r"реплей\w*|лог\w{0,2}|мейл\w*", "просмотр партии, протокол, электронная почта"),
        Pair(r"не хватает камня|дверь закрыта|под рукой|покупает свободу", "сама вещь"),
        Pair(r"завести|заводит", "создать"),
        Pair(r"выборы|выборов", "решения"),
    ),
}
FOR_PROGRAMS = {"services"}
"""Packages whose messages are told to programs too, in the words of the interface."""


def _is_said(pair: Pair, one: Message) -> bool:
    plain = INSERTED.sub("x", one.text)
    within = pair.package in one.package and "rules" not in one.package
    return within and re.search(rf"(?i)(?<![\w’-])({pair.wrong})(?![\w-])", plain) is not None


@pytest.mark.parametrize(
    ("language", "pair"), [(language, pair) for language, pairs in PAIRS.items() for pair in pairs], ids=str
)
def test_one_thing_has_one_word(language: str, pair: Pair) -> None:
    found = [one for one in messages(language) if _is_said(pair, one)]
    assert [one for one in found if one.package not in FOR_PROGRAMS] == [], f"say {pair.right}"


# An instruction has its verb.

VERBS = {
    "en": ("choose", "exchange"),
    "de": ("wähle", "vorher darfst du"),
    "fr": ("choisissez", "vous pouvez"),
    "ru": ("укажите", "до этого можно"),
}


@pytest.mark.parametrize("language", VERBS)
def test_what_to_point_at_is_told_with_a_verb(language: str) -> None:
    told = [one for one in messages(language) if one.key.startswith("how.") and ".render." in one.package]
    assert told
    assert [one for one in told if not one.text.startswith(VERBS[language])] == []


# A refusal is a sentence.


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_whole_sentence(language: str) -> None:
    refusals = [one for one in messages(language) if re.match(r"(illegal|not_allowed|undo|refused)\.", one.key)]
    whole = re.compile(r"[^\W_a-zà-ÿа-яё].*[.]|[“„«{].*[.]|\{\w+\}", re.DOTALL)
    assert [one for one in refusals if not whole.fullmatch(one.text)] == []


@pytest.mark.parametrize(
    ("text", "two"),
    [
        ("Play Diplomat: copy: Prefect", True),
        ("Take tray II: senate; to sow: pink", False),
        ("It begins at 10:30: come", False),
    ],
)
def test_two_colons_are_found(text: str, two: bool) -> None:
    assert has_two_colons(text) == two
