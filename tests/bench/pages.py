"""Pages of a table beside an empty Litestar page, in turns in one process: time, and bytes with and without gzip."""

import asyncio
import logging
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import httpx
from litestar import Litestar, MediaType, get

from domain.registry import GAMES
from tests.bench.report import show
from tests.kit.browser import HTML, ORIGIN
from tests.kit.http import Site, running_site
from tests.kit.processes import running_server
from tests.services.web.table.players import Player, hooks, listed, sitting

ROUNDS = 40
EMPTY = "<!doctype html><html lang=en><title>Empty</title><p>Nothing."


def run() -> None:
    """Print the figures."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as server:
        rows = asyncio.run(measure(server.url))
    head = ("table", "empty ms", "page ms", "×", "fragment ms", "×", "page KB", "gzip KB", "fragment KB")
    show("Pages beside an empty one (at most 8 ×, a fragment after a pick 5 ×, 200 KB wanted)", head, rows)


async def measure(redis_url: str) -> list[tuple[str | float, ...]]:
    """A row for each game."""
    app: Any = Litestar([_empty])  # httpx and Litestar describe ASGI by different types
    async with (
        running_site(redis_url) as site,
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as bare,
    ):
        return [await _row(site, bare, game.meta.slug) for game in GAMES]


@get("/", media_type=MediaType.HTML)
async def _empty() -> str:
    return EMPTY


async def _row(site: Site, bare: httpx.AsyncClient, slug: str) -> tuple[str | float, ...]:
    async with sitting(site, slug) as players:
        (player,) = [one for one in players if hooks(await one.look())["turn"] == "yours"][:1]
        page = await player.look()
        fields = {**page.form(f"{player.address}/pick"), "path": listed(page)[0]}
        empty: list[float] = []
        whole: list[float] = []
        fragment: list[float] = []
        for _ in range(ROUNDS):
            empty.append(await _timed(lambda: bare.get("/")))
            whole.append(await _timed(lambda: _page(player)))
            fragment.append(await _timed(lambda: _pick(player, fields)))
            await player.person.delete(f"/games/{player.game}/draft")
        shown, picked = await _page(player), await _pick(player, fields)
    base, page_ms, pick_ms = median(empty), median(whole), median(fragment)
    sizes = (len(shown.content) / 1000, shown.num_bytes_downloaded / 1000, len(picked.content) / 1000)
    return (slug, base, page_ms, page_ms / base, pick_ms, pick_ms / base, *sizes)


async def _page(player: Player) -> httpx.Response:
    return await player.browser.http.get(player.address, headers=HTML)


async def _pick(player: Player, fields: dict[str, str]) -> httpx.Response:
    headers = {**HTML, "Origin": ORIGIN, "X-Fragment": "board"}
    return await player.browser.http.post(f"{player.address}/pick", data=fields, headers=headers)


async def _timed(ask: Callable[[], Awaitable[httpx.Response]]) -> float:
    began = perf_counter()
    answer = await ask()
    taken = (perf_counter() - began) * 1000
    assert answer.status_code == httpx.codes.OK, answer.text
    return taken
