"""Reads that wait for a version: woken by what they wait for, ended with their client, and bounded."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from services.identity import limits
from services.tables import version_waits
from tests.kit.http import Person, Site, calling, refusal, running_site
from tests.kit.processes import Server
from tests.services.api.tables import choose, started


async def calls(site: Site) -> int:
    """How many commands the store was sent."""
    client: Any = site.services.client
    return int((await client.info("commandstats"))["cmdstat_xlen"]["calls"])


@pytest.mark.parametrize("path", ["", "/timeline", "/scores"])
async def test_a_read_is_woken_by_the_version_it_waits_for(server: Server, path: str) -> None:
    async with running_site(server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game = await started(anna, brutus)
        version = (await anna.seen(f"/games/{game}"))["version"]
        before = await calls(site)
        reading = asyncio.create_task(brutus.seen(f"/games/{game}{path}", min_version=version + 1))
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(reading), 2)
        assert not reading.done()
        assert await calls(site) - before < 12, "it does not ask all the time"
        began = asyncio.get_running_loop().time()
        await choose(anna, game)
        assert (await reading)["version"] == version + 1
        assert asyncio.get_running_loop().time() - began < 0.9


async def test_a_read_ends_with_its_client(site: Site, anna: Person, brutus: Person) -> None:
    game = await started(anna, brutus)
    sent: list[Any] = []
    messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

    async def receive() -> Any:  # noqa: ANN401 - as ASGI has it
        return messages.pop(0)

    async def send(message: Any) -> None:  # noqa: ANN401 - as ASGI has it
        sent.append(message)

    headers = [(b"host", b"acta.example")]
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": f"/api/v1/games/{game}",
        "query_string": b"min_version=999",
    }
    scope |= {"headers": headers, "scheme": "http", "server": ("acta", 80), "client": ("127.0.0.1", 1), "root_path": ""}
    scope |= {"http_version": "1.1", "raw_path": f"/api/v1/games/{game}".encode(), "asgi": {"version": "3.0"}}
    app: Any = site.app
    async with asyncio.timeout(5):
        await app(scope, receive, send)
    assert sent == []


async def test_waiting_reads_are_bounded(
    site: Site, anna: Person, brutus: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await started(anna, brutus)
    path = f"/api/v1/games/{game}?min_version=999"
    async with calling(site, "203.0.113.7") as outside:
        monkeypatch.setattr(limits, "MOST_WAITING", 0)
        refusal(await outside.get(path), 429, "too-many-requests")
        monkeypatch.setattr(version_waits, "MOST_WAITING", 0)
        refusal(await anna.get(f"/games/{game}", min_version=999), 429, "too-many-requests")
        assert (await outside.get(f"/api/v1/games/{game}")).status_code == 200
