"""Values are cached by their weight, those that were used last; and a match weighs about what it takes."""

from services.cache import Cache, weight_of
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME


def cache_of(most: int, *keys: str) -> Cache[str, str]:
    """A cache of words, each of which weighs its letters."""
    cache: Cache[str, str] = Cache(most)
    for key in keys:
        cache.put(key, key.upper(), len(key))
    return cache


def test_what_was_not_used_for_the_longest_time_gives_way() -> None:
    cache = cache_of(6, "aa", "bb", "cc")
    assert cache.get("aa") == "AA"
    cache.put("dd", "DD", 2)
    assert [cache.get(key) for key in ("aa", "bb", "cc", "dd")] == ["AA", None, "CC", "DD"]
    assert len(cache) == 3


def test_a_heavy_one_takes_the_room_of_many_and_one_always_stays() -> None:
    cache = cache_of(6, "aa", "bb", "much too heavy")
    assert [cache.get(key) for key in ("aa", "bb", "much too heavy")] == [None, None, "MUCH TOO HEAVY"]


def test_what_was_taken_out_or_replaced_weighs_nothing() -> None:
    cache = cache_of(6)
    for _ in range(9):
        cache.put("spoiled", "", 4)
        assert cache.take("spoiled") == ""
        cache.put("grown", "", 1)
        cache.put("grown", "", 2)
    assert cache.take("spoiled") is None
    cache.put("aaaa", "", 4)
    assert len(cache) == 2


def test_all_can_be_emptied_at_once() -> None:
    one, other = cache_of(6, "aa", "bb"), cache_of(2, "cc")
    Cache.clear_all()
    assert len(one) == len(other) == 0
    for key in ("aa", "bb", "cc"):
        one.put(key, "", 2)
    assert len(one) == 3, "nothing weighs on after it is gone"


def test_a_game_that_runs_weighs_more_than_a_lobby() -> None:
    opened, over = LoggedMatch(GAME, 2, 1), played(GAME, 4, 1)
    assert 2000 < weight_of(opened.match) < weight_of(over.match) < 100_000
