"""The rows of accounts, programs, notices and admin.

A text that names a folder of tests says where the door is tried; any other says why the door does not offer the act.
"""

from collections.abc import Awaitable, Callable

from domain.kernel.clock import written
from domain.kernel.ids import GameId, UserId
from services.store.accounts.credentials import NewCredential
from services.store.chat.links import Offer
from services.store.chat.places import ChatAccount
from services.store.keys import SERVER
from services.store.push_subscriptions import PushSubscription
from services.store.reports import TalkReport
from services.store.webhooks import SigningSecret, Webhook, new_id
from tests.kit.browser import browsing
from tests.kit.chatting import stranger
from tests.kit.http import PASSWORD
from tests.kit.push_browser import PushBrowser
from tests.services.acts.doors import Member, Send, Told, posted
from tests.services.acts.rows import Door, Row, Scene

API, WEB, CHAT = "tests/services/api", "tests/services/web", "tests/services/chat"
ACCOUNT = "an account is in the hands of whoever logs in by password, which nobody does in a chat"
UNWANTED = "nobody has asked for it there"
NO_BROWSER = "only a browser knows where it is reached"
CODES = "either end of a link is a page or a chat"
MACHINE = "only the operator of the machine may, by `acta admin`"
NEWER = "carpe diem carpe"
URL = "https://9.9.9.9/hook"


def api(method: str, path: str, body: object = None) -> Door:
    """A call of the API."""
    return lambda scene: scene.actor.api(method, path, body)


def form(path: str, **fields: str) -> Door:
    """A form of the settings."""
    return lambda scene: scene.actor.form(path, **fields)


def ruled(path: str, **fields: str) -> Door:
    """A form of the page for admins."""
    return lambda scene: scene.actor.form(path, "/admin", **fields)


Find = Callable[[Scene], Awaitable[str]]
"""Makes what an act is about, and gives its id."""


def api_on(find: Find, method: str, path: str, body: object = None) -> Door:
    """A call of the API on something that is there; its id stands for {id}."""

    async def door(scene: Scene) -> Send:
        return scene.actor.api(method, path.replace("{id}", await find(scene)), body)

    return door


def form_on(find: Find, path: str, shown: str = "/settings", **fields: str) -> Door:
    """A form on something that is there; its id stands for {id}."""

    async def door(scene: Scene) -> Send:
        name = await find(scene)
        given = {field: value.replace("{id}", name) for field, value in fields.items()}
        return await scene.actor.form(path.replace("{id}", name), shown, **given)

    return door


def strange(path: str, **fields: str) -> Door:
    """A form that somebody sends who is not logged in; {name} stands for the name of the actor."""

    def door(scene: Scene) -> Send:
        async def send() -> Told:
            given = {field: value.replace("{name}", scene.actor.person.name) for field, value in fields.items()}
            async with browsing(scene.actor.site) as browser:
                return await (await posted(browser, path, path, given))()

        return send

    return door


def newcomer(path: str, body: dict[str, str]) -> Door:
    """A call of the API without a credential; {name} stands for the name of the actor."""

    def door(scene: Scene) -> Send:
        given = {field: value.replace("{name}", scene.actor.person.name) for field, value in body.items()}
        unknown = Member(scene.actor.site, scene.actor.site.stranger, scene.actor.browser, scene.actor.chat)
        return unknown.api("POST", path, given)

    return door


def user_of(member: Member) -> UserId:
    return UserId(member.person.user_id)


async def token(scene: Scene) -> str:
    order = NewCredential(user_of(scene.actor), "personal", name="bot", scopes=("read",))
    return (await scene.actor.site.accounts.credentials.issue(order)).credential.id


async def invitation(scene: Scene) -> str:
    order = NewCredential(SERVER, "invitation", name="Drusus")
    return (await scene.actor.site.accounts.credentials.issue(order)).credential.id


async def feed(scene: Scene) -> str:
    order = NewCredential(user_of(scene.actor), "feed")
    return (await scene.actor.site.accounts.credentials.issue(order)).credential.id


async def webhook(scene: Scene) -> str:
    secrets = (SigningSecret("s"),)
    made = Webhook(id=new_id(), owner=user_of(scene.actor), url=URL, events=(), secrets=secrets, created=1)
    assert await scene.actor.site.services.notices.webhooks.create(made, 10)
    return made.id


