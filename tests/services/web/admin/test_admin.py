"""Admin: reports are settled, people are looked up, jobs are listed; nobody else sees any of it."""

import pytest

from domain.kernel.ids import GameId
from services.queue.jobs import SCORE
from tests.kit.browser import Browser, fields_of
from tests.kit.http import Person, Site
from tests.kit.people import logged_in
from tests.services.api.tables import started


@pytest.fixture
def ruler(browser: Browser, site: Site) -> Browser:
    return logged_in(browser, site.admin)


async def reported(site: Site, text: str) -> tuple[str, Person]:
    """A table at which somebody has reported a line."""
    anna, brutus = [await site.person(name) for name in ("Anna", "Brutus")]
    game = await started(anna, brutus)
    line = (await anna.done(f"/games/{game}/talk", {"text": text}))["number"]
    await brutus.done(f"/games/{game}/talk/{line}/report", {"reason": "rude"})
    return game, anna


@pytest.mark.parametrize(("act", "stays"), [("keep", True), ("remove", False)])
async def test_a_report_is_settled(site: Site, ruler: Browser, act: str, stays: bool) -> None:
    text = f"<b>{act}</b> & co"
    game, anna = await reported(site, text)
    page = await ruler.open("/admin")
    (card,) = [one for one in page.all("article") if text in "".join(one.itertext())]
    action = next(card.iter("form")).attrib["action"]
    settled = await ruler.send(page, action, act=act, note="seen")
    assert text not in settled.text
    lines = (await anna.seen(f"/games/{game}/talk"))["lines"]
    assert any(line.get("text") == text for line in lines) == stays


async def test_a_person_is_looked_up_and_logged_out(site: Site, ruler: Browser) -> None:
    anna = await site.person("Anna")
    page = await ruler.open(f"/admin?name={anna.name}")
    assert "Browsers logged in: 1." in page.text
    await ruler.send(page, "/admin/log-out")
    assert (await anna.get("/me")).status_code == 401
    assert "Nobody here is called Nemo." in (await ruler.open("/admin?name=Nemo")).text


async def test_a_person_is_banned_and_let_in_again(site: Site, ruler: Browser) -> None:
    anna = await site.person("Anna")
    page = await ruler.open(f"/admin?name={anna.name}")
    page = await ruler.send(page, "/admin/bans", act="ban", why="spam & <b>insults</b>")
    assert (await anna.get("/me")).status_code == 401
    assert "Banned since" in page.text
    (row,) = [one for one in page.all("tr") if "spam & <b>insults</b>" in "".join(one.itertext())]
    assert {anna.name, site.admin.name} <= {link.text for link in row.iter("a")}
    page = await ruler.send(page, "/admin/bans", act="unban")
    assert "Banned since" not in page.text
    assert "ended a ban" in page.text


async def test_an_admin_is_not_banned_by_another(site: Site, ruler: Browser) -> None:
    page = await ruler.open(f"/admin?name={site.admin.name}")
    token = page.form("/admin/invitations")["token"]
    await ruler.post("/admin/bans", {"token": token, "name": site.admin.name, "act": "ban"})
    await site.admin.seen("/me")


async def test_an_invitation_is_shown_once(ruler: Browser) -> None:
    made = await ruler.send(await ruler.open("/admin"), "/admin/invitations", note="for Drusus")
    (link,) = [code.text or "" for code in made.all("code") if "/sign-up#" in (code.text or "")]
    assert link not in (await ruler.open("/admin")).answer.text


async def test_a_job_that_waits_can_be_forgotten(site: Site, ruler: Browser) -> None:
    jobs = site.services.jobs
    await jobs.enqueue(SCORE, GameId("f" * 20), 7, "0", "")
    page = await ruler.open("/admin")
    (row,) = [one for one in page.all("tr") if "f" * 20 in "".join(one.itertext())]
    assert "waiting" in "".join(row.itertext())
    dropped = fields_of(next(row.iter("form")))
    await ruler.post("/admin/jobs", {**dropped, "act": "drop"})
    page = await ruler.open("/admin")
    assert dropped["job"] not in [fields_of(form).get("job") for form in page.all("form")]
    assert "deleted a job" in page.text


async def test_stuck_games_are_listed_with_the_reason(site: Site, ruler: Browser) -> None:
    counters = site.services.jobs.counters
    counters.write_stuck_games({"e" * 20: (1_800_000_000.0, "line 7 cannot be read")})
    try:
        page = await ruler.open("/admin")
    finally:
        counters.write_stuck_games({})
    assert "e" * 20 in page.text
    assert "line 7 cannot be read" in page.text


@pytest.mark.parametrize("job", ["no-such-job", "\x00 ../*", ""])
async def test_a_job_that_is_gone_needs_nothing(ruler: Browser, job: str) -> None:
    token = (await ruler.open("/admin")).form("/admin/invitations")["token"]
    assert (await ruler.post("/admin/jobs", {"token": token, "job": job, "act": "retry"})).status == 200


async def test_settling_what_is_not_there_is_not_found(ruler: Browser) -> None:
    token = (await ruler.open("/admin")).form("/admin/invitations")["token"]
    assert (await ruler.post("/admin/reports/999999", {"token": token, "act": "remove"})).status == 404


async def test_a_token_of_an_admin_is_not_enough(site: Site) -> None:
    made = await site.admin.done("/me/tokens", {"name": "x", "scopes": ["read", "play", "admin"]})
    answer = await site.http.get("/admin", headers={"Authorization": f"Bearer {made['token']}"})
    assert answer.status_code == 403
