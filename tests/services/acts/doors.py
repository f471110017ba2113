"""A person at each door of the server, and requests that can be sent again as they were."""

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from services.chat.requests import ChatCommand, ChatRequest, Press, What
from tests.kit.browser import HTML, Browser, browsing
from tests.kit.chatting import Chatter, chatter, reference, text_of
from tests.kit.http import Call, Json, Person, Site


class Told(NamedTuple):
    """What a door answered: its status where it has one, and its words."""

    status: int
    text: str


Send = Callable[[], Awaitable[Told]]
"""Sends a request; called twice it sends the very same again, as a client does that lost the first answer."""


@dataclass(frozen=True)
class Member:
    """One account at three doors."""

    site: Site
    person: Person
    browser: Browser
    chat: Chatter

    def api(self, method: str, path: str, body: Json = None) -> Send:
        """A call of the API with a key of its own."""
        key = secrets.token_hex(8)

        async def send() -> Told:
            answer = await self.person.make(Call(method, path, body), key=key if method in {"POST", "PATCH"} else None)
            return Told(answer.status_code, answer.text)

        return send

    async def page(self, game: str, action: str, **fields: str) -> Send:
        """A form of a table, as its page shows it now: with its token, its draft and its version."""
        shown = (await self.browser.http.get(f"/games/{game}", headers=HTML)).text
        if 'name="token" value=""' in shown:  # a refusal, whose forms are empty
            shown = (await self.browser.http.get("/settings", headers=HTML)).text
        form = {name: found[1] for name in ("token", "draft", "version") if (found := _field(name, shown))}
        path = f"/games/{game}/{action}"
        headers = {**HTML, "Origin": self.browser.origin}

        async def send() -> Told:
            answer = await self.browser.http.post(path, data={**form, **fields}, headers=headers)
            return Told(answer.status_code, answer.text)

        return send

    async def form(self, path: str, shown: str = "/settings", **fields: str) -> Send:
        """A form of a page, with the token that the page shows now."""
        return await posted(self.browser, path, shown, fields)

    def say(self, name: str, **options: str) -> Send:
        """A command of a chat."""
        return self.ask(ChatCommand(name, "", options))

    def ask(self, what: What) -> Send:
        """Any request of a chat."""
        request = ChatRequest(secrets.token_hex(8), self.chat.person, self.chat.place, what)

        async def send() -> Told:
            answer: Any = await self.chat.core.answer(request)
            return Told(0, text_of(answer) if hasattr(answer, "lines") else answer.title)

        return send

    async def press(self, game: str, action: str, *values: str) -> Send:
        """A button or a menu of the turn as the chat shows it now."""
        shown = await self.chat.say("move", table=game)
        return self.ask(Press(reference(shown, action), values))


async def posted(browser: Browser, path: str, shown: str, fields: Mapping[str, str]) -> Send:
    """A form that a browser sends."""
    token = _field("token", (await browser.http.get(shown, headers=HTML)).text)
    form = {**fields, "token": "" if token is None else token[1]}
    headers = {**HTML, "Origin": browser.origin}

    async def send() -> Told:
        answer = await browser.http.post(path, data=form, headers=headers)
        return Told(answer.status_code, answer.text)

    return send


def _field(name: str, page: str) -> re.Match[str] | None:
    return re.search(rf'name="{name}" value="([^"]*)"', page)


@asynccontextmanager
async def members(site: Site, *names: str) -> AsyncIterator[list[Member]]:
    """People, each logged in at every door."""
    async with AsyncExitStack() as stack:
        found = []
        for name in names:
            chat = await chatter(site, name, channel=secrets.token_hex(4))
            browser = await stack.enter_async_context(browsing(site))
            browser.http.cookies.set("acta", chat.account.token)
            found.append(Member(site, chat.account, browser, chat))
        yield found
