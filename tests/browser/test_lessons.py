"""Lessons, read in Chromium to their end: by pointing at what the coach asks for, and by keys alone."""

import itertools

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.queries.lessons import Lesson, LessonStep, lesson_of, shown
from tests.browser.chromium import PHONE, WIDE, window
from tests.browser.test_pointing import WHOLE
from tests.endure.acta_server import Acta

LESSONS = {game.meta.slug: lesson for game in GAMES if (lesson := lesson_of(game)) is not None}
READ = (
    list(itertools.product(LESSONS, LANGUAGES, [WIDE, PHONE]))
    if WHOLE
    else [*((slug, "en", WIDE) for slug in LESSONS), ("trajan", "ru", PHONE)]
)
_HIT = """(handle) => {
  for (const thing of document.querySelectorAll("main [data-handle]")) {
    if (thing.dataset.handle !== handle) continue;
    thing.scrollIntoView({block: "center", inline: "center"});
    const {left, top, width, height} = thing.getBoundingClientRect();
    for (const x of [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.8]) for (const y of [0.5, 0.3, 0.7, 0.1, 0.9, 0.2, 0.8]) {
      const at = [left + width * x, top + height * y];
      if (document.elementFromPoint(...at)?.closest("[data-handle]")?.dataset.handle === handle) return at;
    }
  }
  return null;
}"""

pytestmark = pytest.mark.timeout(3600 if WHOLE else 300)


def path_of(lesson: Lesson, step: LessonStep) -> tuple[str, ...]:
    composed = shown(lesson, step, "en").composed
    assert composed is not None
    (path,) = [choice.path for choice in composed.pointing.choices if choice.command == lesson.wanted(step)]
    return path


def wait_for_step(page: Page, number: int, title: str) -> None:
    page.wait_for_function(
        "([number, title]) => new URL(location).searchParams.get('step') === String(number)"
        " && document.querySelector('#coach-title').textContent === title",
        arg=[number, title],
    )


@pytest.mark.parametrize(
    ("slug", "language", "size"), READ, ids=[f"{slug}-{lang}-{size['width']}" for slug, lang, size in READ]
)
def test_a_lesson_is_played_by_pointing(
    acta: Acta, chromium: Browser, slug: str, language: str, size: ViewportSize
) -> None:
    lesson = LESSONS[slug]
    with window(chromium, acta.url, size) as page:
        page.goto(f"/learn/{slug}?step=1&lang={language}")
        for number, step in enumerate(lesson.steps, 1):
            wait_for_step(page, number, lesson.says(f"{step.key}.title", language))
            if step.kind == "do":
                point_out(page, path_of(lesson, step), number)
            elif number < len(lesson.steps):
                page.locator("[data-key=next]").click()
        page.locator("form [data-key=next]").click()
        page.wait_for_url("**/games/*")


def point_out(page: Page, path: tuple[str, ...], number: int) -> None:
    """Click on one thing after the other, until the coach is content: a path may be clear before its end."""
    for handle in path:
        at = page.evaluate(_HIT, handle)
        if at is None and handle.partition(":")[0] == "street":
            continue  # there is only one that it can be
        assert at is not None, f"{handle} is hidden by something else"
        before = page.url
        page.mouse.click(*at)
        page.wait_for_function("(before) => location.href !== before", arg=before)
        if f"step={number}" not in page.url:
            return


def test_a_lesson_is_read_by_keys(acta: Acta, chromium: Browser) -> None:
    lesson = LESSONS["trajan"]
    with window(chromium, acta.url, WIDE) as page:
        page.goto("/learn/trajan?step=1")
        wait_for_step(page, 1, lesson.says("goal.title", "en"))
        for number, step in enumerate(lesson.steps[:-1], 1):
            wait_for_step(page, number, lesson.says(f"{step.key}.title", "en"))
            if step.kind == "do":
                page.keyboard.press("h")
                page.wait_for_selector("[data-key=next]")
            page.keyboard.press("Enter")
        wait_for_step(page, len(lesson.steps), lesson.says("over.title", "en"))
        page.keyboard.press("Backspace")
        wait_for_step(page, len(lesson.steps) - 1, lesson.says("hints.title", "en"))
        page.keyboard.press("Escape")
        page.wait_for_url("**/learn")


def test_what_glows_is_reached_by_the_arrows(acta: Acta, chromium: Browser) -> None:
    lesson = LESSONS["trajan"]
    number = next(number for number, step in enumerate(lesson.steps, 1) if step.kind == "do")
    with window(chromium, acta.url, WIDE) as page:
        page.goto(f"/learn/trajan?step={number}")
        wanted = path_of(lesson, lesson.steps[number - 1])[0]
        for _ in range(30):
            page.keyboard.press("ArrowRight")
            if page.evaluate("() => document.activeElement.dataset.handle") == wanted:
                break
        page.keyboard.press("Enter")
        wait_for_step(page, number + 1, lesson.says("sow.title", "en"))
