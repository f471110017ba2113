"""Lessons: every step stands at a position of today's rules, and whatever is tried there is answered with words."""

import re

import pytest

from domain.kernel import sitting
from domain.kernel.errors import NotFound
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.queries.lessons import (
    CHAPTERS,
    MOST_STEPS,
    Lesson,
    LessonStep,
    attempt,
    lesson_of,
    shown,
    solved,
    step_of,
)
from services.render.registry import renderer_of
from services.web.table.layouts import layout_of
from tests.kit.taberna import GAME as TABERNA

ALL = {game.meta.slug: lesson_of(game) for game in (*GAMES, TABERNA)}
LESSONS = [lesson for lesson in ALL.values() if lesson is not None]
STEPS = [(lesson, step) for lesson in LESSONS for step in lesson.steps]
TO_DO = [(lesson, step) for lesson, step in STEPS if step.kind == "do"]
MOST_WORDS = 62
"""Of a step, in any language: a coach says one thing at a time."""

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.game.meta.slug)


def name(one: object) -> str:
    return one.key if isinstance(one, LessonStep) else one.game.meta.slug if isinstance(one, Lesson) else ""


every_step = pytest.mark.parametrize(("lesson", "step"), STEPS, ids=name)
every_task = pytest.mark.parametrize(("lesson", "step"), TO_DO, ids=name)


def test_every_game_has_a_lesson() -> None:
    assert [slug for slug, lesson in ALL.items() if lesson is None] == []


@every_lesson
def test_a_lesson_is_a_whole_game_by_todays_rules(lesson: Lesson) -> None:
    *_, last = sitting.moments(lesson.game, lesson.sitting)
    assert last.match.table.over


@every_lesson
def test_a_lesson_is_short_and_keeps_the_order_of_chapters(lesson: Lesson) -> None:
    assert len(lesson.steps) <= MOST_STEPS
    chapters = [CHAPTERS.index(step.chapter) for step in lesson.steps]
    assert chapters == sorted(chapters)
    assert chapters[0] == 0
    assert chapters[-1] == len(CHAPTERS) - 1
    times = [(step.at, step.done) for step in lesson.steps if step.kind == "do"]
    assert times == sorted(times)


@every_step
def test_a_step_says_little_and_in_every_language(lesson: Lesson, step: LessonStep) -> None:
    for lang in LANGUAGES:
        text = lesson.says(f"{step.key}.text", lang)
        assert lesson.says(f"{step.key}.title", lang)
        assert text
        assert len(text.split()) <= MOST_WORDS, (lang, len(text.split()))
        for area in step.points:
            assert lesson.says(f"{step.key}.name.{area}", lang)
            assert lesson.says(f"{step.key}.points.{area}", lang)
    numbers = {int(number) for number in re.findall(r"\((\d)\)", lesson.says(f"{step.key}.text", "en"))}
    assert numbers == set(range(1, len(step.show) + 1)) or not numbers
    for lang in LANGUAGES:
        assert {*map(int, re.findall(r"\((\d)\)", lesson.says(f"{step.key}.text", lang)))} == numbers


@every_step
def test_what_is_spoken_of_is_on_the_page(lesson: Lesson, step: LessonStep) -> None:
    areas = {panel.area for panel in layout_of(renderer_of(lesson.game.meta.slug).slug, ()).panels}
    assert {*step.points, *(spot.removeprefix("panel:") for spot in step.show)} <= areas


@every_task
def test_pointing_at_what_the_lesson_wants_ends_the_step(lesson: Lesson, step: LessonStep) -> None:
    position = shown(lesson, step, "en")
    assert position.composed is not None
    wanted = lesson.wanted(step)
    (path,) = [choice.path for choice in position.composed.pointing.choices if choice.command == wanted]
    assert attempt(lesson, step, path, "en").done
    assert solved(lesson, step, "en").done


@every_task
def test_any_other_choice_is_answered_with_words(lesson: Lesson, step: LessonStep) -> None:
    position = shown(lesson, step, "en")
    assert position.composed is not None
    others = [choice for choice in position.composed.pointing.choices if choice.command != lesson.wanted(step)]
    assert others, "a step with nothing to choose teaches nothing"
    for lang in LANGUAGES:
        assert lesson.says(f"{step.key}.task", lang)
        assert lesson.says(f"{step.key}.nearly", lang)
        tried = attempt(lesson, step, others[0].path, lang)
        assert tried.chosen
    for choice in others:
        tried = attempt(lesson, step, choice.path, "en")
        assert not tried.done
        assert tried.chosen == choice.label


def test_what_is_not_legal_is_refused_in_the_words_of_the_rules() -> None:
    lesson = lesson_of(next(game for game in GAMES if game.meta.slug == "concordia"))
    assert lesson is not None
    building = next(step for step in lesson.steps if step.key == "cosa")
    assert attempt(lesson, building, ("city:roma",), "en").refused == "Nobody can build in Roma."
    assert "Roma" in attempt(lesson, building, ("city:roma",), "de").refused
    assert attempt(lesson, building, ("nothing:at-all",), "en").refused.isspace()


@every_lesson
def test_there_is_no_step_before_the_first_or_after_the_last(lesson: Lesson) -> None:
    for number in (0, len(lesson.steps) + 1):
        with pytest.raises(NotFound):
            step_of(lesson, number)
