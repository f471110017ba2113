"""Every key of a server on which everything was used once is of a known kind."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from domain.kernel.ids import GameId, UserId
from services.cli.rebuild import rebuild_models
from services.outbound.mail import MAIL
from services.queue.jobs import FIRST, SCORE
from services.store.backups import note_backup
from services.store.chat.bindings import Binding, BoardMessage
from services.store.chat.held_calls import HeldCalls
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount, ChatPlace
from services.store.client import Client
from services.store.copying.closing import closed
from services.store.keys import KeyKind, kind_of
from services.store.push_subscriptions import PushSubscription
from services.store.shares import Shares
from services.store.snapshots import Snapshots
from tests.kit.http import PASSWORD, Person
from tests.kit.mail_site import MailSite, running_mail_site
from tests.kit.processes import Server
from tests.services.api.tables import END_TURN, dealt, started

HOURS = {"turn_seconds": 3600}


async def use_accounts(anna: Person, brutus: Person, game: str) -> None:
    await anna.done("/sessions", {"name": anna.name, "password": PASSWORD})
    assert (await anna.post("/sessions", {"name": anna.name, "password": "wrong password"})).status_code == 401
    await anna.done("/me/tokens", {"name": "bot", "scopes": ["read"]})
    await anna.done("/me/feeds")
    soon = datetime.now(UTC) + timedelta(days=1)
    await anna.done("/me/vacation", {"from": soon.isoformat(), "until": (soon + timedelta(days=1)).isoformat()})
    for path, body in (
        (f"/me/muted/{brutus.user_id}", None),
        (f"/games/{game}/mute", None),
        (f"/games/{game}/notes", {"text": "Buy wine."}),
    ):
        assert (await anna.put(path, body)).status_code in {200, 204}, path


async def talk(anna: Person, brutus: Person, admin: Person, game: str) -> None:
    await brutus.done(f"/games/{game}/talk", {"text": "You ape!"}, key="one")
    report = await anna.done(f"/games/{game}/talk/1/report", {"reason": "insult"})
    await admin.done(f"/reports/{report['report_id']}/settle", {"note": "mind your words"})


async def work(mail_site: MailSite, user: UserId, game: GameId) -> None:
    """What the processes beside the API write: projector, notifier, workers, sweeper."""
    services = mail_site.services
    await mail_site.site.project()
    await rebuild_models(services, lambda _read: None)
    await mail_site.deliver_all()
    await services.notices.outbox.pause(MAIL, mail_site.tables.now())
    await services.notices.outbox.hold("one", mail_site.tables.now())
    await services.people.presence.mark(game, user)
    await services.server.signing_key.get()
    await services.server.head_key.heads()
    browser = PushSubscription(endpoint="https://push.example/1", p256dh="", auth="", created=0)
    await services.notices.push_subscriptions.add(user, browser)
    await mail_site.site.accounts.welcome_guest()
    async with mail_site.tables.lock(game):
        table = await mail_site.tables.current(game)
    await Snapshots(cast("Client", services.client)).save(game, table.match, table.version, table.head)
    await services.tables.store.packer.begins_at(0, later=0)
    assert await services.tables.store.packer.pack(game, table.version - 1) > 0
    await services.server.heads.keep(datetime.now(UTC).date(), b"")
    await services.accounts.keep_strangers({UserId("player-1"): "Livia"})
    assert await services.chat.seen_requests.claim("slack-1")
    await HeldCalls(cast("Client", services.client), "slack").hold("chat.postMessage", 60)
    code = await services.chat.links.offer(Offer(user=user))
    assert await services.chat.links.link(code, ChatAccount("discord", "", "9"), user)
    place = ChatPlace("discord", "5", "6")
    assert await services.chat.bindings.bind(Binding(game=game, place=place, by=user))
    assert await services.chat.bindings.keep_board(game, place, BoardMessage(message="1"))
    await services.chat.owed_pictures.owe("discord_1", b"{}", due=0)
    await Shares(cast("Client", services.client)).beat()
    await services.analyses.ask(game, mail_site.tables.now())
    await services.server.audit.note(user, "invite")
    await note_backup(cast("Client", services.client), mail_site.tables.now())
    await services.jobs.enqueue(SCORE, game, table.version, FIRST)
    services.jobs.counters.job_done("scoring", "ok", 0.1)
    services.jobs.counters.write_stuck_games({game: (datetime.now(UTC).timestamp(), "unreadable")})
    async with closed(services.client):  # from here on nothing is written any more
        pass


async def test_every_key_of_a_server_in_use_is_of_a_known_kind(own_server: Server) -> None:
    async with running_mail_site(own_server.url) as mail_site:
        anna, brutus = [await mail_site.person(name, time_zone="Europe/Rome") for name in ("Anna {p1}:x", "Brutus")]
        await anna.done("/webhooks", {"url": "http://127.0.0.1:9/"})
        game, actor = await dealt(anna, brutus, clock=HOURS)
        await actor.put(f"/games/{game}/draft", {"version": 7, "commands": [END_TURN]})
        planner = brutus if actor is anna else anna
        way = {"commands": [{"type": "RunErrand", "what": "sell"}]}
        assert (await planner.put(f"/games/{game}/plans", {"alternatives": [way]})).status_code == 200
        await use_accounts(anna, brutus, game)
        await talk(anna, brutus, mail_site.site.admin, game)
        await started(anna, brutus)
        await work(mail_site, UserId(anna.user_id), GameId(game))

        client: Any = mail_site.services.client
        found = {key.decode(): kind_of(key.decode()) for key in await client.keys()}
    assert [key for key, kind in found.items() if kind is None] == []
    assert {*found.values()} == {*KeyKind}, "a kind that nothing writes is not a kind"
