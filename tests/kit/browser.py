"""A browser without JavaScript: it keeps cookies, reads pages without forgiving any error in them, and sends forms."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element

import html5lib
import httpx

from tests.kit.http import AT_HOME, Site

ORIGIN = "http://acta.example"
HTML = {"Accept": "text/html"}
LARGEST_PAGE = 200_000


@dataclass(frozen=True)
class Page:
    """An answer that was read as HTML."""

    answer: httpx.Response
    root: Element

    @property
    def status(self) -> int:
        return self.answer.status_code

    @property
    def path(self) -> str:
        """The address at which the browser has arrived."""
        return self.answer.request.url.path

    @property
    def text(self) -> str:
        """All that is written on the page, with single spaces."""
        return " ".join("".join(self.root.itertext()).split())

    def all(self, tag: str, **attributes: str) -> list[Element]:
        """Elements by tag and attributes (`data_play_now` for `data-play-now`)."""
        wanted = {name.strip("_").replace("_", "-"): value for name, value in attributes.items()}
        found = self.root.iter(tag) if tag != "*" else self.root.iter()
        return [one for one in found if all(one.get(name) == value for name, value in wanted.items())]

    def one(self, tag: str, **attributes: str) -> Element:
        (found,) = self.all(tag, **attributes)
        return found

    def form(self, action: str) -> dict[str, str]:
        """What a browser would send of the form with that address, if nobody touched it."""
        return fields_of(self.one("form", action=action))


def fields_of(form: Element) -> dict[str, str]:
    fields: dict[str, str] = {}
    for field in form.iter("input"):
        kind = field.get("type", "text")
        if kind in {"checkbox", "radio"} and "checked" not in field.attrib:
            continue
        if field.get("name"):
            fields[field.attrib["name"]] = field.get("value", "on" if kind == "checkbox" else "")
    for area in form.iter("textarea"):
        fields[area.attrib["name"]] = area.text or ""
    for select in form.iter("select"):
        options = list(select.iter("option"))
        chosen = next((one for one in options if "selected" in one.attrib), options[0])
        fields[select.attrib["name"]] = chosen.get("value", chosen.text or "")
    return fields


class Browser:
    """One person at a browser."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.origin = str(http.base_url).rstrip("/")

    async def open(self, path: str) -> Page:
        return await self._page(await self.http.get(path, headers=HTML, follow_redirects=True))

    async def send(self, page: Page, action: str, **fields: str) -> Page:
        """Fill in the form with that address and send it."""
        return await self.post(action, {**page.form(action), **fields})

    async def post(self, path: str, fields: dict[str, str], **headers: str) -> Page:
        headers = {**HTML, "Origin": self.origin, **headers}
        return await self._page(await self.http.post(path, data=fields, headers=headers, follow_redirects=True))

    async def _page(self, answer: httpx.Response) -> Page:
        assert answer.headers["content-type"] == "text/html; charset=utf-8", answer.text
        assert len(answer.content) < LARGEST_PAGE
        root = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(answer.text)
        return Page(answer, root)


@asynccontextmanager
async def browsing(site: Site, address: str = "127.0.0.1", origin: str = ORIGIN) -> AsyncIterator[Browser]:
    """A browser without cookies; from another address than the server's own machine, if told so."""
    app: Any = site.app  # httpx and Litestar describe ASGI by different types
    transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
    at_home = AT_HOME if address == "127.0.0.1" and origin == ORIGIN else {}
    async with httpx.AsyncClient(transport=transport, base_url=origin, headers=at_home) as http:
        yield Browser(http)


def some_address() -> str:
    """An address that no other test calls from."""
    return f"10.{secrets.randbelow(256)}.{secrets.randbelow(256)}.{secrets.randbelow(256)}"
