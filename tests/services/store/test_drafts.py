"""Stored drafts: one a seat, replaced and forgotten."""

import pytest

from domain.kernel.ids import Seat, Version
from services.store import keys
from services.store.client import Client
from services.store.drafts import Draft, Drafts
from tests.services.store.conftest import Backend
from tests.services.store.logs import new_game

ONE = Draft(Version(7), ({"type": "RunErrand", "what": "sell"}, {"type": "EndTurn"}))
OTHER = Draft(Version(9), ())


@pytest.fixture
def drafts(client: Client) -> Drafts:
    return Drafts(client)


async def test_a_seat_has_one_draft(drafts: Drafts) -> None:
    game = new_game()
    assert await drafts.get(game, Seat(0)) is None

    await drafts.put(game, Seat(0), ONE)
    assert await drafts.get(game, Seat(0)) == ONE

    await drafts.put(game, Seat(0), OTHER)
    assert await drafts.get(game, Seat(0)) == OTHER
    assert await drafts.get(game, Seat(1)) is None

    await drafts.drop(game, Seat(0))
    assert await drafts.get(game, Seat(0)) is None


async def test_a_forgotten_draft_does_not_stay_for_ever(drafts: Drafts, backend: Backend) -> None:
    game = new_game()
    await drafts.put(game, Seat(0), ONE)

    days = await backend.connect().ttl(keys.draft(game, Seat(0))) / 86_400
    assert 80 < days < 100
