"""`make words` prints what a native reader has to review: messages, terms and sentences, language beside language."""

import pytest

from domain.kernel.glossary import glossary
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from tests.words.__main__ import main
from tests.words.catalogues import catalogue, packages


@pytest.mark.timeout(120)
def test_everything_that_one_game_says_is_printed_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    game = next(game for game in GAMES if game.meta.slug == "concordia")
    main(["concordia"])
    printed = _unbroken(capsys.readouterr().out)
    for language in LANGUAGES:
        words = catalogue("domain.concordia").languages[language]
        assert [key for key, text in words.items() if f"{language}  {_unbroken(text)}" not in printed] == []
        assert [term for term in glossary(game) if f"{language}  {term.names[language]}" not in printed] == []
    assert "event.CardPlayed\n  en  Anna played " in printed, "sentences of a game"
    assert "fr  Anna joue la carte " in printed


@pytest.mark.timeout(120)
def test_a_package_is_printed_in_the_languages_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for package in packages():
        main([package, "ru"])
        printed = capsys.readouterr().out
        assert f"Messages of {package}\n" in printed
        assert "  en  " in printed
        assert "  ru  " in printed
        assert "  de  " not in printed


def _unbroken(text: str) -> str:
    """A text whose later lines are not indented."""
    return text.strip().replace("\n      ", "\n")
