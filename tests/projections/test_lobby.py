"""The row of a game in lists: how far the game is."""

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from projections.lobby import lobby_row
from projections.match_follower import MatchFollower
from tests.kit.logged_match import LoggedMatch, played
from tests.projections.logs import REGISTRY, G, Log


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
async def test_a_finished_game_has_played_its_rounds(game: AnyGame) -> None:
    logged = played(game, game.meta.players[0], 3)
    row = lobby_row(await MatchFollower(Log(logged.records), REGISTRY).newest(G))
    assert row.rounds == game.rounds or (game.rounds is None and row.rounds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
async def test_no_round_is_over_when_a_game_begins(game: AnyGame) -> None:
    logged = LoggedMatch(game, game.meta.players[0], 3)
    assert lobby_row(await MatchFollower(Log(logged.records), REGISTRY).newest(G)).rounds == 0
    assert lobby_row(await MatchFollower(Log(logged.records[:1]), REGISTRY).newest(G)).rounds is None
