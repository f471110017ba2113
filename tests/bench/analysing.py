"""What the computer's analysis of a finished two-player game costs: seconds of one core, turn by turn."""

import random
import time

from domain.kernel.game import AnyGame, Step
from domain.kernel.log import read
from domain.registry import GAMES
from services.story.analysis import played_part
from tests.bench.report import say, show
from tests.kit.logged_match import LoggedMatch
from workers.analysis.judging import Analyst
from workers.analysis.report import Analysing
from workers.bots.bot import BotTurn, Budget
from workers.bots.greedy import GREEDY

WANTED = 60
"""Seconds of one core that a game may take."""
LOOKS = 100
"""Of the bots that play it: a game of random choices is no game that anybody analyses."""
EVERY = 4
"""Every fourth turn is judged, and the whole is worked out from those."""
ANALYST = Analyst()


def run() -> None:
    """Print the figures."""
    rows: list[tuple[str | float, ...]] = []
    for game in GAMES:
        say(f"analysing {game.name_in('en')} …")
        turns, seconds = measured(game)
        rows.append((game.name_in("en"), turns, seconds, WANTED / seconds))
    head = ("game", "turns", "CPU seconds", f"{WANTED} ÷")
    show("The analysis of a two-player game (wanted: 1 or more in the last column)", head, rows)


def measured(game: AnyGame) -> tuple[int, float]:
    """How many turns a game has, and the seconds of the processor for all of them."""
    logged = between_bots(game, 7)
    analysing = Analysing(game, played_part(read(logged.codec, logged.records)), ANALYST)
    some = range(0, len(analysing), EVERY)
    began = time.process_time()
    for number in some:
        analysing.judged(number)
    return len(analysing), (time.process_time() - began) * len(analysing) / len(some)


def between_bots(game: AnyGame, seed: int) -> LoggedMatch:
    """A whole game that two bots play."""
    logged, rng = LoggedMatch(game, 2, seed), random.Random(seed)
    while not logged.match.table.over:
        waiting = logged.match.to_act()
        if isinstance(waiting, Step):
            logged.resolve()
            continue
        turn = BotTurn.of(logged.match, waiting[0])
        *_, draft = GREEDY.choose(turn, rng, Budget(looks=LOOKS))
        logged.play(waiting[0], *draft)
    return logged
