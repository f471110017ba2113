"""Muted people and muted games: two lists of one person, which stay apart."""

from uuid import uuid4

import pytest

from domain.kernel.ids import GameId, UserId
from services.notices.stored_preferences import StoredPreferences
from services.store import keys
from services.store.client import Client
from services.store.mutes import Mutes

LIVIA, MARCUS = UserId(f"2a{'0' * 30}"), UserId(f"1b{'0' * 30}")
GAME, OTHER_GAME = GameId("0f" * 10), GameId("a0" * 10)


@pytest.fixture
def listener() -> UserId:
    return UserId(f"3c{uuid4().hex[:30]}")


async def test_mutes_are_one_persons_own(client: Client, listener: UserId) -> None:
    mutes = Mutes(client)
    for other in (LIVIA, MARCUS, LIVIA):
        await mutes.add(listener, other)
    assert await mutes.of(listener) == {LIVIA, MARCUS}
    assert [await mutes.drop(listener, LIVIA) for _ in range(2)] == [True, False]
    assert (await mutes.of(listener), await mutes.of(MARCUS)) == ({MARCUS}, set())


async def test_muted_people_and_muted_games_are_two_lists(client: Client, listener: UserId) -> None:
    mutes, preferences = Mutes(client), StoredPreferences(client)
    await mutes.add(listener, LIVIA)
    await preferences.mute(listener, GAME)
    assert await mutes.of(listener) == {LIVIA}
    assert await preferences.muted(listener) == [GAME]
    await preferences.unmute(listener, GameId(LIVIA))
    assert await mutes.drop(listener, UserId(GAME)) is False
    assert (await mutes.of(listener), await preferences.muted(listener)) == ({LIVIA}, [GAME])


async def test_games_that_were_muted_among_people_stay_muted(client: Client, listener: UserId) -> None:
    mutes, preferences = Mutes(client), StoredPreferences(client)
    for member in (LIVIA, GAME, OTHER_GAME):
        await client.sadd(keys.muted_people(listener), member)
    assert await mutes.of(listener) == {LIVIA}
    assert await preferences.muted(listener) == [GAME, OTHER_GAME]
    assert [await preferences.is_muted(listener, game) for game in (GAME, GameId(LIVIA))] == [True, False]
    await preferences.unmute(listener, GAME)
    await preferences.mute(listener, OTHER_GAME)
    assert await preferences.muted(listener) == [OTHER_GAME]
    assert not await preferences.is_muted(listener, GAME)
    assert await mutes.of(listener) == {LIVIA}
