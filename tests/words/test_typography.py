"""A translation is set as its language sets type, and speaks to everybody in one manner of address."""

import re

import pytest

from tests.words.catalogues import ROOT, Translation, translations

EACH = pytest.mark.parametrize("translation", translations(), ids=lambda one: f"{one.package}-{one.language}")
INSERTED = re.compile(r"\{[^}]*\}|`[^`]*`")
"""What stands in a template for something else, and what is quoted from a program."""
WRONG = {
    "de": {
        "other quotation marks than „ and “": r"[\"«»”]",
        "a form of Sie, where we say du": r"\b(Ihnen|Ihrem|Ihren|Ihrer|Ihres|Sie haben|Sie sind|Sie können)\b",
        "Brett": r"\b(Brett|Spielbrett)\b",  # it is called Spielplan
    },
    "fr": {
        "a space that may break before : ; ! ? or within « »": r" [:;!?»]|« ",
        "no space before ; ! or ?, or before a colon": r"\w[;!?](?=\s|$)|\w:(?=\s|$)",
        "a straight apostrophe": r"'",
        "other quotation marks than « and »": r"[\"“”„]",
        "a space before the ellipsis": r"[^\W\d]{2} …",
        "a form of tu, where we say vous": r"(?i)\b(tu|te|toi|ton|ta|tes)\b",
    },
    "ru": {
        "other quotation marks than « and »": r"[\"“”„]",
        "a space before the ellipsis": r"[^\W\d]{2} …",
        "a long dash or a hyphen as a dash, or one that may begin a line": r"—| - | – ",
        "a form of ты, where we say вы": r"(?i)\b(ты|тебя|тебе|тобой|твой|твоя|твоё|твои|твоего|твоей|твоих)\b",
    },
}
EVERYWHERE = {"three dots": r"\.\.\.", "two spaces": r"\S  \S"}


@EACH
def test_a_translation_is_set_as_its_language_sets_type(translation: Translation) -> None:
    found = {key: wrong for key, text in translation.words.items() if (wrong := mistakes(text, translation.language))}
    assert found == {}


@pytest.mark.parametrize("language", WRONG)
def test_the_rules_in_short_are_set_so_too(language: str) -> None:
    pages = (ROOT / "services/web/rules" / language).glob("*.html")
    texts = {page.name: re.sub(r"<[^>]*>", "", page.read_text("utf-8")) for page in pages}
    assert texts
    lines = [(name, line.strip()) for name, text in texts.items() for line in text.splitlines()]
    assert {(name, line): wrong for name, line in lines if (wrong := mistakes(line, language))} == {}


def mistakes(text: str, language: str) -> list[str]:
    """What a copy editor would mark in a text."""
    plain = INSERTED.sub("x", text)
    return [name for name, pattern in (WRONG[language] | EVERYWHERE).items() if re.search(pattern, plain)]


def test_what_a_copy_editor_would_mark_is_found() -> None:
    assert mistakes("Quel bot : {now}", "fr")
    assert mistakes("Êtes-vous là?", "fr")
    assert mistakes('Den Befehl "{word}" gibt es nicht.', "de")
    assert mistakes("Попробуй, если ты готов.", "ru")
    assert not mistakes("Quel bot\N{NO-BREAK SPACE}: {now}", "fr")
