"""Somebody broke into an account and stays: what ends that, and that the owner is told what was ended."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

import pytest

from domain.kernel.ids import UserId
from services.accounts import Held
from services.acts import chat_links
from services.acts.ask import Ask
from services.store.chat.places import ChatAccount
from services.store.push_subscriptions import PushSubscription
from services.store.webhooks import SigningSecret, Webhook, new_id
from tests.kit.browser import browsing
from tests.kit.chatting import Chatter, chatter, stranger
from tests.kit.command_line import acta
from tests.kit.http import PASSWORD, Person, Site, running_site
from tests.kit.people import logged_in
from tests.kit.processes import Server

NEWER = "carpe diem carpe"
ALL = {"sessions": 1, "tokens": 1, "feeds": 1, "reset_links": 1, "chats": 1, "browsers": 1, "webhooks": 1}


@pytest.fixture(scope="module")
async def site(server: Server) -> AsyncIterator[Site]:
    async with running_site(server.url) as running:
        yield running


class Broken(NamedTuple):
    """An account with everything by which a burglar stays."""

    site: Site
    owner: Person
    chat: Chatter
    token: str
    feed: str
    reset: str
    code: str

    @property
    def user(self) -> UserId:
        return UserId(self.owner.user_id)


async def broken_into(site: Site) -> Broken:
    chat = await chatter(site)
    owner, user = chat.account, UserId(chat.account.user_id)
    token = (await owner.done("/me/tokens", {"name": "mine"}))["token"]
    feed = re.sub(r"^https?://[^/]*", "", (await owner.done("/me/feeds"))["ics"])
    _, reset = await site.accounts.reset_token(owner.name)
    browser = PushSubscription(endpoint="https://push.example/1", p256dh="key", auth="secret", created=1)
    await site.services.notices.push_subscriptions.add(user, browser)
    hook = Webhook(
        id=new_id(), owner=user, url="https://hook.example", events=(), secrets=(SigningSecret("s"),), created=1
    )
    assert await site.services.notices.webhooks.create(hook, 10)
    principal = await site.accounts.credentials.principal(owner.token)
    assert principal is not None
    code = await chat_links.make_code(site.app.state.api.acts, Ask(principal))
    assert (await site.accounts.access.held(user)).found() == ALL
    return Broken(site, owner, chat, token, feed, reset, code)


async def locked_out(broken: Broken) -> None:
    """Nothing that the burglar has left opens anything any more."""
    site, owner = broken.site, broken.owner
    assert (await owner.get("/me")).status_code == 401
    assert (await Person(site.http, token=broken.token).get("/me")).status_code == 401
    assert (await site.http.get(broken.feed)).status_code == 404
    assert (await site.stranger.put(f"/password-resets/{broken.reset}", {"password": PASSWORD})).status_code == 404
    assert await site.services.chat.links.user_of(broken.chat.person.account) is None
    newcomer = stranger(site)
    await newcomer.say("link", broken.code)
    assert await site.services.chat.links.user_of(ChatAccount("discord", "", newcomer.person.user)) is None
    held = await site.accounts.access.held(broken.user)
    assert (held.tokens, held.feeds, held.chats, held.browsers, held.webhooks, held.reset_links) == (0,) * 6


Act = Callable[[Broken], Awaitable[str]]


async def reset_by_the_api(broken: Broken) -> str:
    answer = await broken.site.stranger.put(f"/password-resets/{broken.reset}", {"password": NEWER})
    assert answer.json() == ALL
    return ""


async def reset_on_the_page(broken: Broken) -> str:
    async with browsing(broken.site) as browser:
        page = await browser.open("/reset-password")
        return (await browser.send(page, "/reset-password", secret=broken.reset, password=NEWER)).text


async def changed_by_the_api(broken: Broken) -> str:
    body = {"password": PASSWORD, "new_password": NEWER, "everywhere": True}
    answer = await broken.owner.put("/me/password", body)
    assert answer.json()["ended"] == ALL
    return ""


async def changed_on_the_page(broken: Broken) -> str:
    async with browsing(broken.site) as browser:
        page = await logged_in(browser, broken.owner).open("/settings")
        assert "Linked chat accounts: 1" in page.text, "the owner sees what there is before it is ended"
        done = await browser.send(page, "/settings/password", password=PASSWORD, new_password=NEWER)
        again = await browser.send(done, "/settings/look", time_zone="UTC", language="en")
        assert again.status == 200, "forms of the page belong to the new session"
        return done.text


async def by_an_admin(broken: Broken) -> str:
    async with browsing(broken.site) as browser:
        page = await logged_in(browser, broken.site.admin).open(f"/admin?name={broken.owner.name}")
        assert "Linked chat accounts: 1" in page.text
        return (await browser.send(page, "/admin/log-out")).text


@pytest.mark.parametrize(
    "act", [reset_by_the_api, reset_on_the_page, changed_by_the_api, changed_on_the_page, by_an_admin]
)
async def test_nothing_that_was_left_behind_sees_the_hand(site: Site, act: Act) -> None:
    broken = await broken_into(site)
    told = await act(broken)
    for what in (
        "Tokens of programs: 1",
        "Linked chat accounts: 1",
        "Webhooks: 1",
        "Browsers that show notifications: 1",
    ):
        assert what in told or not told
    await locked_out(broken)


async def test_the_operator_ends_it_too(site: Site, server: Server) -> None:
    broken = await broken_into(site)
    done = acta("admin", "log-out", broken.owner.name, ACTA_REDIS_URL=server.url)
    assert "chats 1" in done.stdout, done.stderr
    await locked_out(broken)
    assert [one.act for one in await site.services.server.audit.about(broken.user)] == ["log_out"]


async def test_a_plain_change_of_the_password_leaves_programs_and_chats(site: Site) -> None:
    broken = await broken_into(site)
    answer = await broken.owner.put("/me/password", {"password": PASSWORD, "new_password": NEWER})
    assert answer.json()["ended"] == {**dict.fromkeys(ALL, 0), "sessions": 1, "reset_links": 1}
    held = await site.accounts.access.held(broken.user)
    assert held == Held(sessions=1, tokens=1, feeds=1, chats=1, browsers=1, webhooks=1)


async def test_a_link_that_is_spent_ends_nothing(site: Site) -> None:
    broken = await broken_into(site)
    for secret in (broken.token, "nonsense"):
        assert (await site.stranger.put(f"/password-resets/{secret}", {"password": NEWER})).status_code == 404
    assert (await site.accounts.access.held(broken.user)).found() == ALL


async def test_a_code_for_a_chat_is_good_as_long_as_the_log_in(site: Site) -> None:
    broken = await broken_into(site)
    newcomer = stranger(site)
    await newcomer.say("link", broken.code)
    assert await site.services.chat.links.user_of(newcomer.person.account) == broken.user


async def test_a_change_of_address_ends_links_that_were_sent_to_the_one_before(site: Site) -> None:
    owner = await site.person("Livia")
    _, secret = await site.accounts.reset_token(owner.name)
    await owner.put("/me/email", {"password": PASSWORD, "email": "livia@example.org"})
    assert (await site.stranger.put(f"/password-resets/{secret}", {"password": NEWER})).status_code == 404
