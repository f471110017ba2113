"""Levels: marks in order, and beginners who err as people do."""

from collections import Counter

import pytest

from domain.kernel.game import AnyGame
from domain.kernel.table import CARETAKER
from domain.registry import GAMES
from services.bots import LEVELS, bot_references, usual_bot
from tests.kit.taberna import GAME as TABERNA
from tests.workers.bots.bot_positions import drafts, position_with_choice
from workers.arena import PlannedGame, play_game, standings
from workers.bots.bot import BotTurn
from workers.bots.levels import ShortSightedBot

every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)


def turn_of(game: AnyGame, seed: int = 3, plies: int = 12) -> BotTurn:
    found = position_with_choice(game, seed, plies)
    assert found is not None
    return BotTurn.of(found[0].match, found[1])


@every_game
def test_a_beginner_overlooks_options(game: AnyGame) -> None:
    turn = turn_of(game)
    blind = ShortSightedBot(200, overlooks=1.0, misjudges=0.0)
    firsts = Counter(drafts(blind, turn, seed)[-1][0] for seed in range(30))
    assert len(firsts) > min(len(turn.options), 4) / 2, "who sees a single option plays it, whichever it is"


def test_the_more_is_misjudged_the_more_turns_seem_the_best() -> None:
    turns = [turn_of(game, plies=plies) for game in GAMES for plies in (8, 24)]

    def beginnings(misjudges: float) -> int:
        bot = ShortSightedBot(100, overlooks=0.0, misjudges=misjudges)
        return sum(len({drafts(bot, turn, seed)[-1][0] for seed in range(8)}) for turn in turns)

    assert beginnings(0.0) < beginnings(100.0)


def test_the_usual_bot_is_a_decent_level() -> None:
    offered = [*bot_references(())]
    assert usual_bot(offered) == CARETAKER
    assert LEVELS.index(CARETAKER) > LEVELS.index("optio")
    assert usual_bot(["random", "other"]) == "other"


@pytest.mark.parametrize("game", ["trajan", "concordia"])
def test_a_beginner_beats_random_and_loses_to_who_sees_all(game: str) -> None:
    """A sample; `make arena` plays the games a figure is made of."""
    for better, worse in (("tiro", "random"), ("optio", "tiro")):
        outcomes = [play_game(PlannedGame(game, (), (better, worse), {}, seed)) for seed in range(4)]
        assert standings(outcomes, (better, worse))[0].win_rate == 1, (better, worse)
