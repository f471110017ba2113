"""A store that hangs holds no request for long, however many calls and retries it takes."""

import asyncio
import time
from contextvars import ContextVar

import pytest

from domain.kernel.errors import StoreUnavailable
from domain.kernel.ids import GameId
from services.store import deadline
from services.store.connections import connect
from services.store.events import EventStore
from tests.kit.http import running_site
from tests.kit.processes import Server
from tests.services.api.tables import started

GAME = GameId("0" * 20)
SHORT = 1.0
"""Less than the time-out of one try."""
LONG = 30.0


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadline, "SECONDS", SHORT)
    monkeypatch.setattr(deadline, "_of_request", ContextVar("deadline_of_this_test", default=None))


async def test_calls_and_retries_of_a_request_share_a_deadline(own_server: Server) -> None:
    client = connect(own_server.url)
    store = EventStore(client)  # type: ignore[arg-type] # redis-py's annotations allow for text answers
    assert await store.version(GAME) == 0
    own_server.freeze()
    began = time.monotonic()
    _ = deadline.begin()
    for _ in range(20):
        with pytest.raises(StoreUnavailable):
            await store.version(GAME)
    took = time.monotonic() - began
    own_server.thaw()
    assert SHORT <= took < 10 * SHORT, "each by itself would take as long as that"
    _ = deadline.begin()
    assert await store.version(GAME) == 0
    await client.aclose()


async def test_who_waits_no_longer_leaves_line_and_answers_to_the_others(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = connect(own_server.url)
    line = await client.client_id()
    own_server.freeze()
    _ = deadline.begin()
    hasty = asyncio.ensure_future(client.echo("hasty"))
    await asyncio.sleep(0)  # it has its deadline
    monkeypatch.setattr(deadline, "SECONDS", LONG)
    _ = deadline.begin()
    patient = asyncio.ensure_future(client.echo("patient"))
    with pytest.raises(TimeoutError):
        await hasty
    assert not patient.done()
    own_server.thaw()
    assert await patient == b"patient"
    assert await client.client_id() == line
    await client.aclose()


async def test_a_store_that_answers_may_be_asked_for_ever(own_server: Server) -> None:
    client = connect(own_server.url)
    _ = deadline.begin()
    until = time.monotonic() + 1.5 * SHORT
    while time.monotonic() < until:
        assert await client.ping()
    await client.aclose()


async def test_waiting_for_a_client_takes_none_of_a_requests_time(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = connect(own_server.url)
    with monkeypatch.context() as patch:
        patch.setattr(deadline, "SECONDS", 0.0)
        _ = deadline.begin()  # and it is over: the client has taken all of it
    deadline.renew()
    assert await client.ping()
    await client.aclose()


async def test_what_is_no_request_gets_no_deadline_by_waiting_for_a_client() -> None:
    begun = deadline.begin()
    deadline.end(begun)
    deadline.renew()
    assert deadline._of_request.get() is None  # noqa: SLF001 - what one request leaves, the next would inherit


async def test_requests_that_queue_for_a_table_are_answered_together(own_server: Server) -> None:
    async with running_site(own_server.url) as site:
        anna, brutus = await site.person("Anna"), await site.person("Brutus")
        game = await started(anna, brutus)
        own_server.freeze()
        began = time.monotonic()
        answers = await asyncio.gather(*(anna.get(f"/games/{game}") for _ in range(6)))
        took = time.monotonic() - began
        own_server.thaw()
        assert {answer.status_code for answer in answers} == {503}
        assert took < 5 * SHORT, "one after the other would take longer"
        assert (await anna.get(f"/games/{game}")).status_code == 200
