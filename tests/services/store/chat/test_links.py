"""Links between chat accounts and accounts: each code once, one account a place, no end left behind."""

from hashlib import sha256
from uuid import uuid4

import pytest

from domain.kernel.ids import UserId
from services.store import keys
from services.store.chat.links import CODE_SECONDS, ChatLinks, Offer
from services.store.chat.places import ChatAccount
from services.store.client import Client


@pytest.fixture
def livia() -> UserId:
    return UserId(f"2a{uuid4().hex[:30]}")


@pytest.fixture
def marcus() -> UserId:
    return UserId(f"1b{uuid4().hex[:30]}")


def discord() -> ChatAccount:
    return ChatAccount("discord", "", uuid4().hex)


async def tied(links: ChatLinks, account: ChatAccount, user: UserId) -> None:
    assert await links.link(await links.offer(Offer(user=user)), account, user)


async def test_a_code_of_either_end_ties_the_two(client: Client, livia: UserId) -> None:
    links, on_discord, on_slack = ChatLinks(client), discord(), ChatAccount("slack", "T1", uuid4().hex)
    assert await links.link(await links.offer(Offer(user=livia)), on_discord, livia)
    assert await links.link(await links.offer(Offer(account=on_slack, called="livia")), on_slack, livia)
    assert [await links.user_of(one) for one in (on_discord, on_slack)] == [livia, livia]
    assert await links.accounts_of(livia) == [on_discord, on_slack]
    assert await links.account_at(livia, "slack", "T1") == on_slack
    assert await links.account_at(livia, "slack", "T2") is None


async def test_a_code_is_good_once_and_a_repeat_of_the_same_call_is_answered_alike(
    client: Client, livia: UserId, marcus: UserId
) -> None:
    links, account, other = ChatLinks(client), discord(), discord()
    code = await links.offer(Offer(user=livia))
    assert [await links.link(code.lower(), account, livia) for _ in range(2)] == [True, True]
    assert not await links.link(code, other, livia)
    assert await links.offered(code) is None
    assert (await links.user_of(account), await links.user_of(other)) == (livia, None)
    assert not await links.link("ABCDEFGHJK", other, marcus)


async def test_a_code_ties_nobody_but_whom_it_was_made_for(client: Client, livia: UserId, marcus: UserId) -> None:
    links, account = ChatLinks(client), discord()
    code = await links.offer(Offer(account=account, called="livia"))
    assert not await links.link(code, discord(), marcus)
    assert await links.offered(f" {code[:5]}-{code[5:]} ") == Offer(account=account, called="livia")
    assert await links.accounts_of(livia) == []


async def test_a_link_that_moves_leaves_nothing_behind(client: Client, livia: UserId, marcus: UserId) -> None:
    links, first, second = ChatLinks(client), discord(), discord()
    await tied(links, first, livia)
    await tied(links, first, marcus)
    assert (await links.user_of(first), await links.accounts_of(livia)) == (marcus, [])
    await tied(links, second, marcus)
    assert (await links.user_of(first), await links.accounts_of(marcus)) == (None, [second])


async def test_links_are_untied_one_by_one_or_all_at_once(client: Client, livia: UserId) -> None:
    links, on_discord, on_slack = ChatLinks(client), discord(), ChatAccount("slack", "T1", uuid4().hex)
    for account in (on_discord, on_slack):
        await tied(links, account, livia)
    assert [await links.unlink(livia, "discord", "") for _ in range(2)] == [True, False]
    assert await links.accounts_of(livia) == [on_slack]
    await links.forget(livia)
    assert await links.accounts_of(livia) == []
    assert [await links.user_of(one) for one in (on_discord, on_slack)] == [None, None]


async def test_a_code_is_stored_as_a_digest_and_goes_by_itself(client: Client, livia: UserId) -> None:
    links = ChatLinks(client)
    code = await links.offer(Offer(user=livia))
    spent = await links.offer(Offer(user=livia))
    assert await links.link(spent, discord(), livia)
    assert await client.get(keys.chat_code(code)) is None
    for digest in map(_digest, (code, spent)):
        left: int = await client.eval("return redis.call('TTL', KEYS[1])", 1, keys.chat_code(digest))
        assert 0 < left <= CODE_SECONDS


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
