"""Rules and proof: every game has its two screens, and the drawing speaks the reader's language."""

import re

import pytest

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.web.rules.drawings import worked
from services.web.rules.pages import summary
from services.web.texts import WORDS
from tests.kit.browser import Browser

SVG = "{http://www.w3.org/2000/svg}svg"
SLUGS = [game.meta.slug for game in GAMES]
WORDS_OF_THREE_SCREENS = 1250
LARGEST = 300_000
WRITTEN = [(slug, language) for slug in SLUGS for language in LANGUAGES if summary(slug, language)]


@pytest.mark.parametrize("slug", SLUGS)
async def test_the_rules_tell_a_turn_the_points_and_the_words(browser: Browser, slug: str) -> None:
    page = await browser.open(f"/rules/{slug}")
    assert page.status == 200
    inner = [link.attrib["href"][1:] for link in page.all("a") if link.get("href", "").startswith("#")]
    parts = ("goal", "setup", "turn", "points", "end", "two", "overlooked", "glossary", "worked", "counted")
    for part in (*parts, "values", "signs", "terms"):
        assert part in inner
        assert page.one("h2", id=part) is not None
    others = {f"/rules/{one}" for one in SLUGS if one != slug}
    assert others <= {link.get("href") for link in page.all("a")}


async def test_a_game_can_be_played_from_its_rules_at_once(browser: Browser) -> None:
    page = await browser.open("/rules/trajan")
    (form,) = page.all("form", action="/play")
    fields = {one.get("name", ""): one.get("value", "") for one in form.iter() if one.get("name")}
    assert fields["game"] == "trajan"
    answer = await browser.http.post("/play", data=fields, headers={"Origin": "http://acta.example"})
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/games/")


@pytest.mark.parametrize(("slug", "language"), WRITTEN)
async def test_the_page_is_small_and_leads_to_the_lesson_and_to_a_game(
    browser: Browser, slug: str, language: str
) -> None:
    page = await browser.open(f"/rules/{slug}?lang={language}")
    assert len(page.answer.content) < LARGEST
    assert f"/learn/{slug}" in {link.get("href") for link in page.all("a")}
    assert page.form("/play")


@pytest.mark.parametrize("slug", SLUGS)
async def test_drawings_are_told_and_no_two_things_have_the_same_name(browser: Browser, slug: str) -> None:
    page = await browser.open(f"/rules/{slug}")
    names = [one.get("id") for one in page.root.iter() if one.get("id")]
    assert len(names) == len({*names}), [name for name in names if names.count(name) > 1]
    drawn = [one for one in page.all(SVG, role="img") if "part" in (one.get("class") or "")]
    assert len(drawn) > 6
    assert all(one.get("aria-label") for one in drawn)
    assert not page.all("*", data_handle="")


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scoring_is_worked_out_to_the_score_of_the_game(slug: str, language: str) -> None:
    game = next(one for one in GAMES if one.meta.slug == slug)
    shown = worked(game, summary(slug, language) or "", language)
    assert shown is not None
    assert shown.before + sum(line.points for line in shown.lines) == shown.total
    assert shown.told
    assert len(shown.turn) == len([key for key in WORDS.languages[language] if key.startswith(f"rules.step.{slug}.")])


async def test_the_terms_stand_there_in_every_language_with_where_they_come_from(browser: Browser) -> None:
    page = await browser.open("/rules/forum-trajanum?lang=fr")
    (table,) = [one for one in page.all("table") if one.find("thead/tr/th[@lang='ru']") is not None]
    assert [head.get("lang") for head in table.iterfind("thead/tr/th")] == ["fr", "en", "de", "ru"]
    told = {"".join(cell.itertext()) for cell in table.iterfind("tbody/tr/td[@lang='fr']")}
    assert {"émissaire*", "tuiles exposées"} <= told


@pytest.mark.parametrize(("slug", "language"), WRITTEN)
def test_the_rules_are_short_and_have_the_same_parts_in_every_language(slug: str, language: str) -> None:
    page = summary(slug, language) or ""
    assert 300 < len(re.sub("<[^>]+>", " ", page).split()) < WORDS_OF_THREE_SCREENS
    assert re.findall("<[^>]+>", page) == re.findall("<[^>]+>", summary(slug, "en") or "")


@pytest.mark.parametrize("slug", ["taberna", "%2e%2e%2fpages", "en"])
async def test_a_game_without_rules_here_is_not_found(browser: Browser, slug: str) -> None:
    assert (await browser.open(f"/rules/{slug}")).status == 404


async def test_the_proof_says_what_it_proves_and_what_it_cannot(browser: Browser) -> None:
    page = await browser.open("/proof")
    assert "What a record proves" in page.text
    assert "That nobody peeked." in page.text
    assert len([one for one in page.all(SVG) if one.get("class", "").startswith("pf ")]) == 2
