"""Stored drafts: one a player, replaced and forgotten."""

import pytest

from domain.kernel.ids import UserId, Version
from services.store import keys
from services.store.client import Client
from services.store.drafts import Draft, Drafts
from tests.services.store.conftest import Backend
from tests.services.store.logs import new_game

ANNA, BRUTUS = UserId("anna"), UserId("brutus")
ONE = Draft(Version(7), ({"type": "RunErrand", "what": "sell"}, {"type": "EndTurn"}))
OTHER = Draft(Version(9), ())


@pytest.fixture
def drafts(client: Client) -> Drafts:
    return Drafts(client)


async def test_a_player_has_one_draft(drafts: Drafts) -> None:
    game = new_game()
    assert await drafts.get(game, ANNA) is None

    await drafts.put(game, ANNA, ONE)
    assert await drafts.get(game, ANNA) == ONE

    await drafts.put(game, ANNA, OTHER)
    assert await drafts.get(game, ANNA) == OTHER
    assert await drafts.get(game, BRUTUS) is None

    await drafts.drop(game, ANNA)
    assert await drafts.get(game, ANNA) is None


async def test_a_forgotten_draft_does_not_stay_for_ever(drafts: Drafts, backend: Backend) -> None:
    game = new_game()
    await drafts.put(game, ANNA, ONE)

    days = await backend.connect().ttl(keys.draft(game, ANNA)) / 86_400
    assert 80 < days < 100
