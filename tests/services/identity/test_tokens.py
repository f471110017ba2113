"""Tokens at the edge: cheap to check, dead at once when revoked."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from services.accounts import LoggedIn, NewAccount, Principal
from services.identity.tokens import REMEMBER, Authenticator
from services.store import keys
from services.store.accounts import Accounts, Passwords
from services.store.accounts.credentials import NewCredential
from services.store.accounts.ids import digest_of
from services.store.client import RedisClient
from tests.kit.processes import running_server
from tests.services.store.accounts.conftest import HandClock

pytestmark = pytest.mark.anyio

PATIENCE = 10.0
LIVIA = NewAccount("Livia", "festina lente")
REVOKE = """
import asyncio, sys
from redis.asyncio import Redis, RedisCluster
from services.store.accounts import Accounts, Passwords

async def main(kind, url, user):
    client = (Redis if kind == "Redis" else RedisCluster).from_url(url)
    await Accounts(client, Passwords()).credentials.revoke(user, ["session"])
    await client.aclose()

asyncio.run(main(*sys.argv[1:]))
"""


def credential_of(session: LoggedIn) -> str:
    return keys.credential(keys.slot_of(session.account.user_id), str(digest_of(session.token)))


async def eventually(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.005)


@pytest.fixture
def subscriber(client: RedisClient, client_url: str) -> RedisClient:
    kind = RedisCluster if isinstance(client, RedisCluster) else Redis
    return kind.from_url(client_url, retry=Retry(NoBackoff(), 0))


@pytest.fixture
async def authenticator(accounts: Accounts, subscriber: RedisClient, clock: HandClock) -> AsyncIterator[Authenticator]:
    one = Authenticator(accounts, subscriber, clock)
    async with one.listening():
        await eventually(lambda: one.subscribed)
        yield one


@pytest.fixture
async def livia(accounts: Accounts, authenticator: Authenticator) -> LoggedIn:
    session = await accounts.sign_up(LIVIA)
    assert await authenticator.principal(session.token) is not None
    return session


async def commands_processed(client: RedisClient) -> int:
    stats = await client.info("stats")
    each = [stats] if "total_commands_processed" in stats else stats.values()
    return sum(int(one["total_commands_processed"]) for one in each)


async def test_a_known_token_asks_nothing_of_redis(
    authenticator: Authenticator, livia: LoggedIn, client: RedisClient
) -> None:
    await commands_processed(client)
    first = await commands_processed(client)
    second = await commands_processed(client)
    for _ in range(50):
        assert await authenticator.principal(livia.token) is not None
    assert await commands_processed(client) - second == second - first, "only the question itself was counted"


async def test_what_another_process_revokes_is_refused_within_a_moment(
    authenticator: Authenticator, livia: LoggedIn, client: RedisClient, client_url: str
) -> None:
    other = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", REVOKE, type(client).__name__, client_url, livia.account.user_id)
    )
    assert await other.wait() == 0
    deadline = time.monotonic() + PATIENCE
    while await authenticator.principal(livia.token) is not None:  # by its clock, which stands still, it is remembered
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.005)


async def test_what_this_process_revokes_is_refused_at_once(
    authenticator: Authenticator, accounts: Accounts, livia: LoggedIn
) -> None:
    await accounts.credentials.revoke(livia.account.user_id, ["session"])
    assert await authenticator.principal(livia.token) is None


async def test_lost_rights_count_at_once(authenticator: Authenticator, accounts: Accounts, livia: LoggedIn) -> None:
    await accounts.make_admin("Livia", admin=False)
    principal = await authenticator.principal(livia.token)
    assert principal is not None
    assert "admin" not in principal.scopes


async def test_one_users_change_is_no_matter_to_another(
    authenticator: Authenticator, accounts: Accounts, livia: LoggedIn, client: RedisClient
) -> None:
    gaius = await accounts.sign_up(NewAccount("Gaius", "caligula-little-boot"))
    await authenticator.principal(livia.token)
    await client.delete(credential_of(livia))
    await accounts.credentials.revoke(gaius.account.user_id, ["session"])
    assert await authenticator.principal(livia.token) is not None, "still remembered"


async def test_without_word_a_token_is_forgotten_after_a_while(
    authenticator: Authenticator, livia: LoggedIn, client: RedisClient, clock: HandClock
) -> None:
    await client.delete(credential_of(livia))
    clock.now += REMEMBER - 1
    assert await authenticator.principal(livia.token) is not None
    clock.now += 1
    assert await authenticator.principal(livia.token) is None


async def test_nothing_is_remembered_beyond_its_expiry(
    authenticator: Authenticator, accounts: Accounts, livia: LoggedIn, clock: HandClock
) -> None:
    token = await accounts.credentials.issue(NewCredential(livia.account.user_id, "personal", lifetime=REMEMBER // 2))
    assert await authenticator.principal(token.secret) is not None
    clock.now += REMEMBER // 2
    assert await authenticator.principal(token.secret) is None


async def test_a_change_while_redis_is_asked_is_not_remembered_away(
    authenticator: Authenticator, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await accounts.sign_up(LIVIA)
    ask = accounts.credentials.principal

    async def ask_and_then_it_is_revoked(secret: str) -> Principal | None:
        found = await ask(secret)
        await accounts.credentials.revoke(session.account.user_id, ["session"])
        return found

    monkeypatch.setattr(accounts.credentials, "principal", ask_and_then_it_is_revoked)
    assert await authenticator.principal(session.token) is not None, "it was good when Redis was asked"
    assert await authenticator.principal(session.token) is None


@pytest.mark.parametrize(
    "token",
    ["", "acta_", "x" * 48, "acta_" + "é" * 43, "acta_" + "A" * 43, "acta_" + "A" * 44],
    ids=["empty", "prefix", "other", "not-ascii", "unknown", "longer"],
)
async def test_nonsense_is_nobody(authenticator: Authenticator, token: str) -> None:
    assert await authenticator.principal(token) is None


async def test_without_a_subscription_nothing_is_remembered(tmp_path: Path, passwords: Passwords) -> None:
    with running_server(tmp_path) as server:
        client, subscriber = Redis.from_url(server.url), Redis.from_url(server.url, retry=Retry(NoBackoff(), 0))
        accounts = Accounts(client, passwords)
        authenticator = Authenticator(accounts, subscriber)
        async with authenticator.listening():
            await eventually(lambda: authenticator.subscribed)
            session = await accounts.sign_up(LIVIA)
            await authenticator.principal(session.token)
            server.kill()
            await eventually(lambda: not authenticator.subscribed)
            server.start()
            await eventually(lambda: authenticator.subscribed)
            await client.delete(credential_of(session))
            assert await authenticator.principal(session.token) is None, "what it knew before does not count"
        await client.aclose()
