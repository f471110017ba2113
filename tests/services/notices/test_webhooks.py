"""Events of tables posted to an address of their owner's: signed, in order, tried again, parked, replayed."""

from collections.abc import AsyncIterator, Mapping
from functools import partial

import msgspec
import pytest
from standardwebhooks import Webhook

from domain.kernel.clock import DAY
from domain.kernel.signed_note import SignedHead, read_head
from services.notices.delivering import deliver
from services.notices.outbox import FIRST_HOLD
from services.notices.to_webhooks import PAUSES, WebhookPosts, attempt
from services.outbound.webhooks import WEBHOOK, Silent, WebhookSender
from services.queries.webhook_bodies import body_of
from tests.kit.hook_receiver import HookReceiver, answer, hook_receiver
from tests.kit.http import Json, Person, refusal
from tests.kit.mail_site import MailSite
from tests.services.api.tables import choose, started
from workers.sending import delivering

HOURS = 3_600_000
FAILURES = 3
"""The pause after these is longer than any test takes."""


@pytest.fixture
async def receiver() -> AsyncIterator[HookReceiver]:
    async with hook_receiver() as one:
        yield one


async def hook(person: Person, receiver: HookReceiver, **order: Json) -> Json:
    return await person.done("/webhooks", {"url": receiver.url, **order})


