"""Limits: counted for all processes where passwords are at stake, in the process for commands."""

import asyncio
import time
from collections.abc import AsyncIterator

import httpx
import pytest

from services.identity.limits import LOG_IN_PER_ACCOUNT, CommandLimit, SharedLimits
from services.problems import ProblemError
from services.store.client import RedisClient
from tests.kit.processes import Server
from tests.services.api.accounts.app import OUTSIDE, Running, Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, assert_problem, sign_up

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(server: Server) -> AsyncIterator[Running]:
    async with running(Setup(server.url, trusted=["10.0.0.0/8"])) as one:
        yield one


async def log_in(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await http.post("/api/v1/sessions", json={"name": name, "password": password})


async def test_ten_log_ins_a_minute_from_one_address(site: Running) -> None:
    async with site.client(OUTSIDE) as http, site.client("198.51.100.4") as elsewhere:
        began = time.monotonic()
        for number in range(10):
            assert_problem(await log_in(http, f"nobody {number}"), 401, "wrong-credentials")
        refused = await log_in(http, "somebody else")
        body = assert_problem(refused, 429, "too-many-requests")
        left = began + 59 - time.monotonic()
        assert left <= int(refused.headers["retry-after"]) == body["retry_after"] <= 60
        assert_problem(await log_in(elsewhere, "nobody"), 401, "wrong-credentials")


async def test_ten_of_sixty_at_once_pass(site: Running) -> None:
    async with site.client(OUTSIDE) as http:
        answers = await asyncio.gather(*(log_in(http, f"nobody {number}") for number in range(60)))
    assert sorted(answer.status_code for answer in answers) == [401] * 10 + [429] * 50


async def test_five_wrong_passwords_a_minute_for_one_account(site: Running) -> None:
    async with site.client() as http:
        await sign_up(http)
        for name in ("Livia", "LIVIA", "livia", "Livia", "lIVIA"):
            assert_problem(await log_in(http, name, "a wrong password"), 401, "wrong-credentials")
        before = await site.everything()
        assert_problem(await log_in(http, "Livia"), 429, "too-many-requests")
        assert await site.everything() == before
        assert_problem(await log_in(http, "Gaius"), 401, "wrong-credentials")


async def test_right_passwords_are_not_held_against_the_account(site: Running) -> None:
    async with site.client() as http:
        await sign_up(http)
        assert [(await log_in(http, "Livia")).status_code for _ in range(12)] == [200] * 12


async def test_twenty_sign_ups_an_hour_from_one_address(site: Running) -> None:
    async with site.client(OUTSIDE) as http:
        for number in range(20):
            await sign_up(http, f"user {number}")
        before = await site.everything()
        answer = await http.post("/api/v1/users", json={"name": "one more", "password": PASSWORD})
        assert_problem(answer, 429, "too-many-requests")
        assert await site.everything() == before


async def test_a_trusted_proxy_names_the_client(site: Running) -> None:
    async with site.client("10.0.0.2") as http:
        for number in range(10):
            http.headers["X-Forwarded-For"] = OUTSIDE
            assert_problem(await log_in(http, f"nobody {number}"), 401, "wrong-credentials")
        assert_problem(await log_in(http, "nobody"), 429, "too-many-requests")
        http.headers["X-Forwarded-For"] = "198.51.100.4"
        assert_problem(await log_in(http, "nobody"), 401, "wrong-credentials")


async def test_nobody_else_does(site: Running) -> None:
    async with site.client(OUTSIDE) as http:
        for number in range(10):
            http.headers["X-Forwarded-For"] = f"198.51.100.{number}"
            assert_problem(await log_in(http, f"nobody {number}"), 401, "wrong-credentials")
        http.headers["X-Forwarded-For"] = "127.0.0.1"
        assert_problem(await log_in(http, "nobody"), 429, "too-many-requests")


async def test_shared_limits_hold_on_a_cluster_too(client: RedisClient) -> None:
    limits = SharedLimits(client)
    for _ in range(5):
        await limits.count_account(LOG_IN_PER_ACCOUNT, "livia")
    with pytest.raises(ProblemError):
        await limits.count_account(LOG_IN_PER_ACCOUNT, "livia")
    await limits.forgive_account(LOG_IN_PER_ACCOUNT, "livia")
    await limits.count_account(LOG_IN_PER_ACCOUNT, "livia")


class Stopwatch:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def passed(limit: CommandLimit, user: str, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            limit.take(user)
        except ProblemError:
            continue
        count += 1
    return count


def test_commands_come_in_a_burst_of_200_and_then_50_a_second() -> None:
    clock = Stopwatch()
    limit = CommandLimit(clock=clock)
    assert passed(limit, "livia", 500) == 200
    assert passed(limit, "gaius", 1) == 1, "everybody has a limit of their own"
    clock.now += 1
    assert passed(limit, "livia", 500) == 50
    clock.now += 3600
    assert passed(limit, "livia", 500) == 200


def test_a_refused_batch_costs_nothing_and_says_when_to_come_back() -> None:
    clock = Stopwatch()
    limit = CommandLimit(rate=10, burst=20, clock=clock)
    limit.take("livia", 15)
    with pytest.raises(ProblemError) as refusal:
        limit.take("livia", 20)
    assert refusal.value.headers == {"Retry-After": "2"}
    limit.take("livia", 5)
    clock.now += 2
    limit.take("livia", 20)
