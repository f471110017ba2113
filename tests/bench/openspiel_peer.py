# mypy: ignore-errors
# (OpenSpiel is installed into a folder of its own, by `playing.py`, which runs this there)
"""The peer: random games of OpenSpiel's tic-tac-toe that is written in Python."""

import random
import sys
import time

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401 - makes the game known


def main(seconds: float) -> None:
    """Print choices a second of the processor."""
    game, rng = pyspiel.load_game("python_tic_tac_toe"), random.Random(1)
    play(game, rng)  # warms up
    choices, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        choices += play(game, rng)
    print(choices / (time.process_time() - began))


def play(game: pyspiel.Game, rng: random.Random) -> int:
    """One game: list what is legal, choose, apply."""
    state, choices = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        choices += 1
    return choices


if __name__ == "__main__":
    main(float(sys.argv[1]))
