"""Pages of a table beside an empty Litestar page, in turns in one process: time, and bytes with and without gzip.

What somebody has just seen is put together from what is kept of it. Before each round all of that is forgotten: the
first page is that of a server which has shown nothing yet, and the first fragment is of a draft that nobody has seen.
What players meet most lies between: the other one has just chosen, and nobody has seen the position yet, but this
server has shown the table before. For that two people play on at random, and nothing is forgotten.
Time is that of the processor: the machine may do other things meanwhile.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import httpx
from litestar import Litestar, MediaType, get

from domain.registry import GAMES
from services.cache import Cache
from tests.bench.report import show
from tests.kit.browser import HTML, ORIGIN
from tests.kit.http import Site, running_site
from tests.kit.log_streams import logging_to
from tests.kit.processes import running_server
from tests.services.web.table.players import Player, hooks, listed, sitting

ROUNDS = 40
EMPTY = "<!doctype html><html lang=en><title>Empty</title><p>Nothing."
Ask = Callable[[], Awaitable[int]]


class Times(NamedTuple):
    """Milliseconds of each round."""

    empty: list[float]
    cold_page: list[float]
    page: list[float]
    new_fragment: list[float]
    fragment: list[float]
    next_page: list[float]


def run() -> None:
    """Print the figures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Path(folder, "log").open("w") as log,
        running_server(Path(folder)) as server,
        logging_to(log),  # as a server writes it
    ):
        rows = asyncio.run(measure(server.url))
    cases = ("cold page ms", "seen page ms", "new fragment ms", "seen ms", "page after a choice ms")
    head = ("table", "empty ms", *(column for case in cases for column in (case, "×")))
    show(
        "Pages beside an empty one (at most 8 ×, a fragment after a pick 5 ×, 200 KB wanted)",
        (*head, "page KB", "gzip KB", "fragment KB"),
        rows,
    )


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
        paths, form = listed(page), page.form(f"{player.address}/pick")
        times = Times([], [], [], [], [], [])
        for number in range(ROUNDS):
            await _round(player, bare, {**form, "path": paths[number % len(paths)]}, times)
        shown = await player.browser.http.get(player.address, headers=HTML)
        picked = await player.browser.http.post(
            f"{player.address}/pick", data={**form, "path": paths[0]}, headers=_FRAGMENT
        )
        await player.person.delete(f"/games/{player.game}/draft")
        rng = Random(slug)
        for _ in range(ROUNDS):
            reader = await _chosen_by_the_other(site, players, rng)
            times.next_page.append(await _timed(partial(_page, reader)))
    base, *others = map(median, times)
    sizes = (len(shown.content) / 1000, shown.num_bytes_downloaded / 1000, len(picked.content) / 1000)
    return (slug, base, *(figure for taken in others for figure in (taken, taken / base)), *sizes)


async def _round(player: Player, bare: httpx.AsyncClient, fields: dict[str, str], times: Times) -> None:
    times.empty.append(await _timed(lambda: _sent(bare, "GET", "/")))
    Cache.clear_all()
    await player.person.seen(f"/games/{player.game}")  # only of its page the server has shown nothing yet
    for pages in (times.cold_page, times.page):
        pages.append(await _timed(lambda: _page(player)))
    for fragments in (times.new_fragment, times.fragment):
        fragments.append(await _timed(lambda: _pick(player, fields)))
        await player.person.delete(f"/games/{player.game}/draft")


async def _chosen_by_the_other(site: Site, players: tuple[Player, Player], rng: Random) -> Player:
    """Let somebody make a choice who is asked for one; tells who has yet to see it."""
    for player, other in (players, players[::-1]):
        shown = await player.person.seen(f"/games/{player.game}/options")
        options = [option for option in shown["options"] if not option.get("aside")]
        if options:
            await player.person.done(f"/games/{player.game}/commands", {"command": rng.choice(options)["command"]})
            await site.settle(player.game)
            return other
    message = "nobody is asked for anything"
    raise RuntimeError(message)


_FRAGMENT = {**HTML, "Origin": ORIGIN, "X-Fragment": "board"}


async def _page(player: Player) -> int:
    return await _sent(player.browser.http, "GET", player.address, headers=HTML)


async def _pick(player: Player, fields: dict[str, str]) -> int:
    return await _sent(player.browser.http, "POST", f"{player.address}/pick", data=fields, headers=_FRAGMENT)


async def _sent(http: httpx.AsyncClient, method: str, address: str, **more: Any) -> int:  # noqa: ANN401 - what httpx takes
    """The status of an answer, which is read as it comes: unpacking it is the browser's work."""
    async with http.stream(method, address, **more) as answer:
        async for _ in answer.aiter_raw():
            pass
        return answer.status_code


async def _timed(ask: Ask) -> float:
    began = process_time()
    status = await ask()
    taken = (process_time() - began) * 1000
    assert status == httpx.codes.OK, status
    return taken