async def test_a_table_is_posted_as_everybody_sees_it_and_a_person_hears_what_the_person_may_know(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    game = await started(anna, brutus)
    public = await hook(anna, receiver, game_id=game)
    own = await hook(anna, receiver)
    await mail_site.deliver_all()
    receiver.received.clear()
    await choose(anna, game)
    await mail_site.deliver_all()
    by_secret = {}
    for got in receiver.received:
        for made in (public, own):
            if _verifies(made["secret"], got.body, got.headers):
                by_secret[made["id"]] = msgspec.json.decode(got.body)
    assert {body["type"] for body in by_secret.values()} == {"game.turn_confirmed"}
    assert (by_secret[public["id"]]["data"]["seat"], by_secret[own["id"]]["data"]["seat"]) == (None, 0)
    [laid] = (await anna.seen(f"/games/{game}/events?after={by_secret[own['id']]['data']['version'] - 1}"))["events"]
    assert by_secret[own["id"]]["data"]["events"][-1] == laid
    [seen] = (await mail_site.site.stranger.seen(f"/games/{game}/events?after={laid['version'] - 1}"))["events"]
    assert by_secret[public["id"]]["data"]["events"][-1] == seen != laid, "the card lies face down"


def _verifies(secret: str, body: bytes, headers: dict[str, str]) -> bool:
    try:
        Webhook(secret).verify(body, headers)
    except Exception:  # noqa: BLE001 - it raises many kinds
        return False
    return True


async def test_only_chosen_events_come_and_in_their_order(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    game = await started(anna, brutus, options={"rounds": 1})
    await hook(brutus, receiver, game_id=game, events=["game.finished", "game.turn_confirmed"])
    receiver.answers = [answer(500)] * FAILURES
    people = (anna, brutus)
    while not (await anna.seen(f"/games/{game}"))["result"]:
        await mail_site.site.settle(game)
        to_act = (await anna.seen(f"/games/{game}"))["to_act"]
        if to_act:
            await choose(people[int(to_act[0])], game)
        await mail_site.deliver_all()
    assert len({got.headers["webhook-id"] for got in receiver.received}) == 1, "what comes later waits for the first"
    for _ in range(FAILURES):
        mail_site.pass_time(HOURS)
        await mail_site.deliver_all()
    versions = [msgspec.json.decode(got.body)["data"]["version"] for got in receiver.received]
    told, key = msgspec.json.decode(receiver.received[-1].body)["data"], (await anna.seen("/heads"))["key"]
    newest = told["events"][-1]
    assert read_head(told["note"], key) == SignedHead(game, newest["version"], newest["hash"])
    assert versions[:FAILURES] == versions[:1] * FAILURES
    assert versions[FAILURES:] == sorted(set(versions)), "each once, in order, after the first was tried again"
    assert receiver.types()[-1] == "game.finished"
    assert {*receiver.types()} == {"game.finished", "game.turn_confirmed"}


async def test_secrets_are_told_once_and_renewed_without_a_gap(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    first = await hook(anna, receiver, events=["game.started"])
    listed = (await anna.seen("/webhooks"))["items"]
    assert [one["id"] for one in listed] == [first["id"]]
    assert first["secret"] not in str(listed)
    second = await anna.done(f"/webhooks/{first['id']}/rotate")
    await started(anna, brutus)
    await mail_site.deliver_all()
    [got] = receiver.received
    assert got.headers["webhook-signature"].count("v1,") == 2
    assert all(_verifies(secret, got.body, got.headers) for secret in (first["secret"], second["secret"]))
    mail_site.pass_time(DAY)
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert receiver.received[-1].headers["webhook-signature"].count("v1,") == 1


async def test_what_fails_for_days_is_parked_and_comes_when_it_is_sent_again(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    made = await hook(anna, receiver, events=["game.started"])
    receiver.answers = [answer(503, body="closed")] * (len(PAUSES) + 1)
    await started(anna, brutus)
    await mail_site.deliver_all()
    for _ in PAUSES:
        mail_site.pass_time(DAY + 3 * HOURS)
        await mail_site.deliver_all()
    path = f"/webhooks/{made['id']}"
    [parked] = (await anna.seen(f"{path}/deliveries"))["items"]
    assert (parked["state"], parked["kind"], parked["attempts"]) == ("parked", "event", len(PAUSES) + 1)
    assert "503 closed" in parked["reason"]
    [listed] = (await anna.seen("/webhooks"))["items"]
    assert listed["stopped"]
    assert any(one["id"] == parked["id"] for one in await mail_site.deliveries(anna))
    assert (await brutus.post(f"{path}/deliveries/{parked['id']}/replay")).status_code == 404
    again = await anna.done(f"{path}/deliveries/{parked['id']}/replay")
    assert again["state"] == "waiting"
    await mail_site.deliver_all()
    assert {got.headers["webhook-id"] for got in receiver.received} == {f"msg_{parked['id']}"}
    assert (await anna.seen(f"{path}/deliveries"))["items"][0]["state"] == "accepted"
    assert (await anna.seen("/webhooks"))["items"][0]["stopped"] is None


class SilentSender(WebhookSender):
    """Meets receivers that say nothing until the time is over."""

    def __init__(self) -> None:
        super().__init__()
        self.posted = 0

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> str:
        assert url
        assert headers
        assert body
        self.posted += 1
        raise Silent("unusable:Timeout")


async def test_a_silent_receiver_is_left_alone_for_longer_and_longer(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    """Whatever waits for it: one post finds out for all."""
    made = await hook(anna, receiver, events=["game.started"])
    for _ in range(3):
        await started(anna, brutus)
    await mail_site.read_feed()
    services, sender = mail_site.services, SilentSender()
    posts = WebhookPosts(
        services.notices.webhooks,
        services.notices.outbox,
        sender,
        partial(body_of, services.tables, services.server.head_key),
    )
    silent = delivering(services)._replace(carriers={WEBHOOK: partial(attempt, posts)})
    for number, hold in enumerate((FIRST_HOLD, 2 * FIRST_HOLD, 4 * FIRST_HOLD), start=1):
        for name in await services.notices.outbox.due(mail_site.tables.now()):
            await deliver(silent, name)
        assert sender.posted == number
        mail_site.pass_time(hold // 2)
        for name in await services.notices.outbox.due(mail_site.tables.now()):
            await deliver(silent, name)
        assert sender.posted == number, "held"
        mail_site.pass_time(hold // 2 + 1)
    listed = (await anna.seen(f"/webhooks/{made['id']}/deliveries"))["items"]
    assert {one["state"] for one in listed} == {"waiting"}
    assert sum(one["attempts"] for one in listed) == 3, "an attempt that was not made does not count"
    mail_site.pass_time(HOURS)
    await mail_site.deliver_all()
    assert len(receiver.received) == 3
    assert await services.notices.outbox.held_until(made["id"]) == 0, "it answers again"


async def test_a_receiver_that_wants_nothing_more_gets_nothing_more(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    await hook(anna, receiver, events=["game.started"])
    receiver.answers = [answer(410)]
    for _ in range(2):
        await started(anna, brutus)
        await mail_site.deliver_all()
    assert len(receiver.received) == 1


async def test_a_name_that_changes_its_address_is_not_followed_into_the_private_network(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    await hook(anna, receiver, events=["game.started"])
    await started(anna, brutus)
    await mail_site.read_feed()
    services = mail_site.services
    posts = WebhookPosts(
        services.notices.webhooks,
        services.notices.outbox,
        WebhookSender(),
        partial(body_of, services.tables, services.server.head_key),
    )
    strict = delivering(services)._replace(carriers={WEBHOOK: partial(attempt, posts)})
    for name in await mail_site.services.notices.outbox.due(mail_site.tables.now()):
        await deliver(strict, name)
    assert receiver.received == []
    [refused] = [one for one in await mail_site.deliveries(anna) if one["kind"] == "event"]
    assert refused["state"] == "parked"


async def test_whoever_loses_sight_of_a_table_hears_nothing_more_of_it(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    carus = await mail_site.person("Carus")
    table = (await anna.done("/games", {"game": "taberna", "players": 3, "private": True}))["game_id"]
    code = (await anna.done(f"/games/{table}/invitations"))["code"]
    refused = await carus.post("/webhooks", {"url": receiver.url, "game_id": table})
    assert refused.status_code == 404
    await carus.done(f"/games/{table}/seats", {"invitation": code})
    await hook(carus, receiver, game_id=table)
    await mail_site.deliver_all()
    receiver.received.clear()
    assert (await anna.delete(f"/games/{table}/seats/1")).status_code == 200
    await brutus.done(f"/games/{table}/seats", {"invitation": code})
    await mail_site.deliver_all()
    assert receiver.received == []


async def test_nobody_has_addresses_looked_up_without_end(mail_site: MailSite) -> None:
    carus = await mail_site.site.person("Carus")
    answers = [await carus.post("/webhooks", {"url": "https://10.0.0.1/"}) for _ in range(30)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert "retry-after" in refused[0].headers


async def test_a_person_has_so_many_webhooks_and_no_more(
    mail_site: MailSite, anna: Person, receiver: HookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = mail_site.services.settings.webhooks_per_person
    made = [await hook(anna, receiver) for _ in range(most)]
    refused = await anna.post("/webhooks", {"url": receiver.url})
    assert (refused.status_code, refused.json()["type"].rpartition("/")[2]) == (409, "too-many-webhooks")
    assert (await anna.delete(f"/webhooks/{made[0]['id']}")).status_code == 204
    await hook(anna, receiver)
    looked_up: list[str] = []

    async def resolve(*_: object, **__: object) -> str:
        looked_up.append("once more")
        return "unusable"

    with monkeypatch.context() as patch:
        patch.setattr("services.acts.webhooks.refused_target", resolve)
        assert (await anna.post("/webhooks", {"url": receiver.url})).status_code == 409
    assert looked_up == [], "nothing is looked up for whoever may have none"
    await anna.delete(f"/webhooks/{made[1]['id']}")
    for url, rule in (("https://10.0.0.1/", "private network"), ("http://example.org/", "https://")):
        refused = await anna.post("/webhooks", {"url": url})
        assert refused.status_code == 400
        assert rule in refused.json()["errors"][0]["message"]


NO_URLS = (
    "",
    "example.org",
    "ftp://example.org/",
    "javascript:alert(1)",
    "https://",
    "https:///path",
    "https://user:secret@example.org/",
    "https://example.org:99999/",
    "https://example.org:0/",
    "https://exa mple.org/",
    "https://example.org/\r\nHost: 10.0.0.1",
    "https://[::1/",
    "https://localhost/",
    "https://127.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data",
    "https://example.org/" + "a" * 500,
    "https://" + "a" * 64 + ".org/",
)
BAD_ORDERS: tuple[Json, ...] = (
    None,
    [],
    "https://example.org/",
    {},
    {"url": None},
    {"url": 7},
    {"url": ["https://example.org/"]},
    {"url": "https://example.org/", "events": "game.started"},
    {"url": "https://example.org/", "events": ["game.everything"]},
    {"url": "https://example.org/", "events": [7]},
    {"url": "https://example.org/", "events": ["game.started"] * 51},
    {"url": "https://example.org/", "game_id": 7},
    {"url": "https://example.org/", "secret": "whsec_bWluZQ=="},
    {"url": "https://example.org/", "owner": "somebody else"},
    *({"url": url} for url in NO_URLS),
)


@pytest.mark.parametrize("order", BAD_ORDERS, ids=lambda order: repr(order)[:50])
async def test_what_is_no_order_is_refused_and_changes_nothing(anna: Person, order: Json) -> None:
    refused = refusal(await anna.post("/webhooks", order), 400, "bad-request")
    assert "Traceback" not in str(refused)
    assert (await anna.seen("/webhooks"))["items"] == []


@pytest.mark.parametrize(
    ("raw", "status"), [(b"{", 400), (b"\xff", 400), (b"[" * 5000, 400), (b" " * 70_000, 413)], ids=repr
)
async def test_what_cannot_be_read_is_refused(mail_site: MailSite, anna: Person, raw: bytes, status: int) -> None:
    headers = {"Authorization": f"Bearer {anna.token}", "Content-Type": "application/json"}
    answered = await mail_site.site.http.post("/api/v1/webhooks", content=raw, headers=headers)
    assert answered.status_code == status, answered.text
    assert (await anna.seen("/webhooks"))["items"] == []


@pytest.mark.parametrize("game", ["", "0" * 20, "../admin", "k3f9\n", "x" * 200])
async def test_a_table_that_is_not_there_has_no_webhook(anna: Person, receiver: HookReceiver, game: str) -> None:
    refusal(await anna.post("/webhooks", {"url": receiver.url, "game_id": game}), 404, "not-found")
    assert (await anna.seen("/webhooks"))["items"] == []


async def test_a_delivery_that_fails_holds_up_its_own_table_alone(
    mail_site: MailSite, anna: Person, brutus: Person, receiver: HookReceiver
) -> None:
    await hook(anna, receiver, events=["game.started"])
    receiver.answers = [answer(500)]
    games = [await started(anna, brutus) for _ in range(2)]
    await mail_site.deliver_all()
    told = [msgspec.json.decode(got.body)["data"]["game_id"] for got in receiver.received]
    assert sorted(told) == sorted(games)
