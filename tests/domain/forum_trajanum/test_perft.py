"""How many sequences of one, two and three choices follow from recorded positions: a change of the rules shows here."""

import pytest

from domain.forum_trajanum import GAME
from domain.kernel.match import Match
from domain.kernel.replay import fold
from tests.kit import recordings
from tests.kit.perft import perft

PINNED = [
    ("four-builders-1", 57, "women", [4, 8, 32]),
    ("four-builders-1", 87, "draft", [6, 12, 888]),
    ("four-builders-1", 107, "build", [10, 28, 82]),
    ("four-builders-1", 140, "tiles", [6, 35, 166]),
    ("four-builders-1", 320, "track", [3, 8, 44]),
    ("four-builders-1", 429, "payment", [8, 32, 224]),
    ("four-builders-1", 576, "bonus", [3, 27, 114]),
    ("four-builders-1", 906, "take", [14, 31, 62]),
    ("four-builders-1", 1158, "site", [9, 45, 90]),
    ("three-clearers-1", 99, "area_bonus", [6, 15, 100]),
    ("three-clearers-1", 115, "envoy", [10, 36, 354]),
    ("three-clearers-1", 240, "worker", [4, 8, 80]),
    ("three-clearers-1", 287, "close", [5, 22, 44]),
    ("three-clearers-1", 447, "price", [3, 39, 222]),
    ("two-idlers-1", 390, "pick", [10, 36, 672]),
]


@pytest.mark.parametrize(("name", "version", "due", "counts"), PINNED)
def test_perft(name: str, version: int, due: str, counts: list[int]) -> None:
    match = recorded(name, version)
    public = match.state.public
    assert (public.turn.owed[-1].kind if public.turn else public.stage) == due
    assert [perft(match, depth) for depth in (1, 2, 3)] == counts


def recorded(name: str, version: int) -> Match:
    recording = recordings.load(GAME, name)
    return fold(GAME, recording.secret, recording.log[:version])
