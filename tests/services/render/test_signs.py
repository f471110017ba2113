"""The legend: no symbol that a renderer can draw is missing from it, and each has its words in every language."""

import re

import pytest

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.queries.lessons import lesson_of, shown
from services.render.icons import symbols
from services.render.orders import words_of
from services.render.registry import RENDERERS
from services.render.signs import legend
from services.web.table.drawn import Look, drawing_of

GAME_OF = {game.meta.slug: game for game in GAMES}
every_renderer = pytest.mark.parametrize("slug", RENDERERS)


@every_renderer
def test_every_symbol_is_in_the_legend_once(slug: str) -> None:
    package = RENDERERS[slug].package
    told = [name for sign in legend(package) for name in (sign.symbol, *sign.also)]
    assert sorted(told) == sorted(symbols(package))


@every_renderer
def test_every_sign_has_words_in_every_language(slug: str) -> None:
    words = words_of(GAME_OF[slug])
    for sign in legend(RENDERERS[slug].package):
        said = {lang: words.say(sign.words, {}, lang=lang) for lang in LANGUAGES}
        assert all(said.values()), sign
        assert all(sign.words in words.languages[lang] for lang in LANGUAGES), sign


@every_renderer
def test_whatever_a_picture_of_a_played_game_uses_is_a_sign_or_the_mark_of_a_seat(slug: str) -> None:
    lesson, renderer = lesson_of(GAME_OF[slug]), RENDERERS[slug]
    assert lesson is not None
    told = {name for sign in legend(renderer.package) for name in (sign.symbol, *sign.also)}
    for step in lesson.steps:
        parts = renderer.parts(drawing_of(shown(lesson, step, "en"), Look("en", 0)))
        used = {icon for part in parts for icon in part.icons if not re.fullmatch(r"seat-\d-[0-9a-f]+", icon)}
        assert used <= told
