"""`make arena`: what is claimed of every game, and that one claim that does not hold fails the run."""

import pytest

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests import arena
from workers.arena import bot_and_looks
from workers.bots.registry import bots_by_name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_every_claim_is_one_that_bots_can_play(game: AnyGame) -> None:
    claimed = [*arena.pairings(game.meta.players)]
    assert {bot_and_looks(bot)[0] for pairing in claimed for bot in pairing.bots} <= bots_by_name().keys()
    assert {len(pairing.bots) for pairing in claimed} == {*game.meta.players}
    assert all(1 / len(pairing.bots) < pairing.at_least < 1 for pairing in claimed)


@pytest.mark.parametrize(("weak", "code"), [((), 0), (("planner", "greedy"), 1)])
def test_one_claim_that_fails_fails_the_run(
    weak: tuple[str, ...], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[tuple[str, int]] = []

    def one(_slug: str, *, bots: str, games: int, **_bounds: object) -> int:
        played.append((bots, games))
        return int(bots == ",".join(weak))

    monkeypatch.setattr(arena, "arena", one)
    monkeypatch.setattr("sys.argv", ["make arena", "trajan", "--share", "0.1"])
    assert arena.main() == code
    assert ("planner,greedy", 40) in played
    assert "trajan: planner,greedy" in capsys.readouterr().out