async def shown_browser(scene: Scene) -> str:
    browser = PushSubscription(endpoint="https://9.9.9.9/1", p256dh="key", auth="secret", created=1)
    await scene.actor.site.services.notices.push_subscriptions.add(user_of(scene.actor), browser)
    return browser.id


async def report(scene: Scene) -> str:
    author = user_of(scene.other)
    line = {"game": GameId("e" * 20), "line": 1, "author": author, "text": "asine"}
    filed = TalkReport(at=written(0), reporter=user_of(scene.actor), reason="rude", **line)  # type: ignore[arg-type] # of all kinds
    return str(await scene.actor.site.services.talk.reports.file(filed))


async def other_name(scene: Scene) -> str:
    return scene.other.person.name


async def banned_name(scene: Scene) -> str:
    await scene.actor.site.accounts.stored.ban(user_of(scene.other), 1)
    return scene.other.person.name


async def code_of_chat(scene: Scene) -> str:
    offer = Offer(account=ChatAccount("slack", "T1", scene.actor.person.user_id), called="livia")
    return await scene.actor.site.services.chat.links.offer(offer)


async def ask_for_code(scene: Scene) -> Send:
    unknown = stranger(scene.actor.site)
    return Member(scene.actor.site, scene.actor.person, scene.actor.browser, unknown).say("link")


async def send_code(scene: Scene) -> Send:
    unknown = stranger(scene.actor.site)
    code = await scene.actor.site.services.chat.links.offer(Offer(user=user_of(scene.actor)))
    return Member(scene.actor.site, scene.actor.person, scene.actor.browser, unknown).say("link", code=code)


def add_browser(scene: Scene) -> Awaitable[Send]:
    return scene.actor.form("/settings/browsers", **PushBrowser("https://9.9.9.9/2").fields)


_SIGN_UP = {"name": "{name} II", "password": PASSWORD}
_LOG_IN = {"name": "{name}", "password": PASSWORD}
_NAMES = {"password": PASSWORD, "name": "Nova"}

