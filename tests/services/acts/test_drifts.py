"""What the doors once did differently: each of these was so at one of them."""

import msgspec
import pytest

from domain.kernel.clock import DAY, moment
from domain.kernel.ids import UserId
from domain.kernel.lifecycle import AbsenceAnnounced
from services.acts import acts
from services.acts.acts import LINE_BURST
from services.identity.quotas import Quotas
from services.problems import TOO_MANY_TABLES, ProblemError
from tests.kit.browser import browsing
from tests.kit.http import Person, Site, running_site
from tests.kit.processes import Server
from tests.services.acts.doors import Member, Send, members
from tests.services.acts.test_parity import CLOCK
from tests.services.api.tables import started


async def rematches(member: Member, game: str) -> dict[str, Send]:
    """A rematch as each door asks for it."""
    return {
        "api": member.api("POST", f"/games/{game}/rematch"),
        "page": await member.page(game, "life", what="rematch"),
        "chat": member.say("rematch", table=game),
    }


@pytest.mark.parametrize("door", ["api", "page", "chat"])
async def test_a_rematch_counts_among_open_tables(site: Site, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(_quotas: Quotas, _user: UserId) -> None:
        raise ProblemError(TOO_MANY_TABLES)

    async with members(site, "Livia", "Marcus") as (livia, marcus):
        game = await started(livia.person, marcus.person)
        await marcus.person.done(f"/games/{game}/resign")
        send = (await rematches(livia, game))[door]
        with monkeypatch.context() as patch:
            patch.setattr(Quotas, "require_table", refuse)
            told = await send()
        assert told.status in {0, 409}, told.text
        assert (await livia.person.seen(f"/games/{game}")).get("rematch") is None


async def test_how_much_somebody_may_say_is_one_limit_for_all_doors(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "LINES_PER_SECOND", 0.001)  # nobody may say more while the test lasts
    async with running_site(server.url) as site, members(site, "Livia", "Marcus") as (livia, marcus):
        game = await started(livia.person, marcus.person)
        for number in range(LINE_BURST):
            sends = [
                livia.api("POST", f"/games/{game}/talk", {"text": "ave"}),
                await livia.page(game, "say", text="ave"),
                livia.say("say", table=game, text="ave"),
            ]
            assert (await sends[number % 3]()).status < 400
        assert (await livia.api("POST", f"/games/{game}/talk", {"text": "one more"})()).status == 429
        assert (await (await livia.page(game, "say", text="one more"))()).status == 429
        assert "one more" not in (await livia.say("say", table=game, text="one more")()).text


async def test_a_day_begins_at_a_table_where_its_player_lives(site: Site) -> None:
    async with members(site, "Livia", "Marcus") as (livia, marcus):
        game = await started(livia.person, marcus.person, clock=CLOCK)
        user = UserId(livia.person.user_id)
        await site.services.notices.preferences.change(user, {"time_zone": "Pacific/Auckland"}, {})
        form = {"what": "vacation", "from": "2027-05-01", "until": "2027-05-02"}
        assert (await (await livia.page(game, "life", **form))()).status < 400
        (announced,) = [event for event in await site.log(game) if event.type == "AbsenceAnnounced"]
        absence = msgspec.json.decode(announced.data, type=AbsenceAnnounced)
        assert (absence.start, absence.end - absence.start) == (moment("2027-04-30T12:00:00Z"), 2 * DAY)


@pytest.mark.parametrize("door", ["api", "page"])
async def test_a_guest_gets_no_personal_token(site: Site, door: str) -> None:
    made = await site.accounts.welcome_guest()
    async with browsing(site) as browser:
        if door == "api":
            guest = Person(site.http, token=made.token)
            assert (await guest.post("/me/tokens", {"name": "bot"})).status_code == 403
        else:
            browser.http.cookies.set("acta", made.token)
            shown = await browser.open("/settings")
            assert not shown.all("form", action="/settings/tokens")
            form = {**shown.form("/settings/look"), "name": "bot", "scope": "read", "days": "30"}
            assert (await browser.post("/settings/tokens", form)).status == 403
    assert await site.accounts.credentials.held_by(made.account.user_id, ["personal"]) == []


async def test_the_page_offers_every_kind_of_notice_that_the_api_knows(site: Site) -> None:
    async with members(site, "Livia") as (livia,):
        settings = await livia.person.seen("/me/settings")
        shown = await livia.browser.open("/settings")
        for way, kinds in (("kind", settings["kinds"]), ("push", settings["push"])):
            offered = {box.get("name") for box in shown.all("input", type="checkbox")}
            assert {f"{way}-{kind}" for kind in kinds} <= offered


async def test_an_invitation_to_the_server_is_noted_at_every_door(site: Site) -> None:
    note = "for Drusus, by a program"
    await site.admin.done("/invitations", {"note": note})
    noted = (await site.services.server.audit.newest(1))[0]
    assert (noted.act, noted.by, noted.note) == ("invite", site.admin.user_id, note)
