"""Random games by the thousand: every one must end. Prints how many choices they took, table by table.

python -m tests.bench.playouts [GAMES]          (1,000 by default; `make playouts`)
"""

import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

from domain.registry import GAMES
from tests.kit.logged_match import LoggedMatch

Table = tuple[int, int, dict[str, Any]]
"""The place of a game in the registry, the number of players, the options."""

TABLES: tuple[Table, ...] = (
    *((0, players, {"board_side": side}) for players in (2, 3, 4) for side in ("A", "B")),
    *((1, players, {}) for players in (2, 3, 4)),
    *((2, players, {"map": "italia", "interim_scoring": players == 3}) for players in (2, 3, 4)),
    *((2, players, {"map": "imperium", "interim_scoring": players == 4}) for players in (3, 4, 5)),
)


def length(table: Table, seed: int) -> int:
    """The choices of one random game, played to its end."""
    index, players, options = table
    logged = LoggedMatch(GAMES[index], players, seed, options)
    choices = sum(1 for _ in logged.steps(seed))
    assert logged.match.table.phase == "finished"
    return choices


def main(games: int) -> None:
    """Play and print."""
    print(f"batches of choices in {games} random games a table: min, p10, median, p90, p99, max")
    with ProcessPoolExecutor() as pool:
        for table in TABLES:
            taken = sorted(pool.map(partial(length, table), range(games), chunksize=10))
            cuts = [taken[0], *(taken[int(games * share)] for share in (0.1, 0.5, 0.9, 0.99)), taken[-1]]
            name = f"{GAMES[table[0]].name_in('en')}, {table[1]} players {table[2] or ''}"
            print(f"  {name:<75} {'  '.join(f'{cut:5d}' for cut in cuts)}   mean {statistics.fmean(taken):.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
