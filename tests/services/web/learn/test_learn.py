"""The index of lessons, and a lesson read to its end without a script: by the links of the coach and the list."""

from urllib.parse import quote_plus

import pytest

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.queries.lessons import lesson_of, shown
from tests.kit.browser import Browser, Page

LESSONS = {game.meta.slug: lesson for game in GAMES if (lesson := lesson_of(game)) is not None}
every_lesson = pytest.mark.parametrize("slug", LESSONS)


def link(page: Page, key: str) -> str:
    return page.one("a", data_key=key).attrib["href"]


async def test_the_index_offers_every_lesson_and_the_rules(browser: Browser) -> None:
    page = await browser.open("/learn")
    linked = {link.get("href") for link in page.all("a")}
    assert {f"/learn/{slug}?step=1" for slug in LESSONS} | {f"/rules/{slug}" for slug in LESSONS} <= linked


@every_lesson
async def test_a_lesson_is_read_to_its_end_without_a_script(browser: Browser, slug: str) -> None:
    lesson, page = LESSONS[slug], await browser.open(f"/learn/{slug}?step=1")
    for number, step in enumerate(lesson.steps, 1):
        assert page.status == 200
        assert lesson.says(f"{step.key}.title", "en") in page.text
        if step.kind == "do":
            page = await browser.open(f"/learn/{slug}?step={number}&path={path_of(slug, number)}")
            assert "Well done" in page.text
        elif number < len(lesson.steps):
            page = await browser.open(link(page, "next"))
    assert page.form("/play")
    assert "Learnt" in (await browser.open("/learn")).text


def path_of(slug: str, number: int) -> str:
    """What the list of choices sends for what the lesson wants."""

    lesson = LESSONS[slug]
    step = lesson.steps[number - 1]
    composed = shown(lesson, step, "en").composed
    assert composed is not None
    (path,) = [it.path for it in composed.pointing.choices if it.command == lesson.wanted(step)]
    return quote_plus(" ".join(path))


async def test_a_wrong_try_is_explained_and_can_be_taken_back(browser: Browser) -> None:
    wrong = await browser.open("/learn/trajan?step=6&path=marker:blue")
    assert "Nearly" in wrong.text
    assert "The tile at VI wants white and blue" in wrong.text
    assert wrong.one("a", data_key="next").attrib["class"] == "btn go"
    again = await browser.open(link(wrong, "next"))
    assert "Nearly" not in again.text
    twice = await browser.open("/learn/trajan?step=6&tries=1&path=marker:blue")
    assert twice.one("a", data_key="solve").attrib["class"] == "btn go"
    assert "That is how" in (await browser.open(link(twice, "solve"))).text


async def test_the_browser_remembers_how_far_a_lesson_was_read(browser: Browser) -> None:
    await browser.open("/learn/concordia?step=7")
    await browser.open("/learn/concordia?step=2")
    page = await browser.open("/learn")
    assert "Step 7 of 21" in page.text
    assert "/learn/concordia?step=7" in {one.get("href") for one in page.all("a")}
    assert "Step 7 of 21" in (await browser.open("/learn/concordia")).text


@pytest.mark.parametrize("cookie", ["", "x", "trajan.999", "trajan.-1", "concordia.5_", "é.1", "a" * 4000])
async def test_a_strange_cookie_does_no_harm(browser: Browser, cookie: str) -> None:
    browser.http.cookies.set("lessons", cookie.encode("ascii", "ignore").decode())
    assert (await browser.open("/learn")).status == 200
    assert (await browser.open("/learn/trajan")).status == 200


@pytest.mark.parametrize(
    "asked", ["step=0", "step=99", "step=26", "step=99999999999", "step=1&tries=-4", "step=5&path=%00"]
)
async def test_there_are_no_other_steps(browser: Browser, asked: str) -> None:
    assert (await browser.open(f"/learn/trajan?{asked}")).status in {200, 404}


async def test_a_game_without_a_lesson_is_not_found(browser: Browser) -> None:
    assert (await browser.open("/learn/chess")).status == 404


@pytest.mark.parametrize("lang", LANGUAGES)
@every_lesson
async def test_a_lesson_speaks_the_language_of_the_reader(browser: Browser, slug: str, lang: str) -> None:
    page = await browser.open(f"/learn/{slug}?step=1&lang={lang}")
    assert LESSONS[slug].says("goal.title", lang) in page.text
