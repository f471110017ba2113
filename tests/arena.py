"""`make arena`: whether bots are as strong as they are said to be, in hundreds of games. Fails otherwise.

`make arena ARGS="trajan --share 0.1"` plays a tenth of the games of one game.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

from domain.registry import GAMES
from services.bots import LEVELS
from services.cli.arena import arena

TENTH_OF_A_SECOND = 1000
"""Looks of a planner, roughly."""


class Pairing(NamedTuple):
    """Bots at a table, how many games they play, and the share of them that the first one must win."""

    bots: tuple[str, ...]
    games: int
    at_least: float
    surely: float = 0.0


def pairings(sizes: tuple[int, ...]) -> Iterator[Pairing]:
    """All that is claimed of a game for so many players."""
    yield Pairing(("greedy", "random"), 200, 0.95)
    yield Pairing(("planner", "greedy"), 400, 0.92, surely=0.88)
    yield Pairing(("legatus", f"planner:{TENTH_OF_A_SECOND}"), 400, 0.65)
    for better, worse in zip(LEVELS[1:], LEVELS, strict=False):
        yield Pairing((better, worse), 200, 0.60)
    for size in sizes:
        if size > 2:
            yield Pairing(("planner", *["greedy"] * (size - 1)), 200, 2 / size)


def main() -> int:
    """Play them all; 1 if anything fell short."""
    parser = argparse.ArgumentParser(prog="make arena", description=__doc__)
    parser.add_argument("games", nargs="*", help="such as trajan; all by default")
    parser.add_argument("--share", type=float, default=1.0, help="which part of the games to play")
    parser.add_argument("--processes", type=int, help="games at a time; by default one a core")
    asked = parser.parse_args()
    failed = 0
    for game in GAMES:
        slug = game.meta.slug
        for pairing in pairings(game.meta.players) if not asked.games or slug in asked.games else ():
            bots, games = ",".join(pairing.bots), max(1, round(pairing.games * asked.share))
            print(f"{slug}: {bots}", flush=True)
            failed += arena(
                slug,
                bots=bots,
                games=games,
                processes=asked.processes,
                at_least=pairing.at_least,
                surely=pairing.surely,
            )
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
