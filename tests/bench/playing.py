"""Random games by the rules alone, beside OpenSpiel's tic-tac-toe, whose rules are written in Python as ours are.

Both list what is legal, choose at random and apply it, in one process each and in turns. What counts is the time of the
processor, which a shared machine blurs less.
"""

import statistics
import subprocess
import sys
from pathlib import Path
from time import process_time

from domain.kernel.game import AnyGame
from domain.registry import GAMES
from tests.bench.games import Playout, fewest_and_most
from tests.bench.report import say, show
from tests.kit.processes import REPOSITORY

FOLDER = REPOSITORY / "build" / "peers" / "openspiel"
PEER = Path(__file__).with_name("openspiel_peer.py")
VERSION = "2.0.2"
ROUNDS = 5
SECONDS = 1.0
"""Of the processor, for each table in a round."""


def run() -> None:
    """Print the figures."""
    if not installed():
        say("OpenSpiel cannot be installed: random games are not measured beside it.")
        return
    tables = [(game, players) for game in GAMES for players in fewest_and_most(game)]
    ours: dict[tuple[AnyGame, int], list[float]] = {table: [] for table in tables}
    peer: list[float] = []
    for number in range(ROUNDS):
        peer.append(their_rate())
        for game, players in tables:
            ours[game, players].append(_rate(game, players, 1000 * number))
    rows: list[tuple[str | float, ...]] = [("OpenSpiel: python_tic_tac_toe", statistics.median(peer), 1)]
    for (game, players), rates in ours.items():
        ratio = statistics.median(own / other for own, other in zip(rates, peer, strict=True))
        rows.append((f"{game.name_in('en')}, {players} players", statistics.median(rates), ratio))
    head = ("random games", "choices a CPU second", "÷ OpenSpiel")
    show("Random games by the rules alone, beside OpenSpiel (wanted: 1 of its rate)", head, rows)


def installed() -> bool:
    """Install the peer, if it can be had."""
    if (FOLDER / "open_spiel").is_dir():
        return True
    FOLDER.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(FOLDER), f"open_spiel=={VERSION}"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def their_rate() -> float:
    """Choices a second of the processor in the peer's own process."""
    words = [sys.executable, str(PEER), str(SECONDS)]
    done = subprocess.run(words, env={"PYTHONPATH": str(FOLDER)}, capture_output=True, text=True, check=True)
    return float(done.stdout)


def _rate(game: AnyGame, players: int, seed: int) -> float:
    choices, began = 0, process_time()
    while not choices or process_time() - began < SECONDS:
        playout = Playout(game, players, seed)
        for _ in playout.positions():
            pass
        choices += playout.choices
        seed += 1
    return choices / (process_time() - began)


if __name__ == "__main__":
    run()
