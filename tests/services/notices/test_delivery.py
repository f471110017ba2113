"""From an event to a mail in somebody's box: once, under one id, however often anything is repeated or refused."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from domain.kernel.ids import GameId
from services import bootstrap
from services.cli.rebuild import rebuild_models
from services.notices import to_people
from services.notices.attempts import HOLD, MOST_ATTEMPTS, pause
from services.notices.channels import MailChannel
from services.notices.delivering import LEASE, deliver
from services.outbound.mail import MAIL, Mailer
from services.settings.secret import Secret
from services.store import keys
from tests.kit.http import Json, Person, refusal, running_site
from tests.kit.mail_server import SENDER, MailServer, mail_server
from tests.kit.mail_site import MailSite, address, mail_site_on, running_mail_site
from tests.kit.processes import Server, running_server
from tests.kit.timed_match import DAY, HOUR
from tests.services.api.tables import choose, dealt, on_turn, started
from workers.sending import delivering

MINUTE = 60_000


async def test_a_turn_is_told_once_however_often_the_feed_is_read(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game = await started(anna, brutus, title="Ides")
    other = mail_site_on(mail_site.site, mail_site.mail)
    await asyncio.gather(*(one.read_feed() for one in (mail_site, other, mail_site)))
    await asyncio.gather(mail_site.deliver_due(), other.deliver_due())
    await mail_site.deliver_all()
    assert mail_site.letters(anna) == ["The game has begun, and it is your turn: Taberna “Ides”"]
    assert mail_site.letters(brutus) == [], "he began it"
    [told] = await mail_site.deliveries(anna)
    assert (told["kind"], told["state"], told["attempts"], told["game_id"]) == ("turn", "accepted", 1, game)
    [message] = [message for message in mail_site.mail.messages if message["To"] == address(anna)]
    assert message["Message-ID"] == f"<{told['id']}@example.org>"
    assert f"https://acta.example/games/{game}" in message.get_content()


async def test_a_mail_comes_in_the_language_and_the_time_of_whoever_gets_it(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await anna.patch("/me/settings", {"language": "ru", "time_zone": "Asia/Yekaterinburg"})
    await started(anna, brutus, clock={"turn_seconds": 3600}, title="Ides")
    await mail_site.deliver_all()
    [subject] = mail_site.letters(anna)
    assert subject == "Партия началась, и ваш ход: Таверна «Ides»"
    [message] = [message for message in mail_site.mail.messages if message["To"] == address(anna)]
    assert "(Екатеринбург)" in message.get_content()
    assert "Your" not in message.get_content()


async def test_a_whole_game_is_told_from_its_start_to_its_result(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    game, people = await started(anna, brutus, options={"rounds": 1}), (anna, brutus)
    while not (await anna.seen(f"/games/{game}"))["result"]:
        await mail_site.site.settle(game)
        to_act = (await anna.seen(f"/games/{game}"))["to_act"]
        if to_act:
            await choose(people[int(to_act[0])], game)
        await mail_site.deliver_all()
    assert mail_site.letters(anna)[-1] == "The game is over: Taberna"
    told = [m.get_content() for m in mail_site.mail.messages if m["To"] == address(anna)]
    seats = (await anna.seen(f"/games/{game}"))["seats"]
    assert all(f"{seat['name']}: {seat['score']}" in told[-1] for seat in seats)
    assert "Your turn: Taberna" in mail_site.letters(anna)
    assert any("Since your last turn:" in text for text in told)


async def test_nothing_that_happened_before_there_was_an_outbox_is_told(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with mail_server() as mail, running_site(server.url, **mailing(mail)) as site:
            mail_site = mail_site_on(site, mail)
            people = [await mail_site.person(name) for name in ("Anna", "Brutus")]
            game = await started(*people)
            await mail_site.deliver_all()
            await mail_site.deliver_all()
            assert mail.messages == []
            await choose(people[0], game)
            await choose(people[1], game)
            await mail_site.deliver_all()
            turn = await on_turn(game, tuple(people))
            assert mail_site.letters(turn) == ([] if turn is people[1] else ["Your turn: Taberna"])


async def test_making_the_read_models_anew_tells_nothing_again(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with running_mail_site(server.url) as mail_site:
            people = [await mail_site.person(name) for name in ("Anna", "Brutus")]
            await started(*people)
            await mail_site.deliver_all()
            before = (mail_site.mail.ids(), await mail_site.deliveries(people[0]))
            await mail_site.site.project()
            await rebuild_models(mail_site.services, lambda _count: None)
            await mail_site.deliver_all()
            assert (mail_site.mail.ids(), await mail_site.deliveries(people[0])) == before
            assert len(before[1]) == 1


async def test_without_a_mail_server_nothing_piles_up(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with running_site(server.url) as site:
            mail_site = mail_site_on(site, MailServer())
            await mail_site.read_feed()
            people = [await mail_site.person(name) for name in ("Anna", "Brutus")]
            await started(*people)
            await mail_site.read_feed()
            assert await mail_site.services.notices.outbox.due(mail_site.tables.now() + DAY) == []
            assert await mail_site.deliveries(people[0]) == []
            assert (await people[0].seen("/me/settings"))["channels"] == ["push"], "of which nobody has any"


async def test_a_failure_is_tried_again_later_under_the_same_id(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await started(anna, brutus)
    mail_site.mail.answers = ["451 come back later", "452 not now"]
    await mail_site.deliver_all()
    for attempt, reason in ((1, "451 come back later"), (2, "452 not now")):
        [told] = await mail_site.deliveries(anna)
        assert (told["state"], told["reason"], told["attempts"]) == ("waiting", reason, attempt)
        await mail_site.deliver_due()
        assert [one["attempts"] for one in await mail_site.deliveries(anna)] == [attempt], "not before it is due"
        mail_site.pass_time(pause(attempt, 1.0))
        await mail_site.deliver_due()
    [told] = await mail_site.deliveries(anna)
    assert (told["state"], told["attempts"]) == ("accepted", 3)
    assert len(mail_site.letters(anna)) == 1


async def test_what_is_refused_for_good_is_parked_until_its_person_sends_it_again(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await started(anna, brutus)
    mail_site.mail.answers = ["554 no such mailbox"]
    await mail_site.deliver_all()
    [parked] = await mail_site.deliveries(anna)
    assert (parked["state"], parked["reason"]) == ("parked", "554 no such mailbox")
    mail_site.pass_time(DAY)
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == [], "nobody tries again by himself"
    path = f"/me/deliveries/{parked['id']}/again"
    refusal(await brutus.post(path), 404, "not-found")
    assert (await anna.done(path))["state"] == "waiting"
    assert (await anna.done(path))["state"] == "waiting", "asking twice is asking once"
    await mail_site.deliver_due()
    await mail_site.deliver_due()
    [sent] = await mail_site.deliveries(anna)
    assert (sent["id"], sent["state"]) == (parked["id"], "accepted")
    assert mail_site.letters(anna) == ["The game has begun, and it is your turn: Taberna"]
    refusal(await anna.post(path), 409, "not-parked")


async def test_what_fails_too_often_is_parked_with_the_last_reason(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    await started(anna, brutus)
    mail_site.mail.answers = ["451 come back later"] * MOST_ATTEMPTS
    await mail_site.read_feed()
    for attempt in range(1, MOST_ATTEMPTS + 1):
        await mail_site.deliver_due()
        mail_site.pass_time(pause(attempt, 1.0))
    [parked] = await mail_site.deliveries(anna)
    assert (parked["state"], parked["attempts"]) == ("parked", MOST_ATTEMPTS)
    assert parked["reason"] == "It was tried too often. The last answer: 451 come back later"


async def test_a_mail_server_that_is_away_keeps_no_worker_busy(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    """One attempt finds out; the others wait without one, and are sent when it is back."""
    for _ in range(3):
        await started(anna, brutus)
    await mail_site.read_feed()
    away = MailChannel(Mailer("smtp://127.0.0.1:9", SENDER), mail_site.services.notices.channels[MAIL].address)
    unanswered = partial(to_people.attempt, mail_site.services.notices, away)
    for delivery in await mail_site.services.notices.outbox.due(mail_site.tables.now()):
        await deliver(delivering(mail_site.services)._replace(carriers={MAIL: unanswered}), delivery)
    assert sorted(told["attempts"] for told in await mail_site.deliveries(anna)) == [0, 0, 1]
    mail_site.pass_time(2 * HOLD)
    await mail_site.deliver_due()
    assert len(mail_site.letters(anna)) == 3


async def test_who_is_wanted_for_a_rematch_is_told(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    await anna.done(f"/games/{game}/resign")
    again = (await anna.done(f"/games/{game}/rematch"))["game_id"]
    await mail_site.deliver_all()
    assert mail_site.letters(brutus) == ["The game is over: Taberna", "You are invited: Taberna"]
    assert again in mail_site.mail.messages[-1].get_content()


async def test_a_carrier_who_dies_leaves_it_to_the_next_one(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await started(anna, brutus)
    await mail_site.read_feed()
    [told] = await mail_site.deliveries(anna)
    now = mail_site.tables.now()
    assert await mail_site.services.notices.outbox.take(told["id"], now, now + LEASE) is not None
    await mail_site.deliver_due()
    assert mail_site.letters(anna) == [], "somebody is at it"
    mail_site.pass_time(LEASE)
    await mail_site.deliver_due()
    assert len(mail_site.letters(anna)) == 1


async def test_a_delivery_is_a_job_and_a_lost_one_is_found(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    """Whether the queue remembers it or not, it is due until it was carried."""
    await started(anna, brutus)
    await mail_site.read_feed()
    [told] = await mail_site.deliveries(anna)
    assert told["id"] in await mail_site.services.notices.outbox.due(mail_site.tables.now())
    await deliver(delivering(mail_site.services), told["id"])
    assert told["id"] not in await mail_site.services.notices.outbox.due(mail_site.tables.now() + DAY)


def test_pauses_grow_up_to_hours_and_differ() -> None:
    longest = [pause(attempt, 1.0) for attempt in range(1, MOST_ATTEMPTS)]
    assert longest == sorted(longest)
    assert (longest[0], longest[-1]) == (MINUTE // 2, 6 * HOUR)
    assert 0.5 * DAY < sum(longest) < 2 * DAY
    assert pause(3, 0.0) == pause(3, 1.0) // 2


async def test_others_do_not_see_somebodys_deliveries(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await dealt(anna, brutus)
    await mail_site.deliver_all()
    ids = [{told["id"] for told in await mail_site.deliveries(person)} for person in (anna, brutus)]
    assert ids[0]
    assert not ids[0] & ids[1]


async def test_deliveries_come_in_pages(
    mail_site: MailSite, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.api.notices.deliveries.PAGE", 2)
    games = [await started(anna, brutus) for _ in range(5)]
    await mail_site.read_feed()
    found, cursor = [], None
    while True:
        page = await anna.seen("/me/deliveries", **({"cursor": cursor} if cursor else {}))
        assert len(page["items"]) <= 2
        found += [told["game_id"] for told in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert found == games[::-1]


async def test_operators_see_how_it_does(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    before = await figures(mail_site)
    await started(anna, brutus)
    mail_site.mail.answers = ["451 come back later", "554 no such mailbox"]
    await mail_site.deliver_all()
    mail_site.pass_time(pause(1, 1.0))
    await mail_site.deliver_due()
    after = await figures(mail_site)
    changed = {name: value - before.get(name, 0) for name, value in after.items() if "deliveries" in name}
    assert {name for name, value in changed.items() if value} == {
        'acta_deliveries_total{outcome="failed"}',
        'acta_deliveries_total{outcome="parked"}',
        "acta_parked_deliveries",
    }
    assert after["acta_oldest_delivery_seconds"] == 0


async def figures(mail_site: MailSite) -> dict[str, float]:
    text = (await mail_site.site.http.get("/metrics")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if line.startswith("acta_"))
    return {name: float(value) for name, _, value in lines}


async def test_a_game_that_cannot_be_read_keeps_nobody_from_his_mail(tmp_path: Path) -> None:
    with running_server(tmp_path / "redis", fsync="everysec") as server:
        async with running_mail_site(server.url) as mail_site:
            people = [await mail_site.person(name) for name in ("Anna", "Brutus")]
            games = [GameId(await started(*people)) for _ in range(2)]
            with server.client() as store:
                store.xadd(keys.of(games[0]).stream, {"t": "rubbish"})
            alarms: list[GameId] = []
            mail_site.notifier = bootstrap.notifier(mail_site.services, lambda game, _error: alarms.append(game))
            await mail_site.deliver_all()
            assert alarms == [games[0]]
            assert len(mail_site.letters(people[0])) == 1


async def test_what_breaks_every_time_is_parked_at_last(
    mail_site: MailSite, post_server: Server, anna: Person, brutus: Person
) -> None:
    game = GameId(await started(anna, brutus))
    await mail_site.read_feed()
    with post_server.client() as store:
        spoilt = store.xadd(keys.of(game).stream, {"t": "rubbish"})
        for attempt in range(1, MOST_ATTEMPTS + 1):
            await mail_site.deliver_due()
            mail_site.pass_time(pause(attempt, 1.0))
        store.xdel(keys.of(game).stream, spoilt)  # others read all games of this server
    [parked] = await mail_site.deliveries(anna)
    assert (parked["state"], parked["attempts"]) == ("parked", MOST_ATTEMPTS)
    assert "went wrong" in parked["reason"]


def mailing(mail: MailServer) -> dict[str, Json]:
    return {"smtp_url": Secret(mail.url), "mail_from": "acta@example.org"}
