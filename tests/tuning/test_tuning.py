"""The fit finds what terms came to, keeps what games say nothing about, and is taken only if it wins."""

import random
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from domain.kernel.valuation import FILE, Origin, Weights, WeightsFile, Worth
from domain.registry import Registry
from tests.tuning import __main__ as tune
from tests.tuning.fitting import Sums, fitted
from tests.tuning.games import Duel, Fitting, rows_of

TRAJAN = Fitting("trajan", 2)


def sums_of(beginning: float, end: float, games: int) -> Sums:
    """Games in which the first term came to that, and nobody ever had any of the second."""
    rng = random.Random(4)
    sums = Sums.none(2)
    for _ in range(games):
        rows = []
        for _ in range(20):
            more, left = rng.randrange(-3, 4), rng.random()
            missing = more * (end + (beginning - end) * left) + rng.gauss(0, 2)
            rows.append(([more * left, more * (1 - left), 0.0, 0.0], missing))
        sums.add(rows)
    return sums


def test_it_finds_what_a_term_came_to_early_and_late() -> None:
    before = Weights({"card": Worth(1.0, 1.0), "ship": Worth(7.0, 5.0)})
    found = fitted(sums_of(4.0, 0.5, 3000), before).worths
    assert found["card"] == pytest.approx((4.0, 0.5), abs=0.6)
    assert found["ship"] == (7.0, 5.0), "no game said anything of it"


def test_few_games_move_little() -> None:
    before = Weights({"card": Worth(1.0, 1.0), "ship": Worth(1.0, 1.0)})
    few, many = (fitted(sums_of(4.0, 4.0, games), before).worths["card"].beginning for games in (5, 2000))
    assert 1.0 < few < 2.5 < many


def test_a_game_gives_rows_of_every_turn() -> None:
    rows = rows_of(TRAJAN, 3)
    assert len(rows) > 40
    assert rows == rows_of(TRAJAN, 3), "its number is its seed"
    assert all(len(terms) == 26 for terms, _ in rows)


def test_weights_that_make_no_sense_lose() -> None:
    game = Registry().get("trajan")
    absurd = Weights({term: Worth(-9.0, -9.0) for term in game.weights.worths})
    assert sum(Duel(TRAJAN, absurd, 40).share(seed) for seed in range(4)) <= 1


def test_what_is_written_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = (files("domain.concordia") / FILE).read_text("utf-8")
    (tmp_path / FILE).write_text(old)
    monkeypatch.setattr(tune, "files", lambda _package: tmp_path)
    before = WeightsFile.beside("domain.concordia")
    weights = Weights({term: Worth(index, 0.25) for index, term in enumerate(before.worth)})
    origin = Origin(by="self-play", games=40, seed=0, result="won 24 of 40 games")
    tune.write("domain.concordia", weights, origin)
    written = (tmp_path / FILE).read_text("utf-8")
    read = msgspec.toml.decode(written, type=WeightsFile)
    assert (read.origin, read.worth) == (origin, weights.worths)
    assert written.count("#") == old.count("#"), "what is said about terms stays"


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "FOLDER", tmp_path)
    played: list[int] = []

    class Pool:
        def map(self, _function: object, seeds: range) -> list[list[tuple[list[float], float]]]:
            played.extend(seeds)
            return [[([1.0, 0.0], 2.0)] for _ in seeds]

    for wanted in (25, 40):
        sums = tune.played(TRAJAN, wanted, 1, Pool())  # type: ignore[arg-type] # maps like one, in this process
        assert sums.games == wanted
    assert played == [*range(40)]
