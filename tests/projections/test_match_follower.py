"""What a fold for projections knows of a game, however it came to the newest version."""

import random
from typing import get_args

import pytest

from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, Version
from domain.kernel.match import Status
from domain.registry import Registry
from projections.match_follower import MatchFollower
from projections.models import make
from projections.rows import ModelKey
from tests.kit.appended_match import AppendedMatch, played_with_undos
from tests.kit.taberna import GAME as TABERNA


class Shelf:
    """Logs that grow as far as a test lets them."""

    def __init__(self, appended: AppendedMatch) -> None:
        self.records = appended.records
        self.reached = 0

    async def read(self, game: GameId, after: int = 0, limit: int | None = None) -> list[Record]:
        assert game
        assert limit is None
        return self.records[after : self.reached]

    async def is_unjudged(self, game: GameId) -> bool:
        assert game
        return False

    async def version(self, game: GameId) -> Version:
        assert game
        return Version(self.reached)


@pytest.mark.parametrize("seed", range(6))
async def test_going_on_gives_the_same_rows_as_beginning_anew(seed: int) -> None:
    appended = played_with_undos(seed, players=2 + seed % 3)
    shelf = Shelf(appended)
    going_on = MatchFollower(shelf, Registry([TABERNA]))
    rng = random.Random(seed)
    for append in appended.appends:
        shelf.reached = append.version + len(append.records)
        if rng.random() < 0.5 or append is appended.appends[-1]:
            anew = MatchFollower(shelf, Registry([TABERNA]))
            assert make(await going_on.newest(appended.game_id)) == make(await anew.newest(appended.game_id))


async def test_a_log_that_was_lost_and_written_anew_is_folded_anew() -> None:
    first, second = played_with_undos(1), played_with_undos(2)
    shelf = Shelf(first)
    shelf.reached = first.appends[4].version
    matches = MatchFollower(shelf, Registry([TABERNA]))
    await matches.newest(first.game_id)
    shelf.records, shelf.reached = second.records, len(second.records)
    expected = MatchFollower(shelf, Registry([TABERNA]))
    assert make(await matches.newest(first.game_id)) == make(await expected.newest(first.game_id))


async def test_everyone_who_was_ever_there_has_a_place_or_none() -> None:
    appended = played_with_undos(3, players=3)
    shelf = Shelf(appended)
    shelf.reached = len(appended.records)
    rows = make(await MatchFollower(shelf, Registry([TABERNA])).newest(appended.game_id)).rows
    owners = ["", "user-0", "user-1", "user-2"]
    lists = {ModelKey("lobby", f"every-{status}") for status in get_args(Status)}
    own = {ModelKey(model, owner) for model in ("lobby", "inbox", "profile", "hosted", "unstarted") for owner in owners}
    assert set(rows) == own | lists
    assert [rows[ModelKey("inbox", owner)] for owner in owners] == [None] * 4, "a finished game waits for nobody"
    assert rows[ModelKey("profile", "")] is None
    assert [rows[ModelKey("hosted", owner)] for owner in owners] == [None] * 4, "nobody keeps a finished game open"
    assert {place for place in lists if rows[place]} == {ModelKey("lobby", "every-finished")}
    assert all(rows[ModelKey("lobby", owner)] for owner in owners)
