"""The figures: who may read them, and how often the store is asked for them."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest

from services.api.cached_value import CachedValue
from services.settings import Secret
from services.store.backups import note_backup
from services.store.client import Client
from services.store.connections import connect
from tests.kit.http import Site, calling, refusal, running_site
from tests.kit.processes import Server

LONG = 3600.0
TOKEN = Secret("quis custodiet")


BY_PROXIES = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Real-IP": "203.0.113.7",
    "Forwarded": "for=203.0.113.7",
    "Host": "acta.example",
}


async def calls(site: Site) -> int:
    """How many commands the store was sent."""
    client: Any = site.services.client
    return int((await client.info("stats"))["total_commands_processed"])


async def test_figures_are_for_this_machine_or_for_the_token(server: Server) -> None:
    async with running_site(server.url, metrics_token=TOKEN) as site, calling(site, "203.0.113.7") as outside:
        assert (await site.http.get("/metrics")).status_code == 200
        bearer = {"Authorization": f"Bearer {TOKEN.reveal()}"}
        assert (await outside.get("/metrics", headers=bearer)).status_code == 200
        for headers in ({}, {"Authorization": "Bearer custodes"}, {"X-Forwarded-For": "127.0.0.1"}):
            refusal(await outside.get("/metrics", headers=headers), 403, "forbidden")
        for name, value in BY_PROXIES.items():
            refusal(await site.http.get("/metrics", headers={name: value}), 403, "forbidden")


async def test_a_server_without_room_is_not_ready(own_server: Server) -> None:
    async with running_site(own_server.url) as site, own_server_client(own_server) as client:
        assert (await site.http.get("/readyz")).json()["room"]
        await client.config_set("maxmemory", 1)
        full = await until(site, 503)
        assert {name: full[name] for name in ("ready", "redis", "room")} == {
            "ready": False,
            "redis": True,
            "room": False,
        }
        await client.config_set("maxmemory", 0)
        await until(site, 200)


@asynccontextmanager
async def own_server_client(server: Server) -> AsyncIterator[Any]:
    client: Any = connect(server.url)
    try:
        yield client
    finally:
        await client.aclose()


async def until(site: Site, status: int) -> dict[str, Any]:
    """The answer of `/readyz` as soon as it has that status: the guard looks once a second."""
    async with asyncio.timeout(30):
        while (answer := await site.http.get("/readyz")).status_code != status:
            pass
    found: dict[str, Any] = answer.json()
    return found


async def test_what_a_process_counts_for_itself_says_which_process_did(server: Server) -> None:
    async with running_site(server.url) as site:
        await site.admin.seen("/me")
        lines = (await site.http.get("/metrics")).text.splitlines()
    own = [line for line in lines if line.startswith(("acta_request_seconds_count", "process_resident_memory"))]
    assert own
    assert all(f'process="{os.getpid()}"' in line for line in own)
    assert "acta_store_up 1.0" in lines, "what all processes tell alike"


async def test_the_last_good_backup_is_told(own_server: Server) -> None:
    async with running_site(own_server.url, figures_seconds=0) as site:
        assert "acta_last_backup_timestamp_seconds 0.0" in (await site.http.get("/metrics")).text.splitlines()
        await note_backup(cast("Client", site.services.client), 1_750_000_000_500)
        told = (await site.http.get("/metrics")).text.splitlines()
    assert "acta_last_backup_timestamp_seconds 1.7500000005e+09" in told


async def test_without_a_token_nobody_elsewhere_has_it(server: Server) -> None:
    async with running_site(server.url) as site, calling(site, "203.0.113.7") as outside:
        refusal(await outside.get("/metrics", headers={"Authorization": "Bearer "}), 403, "forbidden")


async def test_a_setting_opens_them(server: Server) -> None:
    async with running_site(server.url, open_metrics=True) as site, calling(site, "203.0.113.7") as outside:
        assert (await outside.get("/metrics")).status_code == 200


@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
async def test_many_who_ask_cost_no_more_than_one(server: Server, path: str) -> None:
    async with running_site(server.url, figures_seconds=LONG) as site:
        before = await calls(site)
        await asyncio.gather(*(site.http.get(path) for _ in range(20)))
        assert await calls(site) - before < 150


async def test_what_is_remembered_is_made_anew_in_time() -> None:
    now, made = 0.0, 0

    async def make() -> int:
        nonlocal made
        made += 1
        return made

    value = CachedValue(make, 5.0, clock=lambda: now)
    assert [await value.get(), await value.get()] == [1, 1]
    now = 5.0
    assert await value.get() == 2
