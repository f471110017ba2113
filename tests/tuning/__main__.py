"""`make tune`: fits the weights of games to what terms came to, and takes new ones only if they win.

It goes on where it was stopped: what was played stands in `build/tuning`. A game's number is its seed.
"""

import argparse
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path

import msgspec

from domain.kernel.valuation import FILE, Origin, Weights
from domain.registry import Registry
from tests.tuning.fitting import Sums, fitted
from tests.tuning.games import Duel, Fitting, rows_of
from workers.arena import wilson

FOLDER = Path("build/tuning")
AT_ONCE = 20
"""Games between two notes of what was played."""
ENOUGH = 0.55
"""The share of games that new weights must win of two players."""


def main() -> None:
    """Fit, try, and take or leave."""
    asked = _asked()
    for slug in asked.games or [game.meta.slug for game in Registry()]:
        with ProcessPoolExecutor(asked.processes, multiprocessing.get_context("forkserver")) as pool:
            _tune(Fitting(slug, asked.players), asked, pool)


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make tune", description=__doc__)
    parser.add_argument("games", nargs="*", help="such as trajan; all by default")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--fit", type=int, default=5000, help="games to fit to")
    parser.add_argument("--try", type=int, default=400, dest="tries", help="games between new weights and those so far")
    parser.add_argument("--looks", type=int, default=300, help="looks of the planners that try them")
    parser.add_argument("--processes", type=int, help="games at a time; by default one a core")
    return parser.parse_args()


def _tune(fitting: Fitting, asked: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    game = Registry().get(fitting.slug)
    sums = played(fitting, asked.fit, len(game.weights.worths), pool)
    new = fitted(sums, game.weights)
    for term, worth in new.worths.items():
        _say(f"{term}: {game.weights.worths[term][:]} -> {worth[:]}")
    first = sums.games  # none of the games that they were fitted to
    duel = Duel(fitting, new, asked.looks)
    shares = list(pool.map(duel.share, range(first, first + asked.tries)))
    won, (low, high) = sum(shares), wilson(sum(shares), len(shares))
    result = f"won {won:g} of {len(shares)} games against those before (95 %: {low:.1%} to {high:.1%})"
    taken = won >= ENOUGH * len(shares)
    _say(f"{fitting.slug}: {result}, {'taken' if taken else 'left'}")
    if taken:
        write(type(game).__module__.rpartition(".")[0], new, Origin("self-play", sums.games, 0, result))


def played(fitting: Fitting, wanted: int, terms: int, pool: ProcessPoolExecutor) -> Sums:
    """The sums over so many games, those of earlier runs among them."""
    noted = FOLDER / f"{fitting.slug}-{fitting.players}.json"
    noted.parent.mkdir(parents=True, exist_ok=True)
    sums = msgspec.json.decode(noted.read_bytes(), type=Sums) if noted.exists() else Sums.none(terms)
    while sums.games < wanted:
        for rows in pool.map(partial(rows_of, fitting), range(sums.games, min(sums.games + AT_ONCE, wanted))):
            sums.add(rows)
        noted.write_bytes(msgspec.json.encode(sums))
        _say(f"{fitting.slug}: {sums.games} games played")
    return sums


def write(package: str, weights: Weights, origin: Origin) -> None:
    path = Path(str(files(package))) / FILE
    path.write_text("".join(_lines(path.read_text("utf-8").splitlines(), weights, origin)), "utf-8")


def _lines(old: Sequence[str], weights: Weights, origin: Origin) -> Iterator[str]:
    """The file with other numbers; what is said about a term stays."""
    notes = {line.partition(" ")[0]: line.partition("#")[2] for line in old if "#" in line}
    yield f"{old[0]}\n\n[origin]\n"
    for name, value in msgspec.structs.asdict(origin).items():
        yield f"{name} = {msgspec.json.encode(value).decode()}\n"
    yield "\n[worth]\n"
    for term, worth in weights.worths.items():
        note = f"  #{notes[term]}" if term in notes else ""
        yield f"{term} = [{worth.beginning}, {worth.end}]{note}\n"


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    main()
