from services.web.assets import ASSETS
from services.web.fonts import FILES
from services.web.texts import WORDS
from tests.kit.browser import Browser, fields_of
from tests.kit.http import Site


async def test_a_page_that_is_not_there_is_told_as_a_page(browser: Browser) -> None:
    page = await browser.open("/no-such-page")

    assert page.status == 404
    assert page.one("h1").text == "There is nothing here."
    assert not page.all("a", href="/login"), "who looks is not known here"


async def test_programs_are_told_as_a_problem(site: Site) -> None:
    answer = await site.http.get("/no-such-page", headers={"Accept": "application/json"})
    api = await site.http.get("/api/v1/no-such-thing", headers={"Accept": "text/html"})

    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert (api.status_code, api.headers["content-type"]) == (404, "application/problem+json")


async def test_pages_run_no_script_and_no_style_but_our_own_files(browser: Browser) -> None:
    page = await browser.open("/")

    policy = page.answer.headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy
    assert all(script.get("src", "").startswith("/static/") for script in page.all("script"))
    assert not page.all("style")
    assert not [one for one in page.root.iter() if "style" in one.attrib]


async def test_files_are_kept_for_ever_at_the_address_of_their_contents(site: Site) -> None:
    today = await site.http.get(ASSETS.url("site.css"), headers={"Accept-Encoding": "gzip"})
    other = await site.http.get("/static/another/site.css")

    assert today.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert today.headers["content-encoding"] == "gzip"
    assert other.headers["cache-control"] == "no-cache"
    assert today.content == other.content
    assert (await site.http.get("/static/another/../../pyproject.toml")).status_code == 404
    assert (await site.http.get("/static/another/nothing.css")).status_code == 404


async def test_fonts_hold_the_letters_of_four_languages(site: Site) -> None:
    name = next(name for name in FILES if name.endswith("sans-latin.woff2"))
    answer = await site.http.get(ASSETS.url(name))

    assert answer.headers["content-type"] == "font/woff2"
    assert answer.content.startswith(b"wOF2")
    assert len(answer.content) < 40_000


async def test_the_look_is_chosen_by_a_link_and_kept(browser: Browser) -> None:
    chosen = await browser.open("/?look=dark")
    later = await browser.open("/")

    assert chosen.one("html").get("data-theme") == "dark"
    assert later.one("html").get("data-theme") == "dark"
    assert (await browser.open("/?look=system")).one("html").get("data-theme") is None
    await browser.open("/?motion=calm&keys=off&sound=loud")
    html = (await browser.open("/")).one("html")
    assert (html.get("data-motion"), html.get("data-keys"), html.get("data-sound")) == ("calm", "off", None)
    assert (await browser.open("/?keys=on")).one("html").get("data-keys") is None


async def test_the_language_is_chosen_by_a_link_or_with_an_account_by_a_button(site: Site, browser: Browser) -> None:
    browser.http.headers["Accept-Language"] = "fr"
    spoken = {"de", "en", "fr", "ru"} & set(WORDS.languages)
    other = max(spoken)
    assert (await browser.open(f"/?lang={other}")).one("html").get("lang") == other
    assert (await browser.open("/")).one("html").get("lang") == other, "kept by a cookie"
    person = await site.person("Livia")
    browser.http.cookies.clear()
    browser.http.cookies.set("acta", person.token)
    page = await browser.open("/tables")
    token = fields_of(page.all("form", action="/language")[0])["token"]
    after = await browser.post("/language", {"token": token, "lang": "ru", "back": "/tables"})
    assert (after.path, after.one("html").get("lang")) == ("/tables", "ru")


async def test_the_site_can_be_installed(site: Site) -> None:
    manifest = (await site.http.get("/manifest.webmanifest")).json()
    icons = [await site.http.get(icon["src"]) for icon in manifest["icons"]]
    worker = await site.http.get("/service-worker.js")

    assert [icon.headers["content-type"] for icon in icons] == ["image/svg+xml", "image/png", "image/png"]
    assert (worker.status_code, worker.headers["cache-control"]) == (200, "no-cache")
    assert worker.headers["content-type"].startswith("text/javascript")


async def test_a_switch_leads_back_to_an_address_with_any_letters(site: Site, browser: Browser) -> None:
    person = await site.person("Günther")
    browser.http.cookies.set("acta", person.token)
    page = await browser.open(f"/users/{person.name}")
    fields = fields_of(page.all("form", action="/language")[0])
    after = await browser.post("/language", {**fields, "lang": "en"})

    assert (page.status, after.status, after.path) == (200, 200, page.path)
