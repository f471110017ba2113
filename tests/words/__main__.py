"""`make words`: every message in all languages side by side, for a native reader to review.

    make words ARGS="trajan"             what one game says, its terms, and sentences of a game that is played at random
    make words ARGS="trajan de fr"       the same in English and two other languages
    make words ARGS="services.identity"  the messages of a package; without a name those of all

A message that a language lacks is shown as a dash.
"""

import sys
from collections.abc import Iterator, Sequence

from domain.kernel.game import AnyGame
from domain.kernel.glossary import glossary
from domain.kernel.languages import ENGLISH, LANGUAGES
from tests.words.catalogues import GAMES, catalogue, packages
from tests.words.examples import examples

_MOST = 4
"""Sentences that are shown of one message."""


def main(wanted: Sequence[str]) -> None:
    languages = [lang for lang in LANGUAGES if lang == ENGLISH or lang in wanted or not {*wanted} & {*LANGUAGES}]
    names = [name for name in wanted if name not in LANGUAGES]
    for package in packages():
        if not names or any(name.replace("-", "_") in package for name in names):
            _print(f"Messages of {package}", _messages(package, languages))
    for game in GAMES:
        if game.meta.slug in names or not names:
            _print(f"Terms of {game.name_in(ENGLISH)}", _terms(game, languages))
            _print(f"A game of {game.name_in(ENGLISH)}", _sentences(game, languages))


def _messages(package: str, languages: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    words = catalogue(package).languages
    keys = dict.fromkeys(key for lang in languages for key in words.get(lang, {}))
    for key in keys:
        if any(words.get(lang, {}).get(key) for lang in languages):
            yield key, {lang: words.get(lang, {}).get(key, "–") for lang in languages}


def _terms(game: AnyGame, languages: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    for term in glossary(game):
        yield term.names[ENGLISH], {lang: f"{term.names[lang]} ({term.sources[lang]})" for lang in languages}


def _sentences(game: AnyGame, languages: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    spoken = [lang for lang in languages if lang in game.words.languages]
    yield from examples(game, seed=7, most=_MOST, languages=spoken)


def _print(title: str, rows: Iterator[tuple[str, dict[str, str]]]) -> None:
    print(f"\n{title}\n{'=' * len(title)}")
    for key, said in rows:
        print(f"\n{key}")
        for lang, text in said.items():
            print(f"  {lang}  {text.strip().replace(chr(10), chr(10) + '      ')}")


if __name__ == "__main__":
    main(sys.argv[1:])
