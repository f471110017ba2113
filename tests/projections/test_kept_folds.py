"""Folds are kept by their weight, those that were used last; and a match weighs about what it takes."""

from domain.kernel.ids import GameId
from projections.kept_folds import KeptFolds, weight_of
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME


class Fold:
    def __init__(self, name: str) -> None:
        self.game_id = GameId(name)
        self.weight = 0


def weigh(fold: Fold) -> int:
    return len(fold.game_id)


def test_what_was_not_used_for_the_longest_time_gives_way() -> None:
    kept = KeptFolds(6, weigh)
    folds = [Fold(name) for name in ("aa", "bb", "cc")]
    for fold in folds:
        kept.put(fold)
    first = kept.take(GameId("aa"))
    assert first is folds[0]
    kept.put(first)
    kept.put(Fold("dd"))
    assert kept.take(GameId("bb")) is None
    assert [kept.take(fold.game_id) for fold in (folds[0], folds[2])] == [folds[0], folds[2]]


def test_a_heavy_one_takes_the_room_of_many_and_one_always_stays() -> None:
    kept = KeptFolds(6, weigh)
    for name in ("aa", "bb", "much too heavy"):
        kept.put(Fold(name))
    assert kept.take(GameId("aa")) is kept.take(GameId("bb")) is None
    assert kept.take(GameId("much too heavy")) is not None


def test_what_was_taken_out_and_not_put_back_weighs_nothing() -> None:
    kept = KeptFolds(6, weigh)
    for _ in range(9):
        kept.put(Fold("spoiled"))
        kept.take(GameId("spoiled"))
    kept.put(Fold("aa"))
    kept.put(Fold("bb"))
    assert kept.take(GameId("aa")) is not None


def test_a_game_that_runs_weighs_more_than_a_lobby() -> None:
    opened, over = LoggedMatch(GAME, 2, 1), played(GAME, 4, 1)
    assert 2000 < weight_of(opened.match) < weight_of(over.match) < 100_000