ROWS = [
    Row("ways_in.sign_up", newcomer("/users", _SIGN_UP), strange("/sign-up", **_SIGN_UP), ACCOUNT, "nowhere"),
    Row("ways_in.log_in", newcomer("/sessions", _LOG_IN), strange("/login", **_LOG_IN), ACCOUNT, "nowhere"),
    Row("ways_in.welcome_guest", "a program has an account of its own", WEB, "a chat account is no stranger"),
    Row("ways_in.ask_for_reset", API, WEB, ACCOUNT),
    Row("ways_in.reset_password", API, WEB, ACCOUNT),
    Row("confirmations.ask_for_confirmation", API, WEB, ACCOUNT),
    Row("confirmations.confirm_email", API, WEB, ACCOUNT),
    Row(
        "accounts.change_name",
        lambda scene: scene.actor.api("PUT", "/me/name", {**_NAMES, "name": scene.actor.person.name.upper()}),
        lambda scene: scene.actor.form("/settings/name", password=PASSWORD, name=scene.actor.person.name.upper()),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "accounts.change_password",
        api("PUT", "/me/password", {"password": PASSWORD, "new_password": NEWER}),
        form("/settings/password", password=PASSWORD, new_password=NEWER),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "accounts.change_email",
        api("PUT", "/me/email", {"password": PASSWORD, "email": "livia@example.org"}),
        form("/settings/email", password=PASSWORD, email="livia@example.org"),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "accounts.delete_account",
        api("POST", "/me/deletion", {"password": PASSWORD}),
        form("/settings/delete", password=PASSWORD),
        ACCOUNT,
        "nowhere",
    ),
    Row("accounts.export_data", api("GET", "/me/export"), "the page leads to the API's file", ACCOUNT, "nowhere"),
    Row("accounts.log_out", api("DELETE", "/sessions"), form("/logout"), ACCOUNT, "nowhere"),
    Row(
        "accounts.log_out_everywhere",
        api("DELETE", "/sessions?all=true"),
        "the page ends each by itself, or all with the password",
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "accounts.end_token",
        api_on(token, "DELETE", "/me/tokens/{id}"),
        form_on(token, "/settings/tokens/{id}/end"),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "programs.make_token",
        api("POST", "/me/tokens", {"name": "bot", "scopes": ["read"]}),
        form("/settings/tokens", name="bot", scope="read", days="30"),
        ACCOUNT,
        "nowhere",
    ),
    Row("programs.make_feed", api("POST", "/me/feeds"), form("/settings/feeds"), ACCOUNT, "nowhere"),
    Row(
        "programs.end_feed",
        api_on(feed, "DELETE", "/me/feeds"),
        form_on(feed, "/settings/feeds/end"),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "notices.change_settings",
        api("PATCH", "/me/settings", {"kinds": {"next": True, "talk": True}}),
        form("/settings/notices", **{"mail": "on", "digest": "each", "kind-next": "on", "kind-talk": "on"}),
        UNWANTED,
        "nowhere",
    ),
    Row("notices.stop_mail", "every mail names the page, whose post mail programs send", WEB, "a chat sends no mail"),
    Row("notices.add_browser", NO_BROWSER, add_browser, NO_BROWSER, "nowhere"),
    Row(
        "notices.end_browser",
        NO_BROWSER,
        form_on(shown_browser, "/settings/browsers/{id}/end"),
        NO_BROWSER,
        "nowhere",
    ),
    Row("notices.send_again", API, WEB, UNWANTED),
    Row(
        "webhooks.create",
        api("POST", "/webhooks", {"url": URL}),
        form("/settings/webhooks", url=URL),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "webhooks.rotate",
        api_on(webhook, "POST", "/webhooks/{id}/rotate"),
        form_on(webhook, "/settings/webhooks/{id}/secret"),
        ACCOUNT,
        "nowhere",
    ),
    Row(
        "webhooks.delete",
        api_on(webhook, "DELETE", "/webhooks/{id}"),
        form_on(webhook, "/settings/webhooks/{id}/end"),
        ACCOUNT,
        "nowhere",
    ),
    Row("webhooks.replay", API, WEB, ACCOUNT),
    Row("chat_links.make_code", CODES, form("/settings/chat/code"), "chat_links.make_code_in_chat", "nowhere"),
    Row(
        "chat_links.look_at_code",
        CODES,
        form_on(code_of_chat, "/settings/chat/offer", code="{id}"),
        "a chat account is tied at once",
        "nowhere",
    ),
    Row(
        "chat_links.accept_code",
        CODES,
        form_on(code_of_chat, "/settings/chat/link", code="{id}"),
        "chat_links.accept_code_in_chat",
        "nowhere",
    ),
    Row("chat_links.make_code_in_chat", CODES, "chat_links.make_code", ask_for_code, "nowhere"),
    Row("chat_links.accept_code_in_chat", CODES, "chat_links.accept_code", send_code, "nowhere"),
    Row(
        "chat_links.unlink",
        CODES,
        form("/settings/chat/unlink", platform="discord", workspace=""),
        lambda scene: scene.actor.say("unlink"),
        "nowhere",
    ),
    Row(
        "admin.settle_report",
        api_on(report, "POST", "/reports/{id}/settle", {"remove": False, "note": "seen"}),
        form_on(report, "/admin/reports/{id}", "/admin", act="keep", note="seen"),
        UNWANTED,
        "ruling",
        audit=("settle_report",),
    ),
    Row(
        "admin.invite",
        api("POST", "/invitations", {"note": "Drusus"}),
        ruled("/admin/invitations", note="Drusus"),
        UNWANTED,
        "ruling",
        audit=("invite",),
    ),
    Row(
        "admin.withdraw_invitation",
        api_on(invitation, "DELETE", "/invitations/{id}"),
        UNWANTED,
        UNWANTED,
        "ruling",
        audit=("withdraw_invite",),
    ),
    Row(
        "admin.log_out",
        UNWANTED,
        form_on(other_name, "/admin/log-out", "/admin", name="{id}"),
        UNWANTED,
        "ruling",
        audit=("log_out",),
    ),
    Row(
        "admin.ban",
        UNWANTED,
        form_on(other_name, "/admin/bans", "/admin", name="{id}", act="ban", why="spam"),
        UNWANTED,
        "ruling",
        audit=("ban",),
    ),
    Row(
        "admin.unban",
        UNWANTED,
        form_on(banned_name, "/admin/bans", "/admin", name="{id}", act="unban"),
        UNWANTED,
        "ruling",
        audit=("unban",),
    ),
    Row(
        "admin.change_job",
        UNWANTED,
        ruled("/admin/jobs", job="none", act="drop"),
        UNWANTED,
        "ruling",
        audit=("drop_job",),
    ),
    Row("admin.create_admin", MACHINE, MACHINE, MACHINE),
    Row("admin.make_admin", MACHINE, MACHINE, MACHINE),
    Row("admin.make_reset_link", MACHINE, MACHINE, MACHINE),
]
