"""Invitation links of a table: they expire, and the host withdraws them."""

import pytest

from domain.kernel.clock import DAY, moment
from tests.kit.http import Person, Site, refusal
from tests.services.api.tables import opened


async def test_a_link_expires(site: Site, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await opened(anna, private=True)
    tables = site.app.state.api.acts.tables
    made = {
        days: await anna.done(f"/games/{game}/invitations{query}")
        for days, query in ((30, ""), (2, "?expires_in_days=2"))
    }
    now = tables.now()
    for days, link in made.items():
        assert abs(moment(link["expires_at"]) - (now + days * DAY)) < DAY
        assert (await brutus.get(f"/games/{game}", invitation=link["code"])).status_code == 200
    monkeypatch.setattr(tables, "now", lambda: now + 3 * DAY)
    refusal(await brutus.get(f"/games/{game}", invitation=made[2]["code"]), 404, "not-found")
    refusal(await brutus.post(f"/games/{game}/seats", {"invitation": made[2]["code"]}), 404, "not-found")
    await brutus.done(f"/games/{game}/seats", {"invitation": made[30]["code"]})


async def test_the_host_lists_and_withdraws_links(site: Site, anna: Person, brutus: Person) -> None:
    game = await opened(anna, private=True)
    links = [await anna.done(f"/games/{game}/invitations") for _ in range(2)]
    shown = {link["id"]: link["expires_at"] for link in links}
    assert {one["id"]: one["expires_at"] for one in (await anna.seen(f"/games/{game}/invitations"))["items"]} == shown
    async with site.writes(game, "InvitationWithdrawn"):
        assert (await anna.delete(f"/games/{game}/invitations/{links[0]['id']}")).status_code == 200
    refusal(await brutus.get(f"/games/{game}", invitation=links[0]["code"]), 404, "not-found")
    assert (await brutus.get(f"/games/{game}", invitation=links[1]["code"])).status_code == 200
    refusal(
        await anna.delete(f"/games/{game}/invitations/{links[0]['id']}"), 409, "not-now", reason="no_such_invitation"
    )


async def test_a_repeat_tells_the_same_link(anna: Person) -> None:
    game = await opened(anna, private=True)
    first, again = [await anna.done(f"/games/{game}/invitations", key="k") for _ in range(2)]
    assert again == {**first, "repeated": True}
