"""`make turning`: whether an analysis finds the turn that was thrown away, in a hundred games a game; fails otherwise.

In each game bots of one level play, but one turn in the middle is played at random. That turn should be among the three
turning points. Printed beside it: how much was given away there. `make turning ARGS="trajan --games 10"` plays a few.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from domain.kernel.game import AnyGame, Command, Step
from domain.kernel.log import read
from domain.registry import GAMES, Registry
from services.story.analysis import moments, played_part
from tests.bench.report import say
from tests.kit.logged_match import LoggedMatch
from workers.analysis.judging import Analyst
from workers.analysis.report import Analysing
from workers.arena import wilson
from workers.bots.bot import Bot, BotTurn, Budget
from workers.bots.chance import PlainRng
from workers.bots.planner import PlannerBot
from workers.bots.trial import Luck, Trials

WANTED = 0.9
GOOD = PlannerBot(1000)
"""Who plays the other turns: somebody whose turns give little away."""
LEAST_OPTIONS = 3


class Played(NamedTuple):
    """A game in which one turn was played at random, and the version on which that was decided."""

    logged: LoggedMatch
    version: int


class Found(NamedTuple):
    """Whether the random turn is among the turning points, and what it gave away, in hundredths."""

    found: bool
    loss: int


def with_one_random_turn(game: AnyGame, seed: int, bot: Bot = GOOD, looks: int = 1000) -> Played:
    """A two-player game. The random turn comes in its middle half, where there is something to choose."""
    rng, thrown = random.Random(seed), 0
    wanted = rng.randrange(15, 45)
    logged, turns = LoggedMatch(game, 2, seed), 0
    while not logged.match.table.over:
        waiting = logged.match.to_act()
        if isinstance(waiting, Step):
            logged.resolve()
            continue
        turn = BotTurn.of(logged.match, waiting[0])._replace(character=b"")
        options = [option for option in turn.options if not option.ASIDE]
        turns += 1
        if not thrown and turns >= wanted and len(options) >= LEAST_OPTIONS:
            thrown = len(logged.records)
            logged.play(waiting[0], *_random_turn(turn, rng))
        else:
            *_, draft = bot.choose(turn, rng, Budget(looks=looks))
            logged.play(waiting[0], *draft)
    return Played(logged, thrown)


def _random_turn(turn: BotTurn, rng: random.Random) -> Sequence[Command]:
    """A whole turn by chance, up to what it would reveal."""
    luck = Luck(rng, PlainRng(rng))
    while True:
        world = turn.game.imagine(turn.view, luck.draws)
        tried = Trials(turn.game).turn(turn.seat, world, [], luck)
        if tried is not None and tried.draft:
            return tried.draft


def looked_for(played: Played, analyst: Analyst | None = None) -> Found:
    """Analyse the game, and look for the turn."""
    logged = played.logged
    analysing = Analysing(logged.game, played_part(read(logged.codec, logged.records)), analyst)
    turns = [analysing.judged(number) for number in range(len(analysing))]
    thrown = next(number for number, turn in enumerate(turns) if turn.version <= played.version < turn.until)
    return Found(thrown in moments(turns), turns[thrown].loss)


def _one(asked: tuple[str, int]) -> Found:
    slug, seed = asked
    return looked_for(with_one_random_turn(Registry().get(slug), seed))


def main(words: Sequence[str] | None = None) -> int:
    """Play and analyse them all; 1 if too few were found."""
    parser = argparse.ArgumentParser(prog="make turning", description=__doc__)
    parser.add_argument("slugs", nargs="*", metavar="GAME", help="such as trajan; all by default")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--processes", type=int, help="games at a time; by default one a core")
    asked = parser.parse_args(words)
    short = 0
    for game in GAMES:
        slug = game.meta.slug
        if asked.slugs and slug not in asked.slugs:
            continue
        with ProcessPoolExecutor(asked.processes, get_context("forkserver")) as pool:
            outcomes = [*pool.map(_one, [(slug, seed) for seed in range(asked.games)])]
        share = sum(outcome.found for outcome in outcomes) / len(outcomes)
        mean = sum(outcome.loss for outcome in outcomes) / len(outcomes) / 100
        low, high = wilson(share * len(outcomes), len(outcomes))
        say(
            f"{slug}: found in {share:.0%} of {len(outcomes)} games (95 %: {low:.0%} to {high:.0%});"
            f" a random turn gave away {mean:.1f} points"
        )
        short += share < WANTED
    return min(short, 1)


if __name__ == "__main__":
    sys.exit(main())
