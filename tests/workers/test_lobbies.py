"""Tables that never begin are closed once nothing has happened there for days, and their people are told."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from domain.kernel import lobby
from domain.kernel.clock import DAY
from domain.kernel.ids import GameId, UserId
from projections import unstarted
from services.cli.rebuild import rebuild_models
from services.store import keys
from services.store.events import CommandKey
from services.tables.hot_tables import Request
from services.tables.table_changes import change, create
from tests.kit.http import Json, Person, refusal
from tests.kit.mail_site import MailSite, mail_site_on, running_mail_site
from tests.kit.processes import Server, wait_for
from tests.services.api.tables import opened
from workers.lobbies import QuietLobbies
from workers.sweeper import keep_sweeping

HOUR = DAY // 24
CLOSED = "Closed before the game began: Taberna “Ides”"


@pytest.fixture
async def mail_site(server: Server) -> AsyncIterator[MailSite]:
    """A site of its own: whoever closes lobbies finds all of them."""
    async with running_mail_site(server.url) as one:
        yield one


async def waiting(mail_site: MailSite, host: Person, other: Person, **more: Json) -> str:
    """A table for three, in whose lobby two people wait."""
    game = await opened(host, 3, title="Ides", **more)
    code = (await host.done(f"/games/{game}/invitations"))["code"]
    await other.done(f"/games/{game}/seats", {"invitation": code})
    await mail_site.site.project()
    return game


async def close(mail_site: MailSite) -> int:
    """Close what is to be closed, as a sweeper that has just begun would."""
    return await QuietLobbies(mail_site.services).close()


async def status(person: Person, game: str) -> object:
    return (await person.seen(f"/games/{game}"))["status"]


async def test_a_lobby_that_stays_quiet_is_closed_once_and_its_people_are_told(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game = await waiting(mail_site, anna, brutus, private=True)
    mail_site.pass_time(14 * DAY - HOUR)
    assert await close(mail_site) == 0, "not yet"
    mail_site.pass_time(HOUR)
    elsewhere = mail_site_on(mail_site.site, mail_site.mail)
    elsewhere.pass_time(14 * DAY)
    async with mail_site.site.writes(game, "GameAbandoned", "SecretRevealed"):
        assert sum(await asyncio.gather(close(mail_site), close(elsewhere))) == 1
        assert await close(mail_site) == 0, "the lists have not heard of it yet"
    await mail_site.site.project()
    assert await close(elsewhere) == 0
    await mail_site.deliver_all()
    await elsewhere.deliver_all()
    assert mail_site.letters(anna) == mail_site.letters(brutus) == [CLOSED]
    told = mail_site.mail.messages[-1].get_content()
    assert "never began" in told
    assert "agreed" not in told
    assert await status(brutus, game) == "abandoned"
    assert game not in [one["game_id"] for one in (await anna.seen("/games?status=lobby&mine=true"))["items"]]


async def test_what_happens_at_the_table_counts_and_talk_does_not(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    talked, changed = [await waiting(mail_site, anna, brutus) for _ in range(2)]
    mail_site.pass_time(10 * DAY)
    await anna.done(f"/games/{talked}/talk", {"text": "Is anybody there?"})
    host, request = UserId(anna.user_id), Request(GameId(changed), "later", CommandKey("later", ""))
    await change(mail_site.tables, request, host, lambda batch: lobby.set_terms(batch, host, None, "Nones"))
    await mail_site.site.project()
    mail_site.pass_time(10 * DAY)
    assert await close(mail_site) == 1
    assert [await status(anna, game) for game in (talked, changed)] == ["abandoned", "lobby"]
    mail_site.pass_time(4 * DAY)
    assert await close(mail_site) == 1
    assert await status(anna, changed) == "abandoned"


async def test_a_clock_that_is_wrong_closes_nothing_too_early(
    mail_site: MailSite, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tables = await waiting(mail_site, anna, brutus), mail_site.tables
    ours, theirs = tables.now, tables.store_now

    async def store_ahead() -> int:
        return await theirs() + 400 * DAY

    with monkeypatch.context() as patch:
        patch.setattr(tables, "now", lambda: ours() + 400 * DAY)
        assert await close(mail_site) == 0
    with monkeypatch.context() as patch:
        patch.setattr(tables, "store_now", store_ahead)
        assert await close(mail_site) == 0
    assert await status(anna, game) == "lobby"


async def test_a_list_that_lags_behind_closes_no_table_that_moved_on(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game = await waiting(mail_site, anna, brutus)
    await anna.post(f"/games/{game}/start")
    mail_site.pass_time(15 * DAY)
    async with mail_site.site.writes_nothing():
        assert await close(mail_site) == 0
    assert await status(anna, game) == "active"


async def test_a_table_that_cannot_be_read_keeps_no_other_open(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    spoilt, sound = [await waiting(mail_site, anna, brutus) for _ in range(2)]
    client = mail_site.services.client
    await client.xadd(keys.of(GameId(spoilt)).stream, {"t": "rubbish"})
    mail_site.pass_time(14 * DAY)
    assert await close(mail_site) == 1
    assert await status(anna, sound) == "abandoned"


async def test_the_host_may_open_another_one_and_lists_made_anew_know_what_waits(server: Server) -> None:
    async with running_mail_site(server.url, open_tables=1) as mail_site:
        anna, brutus = await mail_site.person("Anna"), await mail_site.person("Brutus")
        await waiting(mail_site, anna, brutus)
        refusal(await anna.post("/games", {"game": "taberna", "players": 2}), 409, "too-many-tables")
        await rebuild_models(mail_site.site.services, lambda _read: None)
        assert await mail_site.services.models.count(unstarted.ALL) == 1
        mail_site.pass_time(14 * DAY)
        assert await close(mail_site) == 1
        await mail_site.site.project()
        assert await mail_site.services.models.count(unstarted.ALL) == 0
        await opened(anna)


async def test_an_operator_may_leave_lobbies_open_for_ever(server: Server) -> None:
    async with running_mail_site(server.url, lobby_days=0) as mail_site:
        anna, brutus = await mail_site.person("Anna"), await mail_site.person("Brutus")
        await waiting(mail_site, anna, brutus)
        mail_site.pass_time(4000 * DAY)
        async with mail_site.site.writes_nothing():
            await QuietLobbies(mail_site.services).catch_up()


async def test_a_sweeper_finds_it_when_it_begins(server: Server, mail_site: MailSite) -> None:
    anna, game = UserId((await mail_site.person("Anna")).user_id), GameId("0f" * 10)
    mail_site.pass_time(-15 * DAY)
    request = Request(game, "opened", CommandKey("opened", ""))
    await create(mail_site.tables, request, "taberna", anna, lobby.Terms(3, {}))
    await mail_site.site.project()
    opening = len(await mail_site.site.log(game))
    with server.client() as store:
        sweeping = asyncio.create_task(keep_sweeping(mail_site.site.services))
        try:
            await asyncio.to_thread(wait_for, lambda: store.xlen(keys.of(game).stream) > opening, what="the end")
        finally:
            sweeping.cancel()
    types = [envelope.type for envelope in await mail_site.site.log(game, opening)]
    assert types == ["GameAbandoned", "SecretRevealed"]
