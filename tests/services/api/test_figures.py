"""The figures: who may read them, and how often the store is asked for them."""

import asyncio
import os
from typing import Any, cast

import pytest
from prometheus_client.metrics_core import HistogramMetricFamily

from services.api.canonical import Durations
from services.api.remembered import Remembered
from services.settings import Secret
from tests.kit.http import Site, calling, refusal, running_site
from tests.kit.processes import Server

LONG = 3600.0
TOKEN = Secret("quis custodiet")


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
        forwarded = await site.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"})
        refusal(forwarded, 403, "forbidden")


async def test_what_a_process_counts_for_itself_says_which_process_did(server: Server) -> None:
    async with running_site(server.url) as site:
        await site.admin.seen("/me")
        lines = (await site.http.get("/metrics")).text.splitlines()
    own = [line for line in lines if line.startswith(("acta_request_seconds_count", "process_resident_memory"))]
    assert own
    assert all(f'process="{os.getpid()}"' in line for line in own)
    assert "acta_store_up 1.0" in lines, "what all processes tell alike"


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

    value = Remembered(make, 5.0, clock=lambda: now)
    assert [await value.get(), await value.get()] == [1, 1]
    now = 5.0
    assert await value.get() == 2


def test_figures_may_be_read_while_requests_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    durations = Durations()
    durations.observe("GET", "/first", 200, 0.1)
    add_metric = HistogramMetricFamily.add_metric

    def meanwhile(family: HistogramMetricFamily, *row: object) -> None:
        durations.observe("GET", f"/another/{row}", 200, 0.1)
        add_metric(family, *cast("Any", row))

    monkeypatch.setattr(HistogramMetricFamily, "add_metric", meanwhile)
    [family] = durations.collect()
    assert {sample.labels["route"] for sample in family.samples} == {"/first"}
