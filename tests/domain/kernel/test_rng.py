"""The keyed generator: its documented construction, pinned values, fairness, and draws that no order can change."""

import hashlib
import hmac
import itertools
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.errors import WouldReveal
from domain.kernel.rng import KeyedRng, NoRng, commitment, game_key

SECRET = bytes(range(32))
KEY = game_key(SECRET, ["alpha", None, "gamma"])


def words(key: bytes, purpose: str, count: int) -> Iterator[int]:
    """The 64-bit numbers of one draw, straight from the module's description."""
    for index in itertools.count():
        message = purpose.encode() + b"\x00" + count.to_bytes(8, "big") + index.to_bytes(8, "big")
        block = hmac.new(key, message, hashlib.sha256).digest()
        for start in (0, 8, 16, 24):
            yield int.from_bytes(block[start : start + 8], "big")


def below(numbers: Iterator[int], n: int) -> int:
    largest_multiple = 2**64 // n * n
    return next(number for number in numbers if number < largest_multiple) % n


class TestVectors:
    """Values that must never change: every recorded game depends on them."""

    def test_commitment(self) -> None:
        pinned = "cb6c41caa3098e8df9772a5cbcafa17fda91400cbf39929278085d6c96c0f070"
        assert commitment(SECRET) == hashlib.sha256(b"acta/secret\x00" + SECRET).hexdigest() == pinned

    def test_game_key(self) -> None:
        nonces = b'["alpha",null,"gamma"]'
        pinned = "f2f8b391fc249116f923540ba2e2281e3cfdb082720ba895c4e807e336e0ce12"
        assert KEY.hex() == hmac.new(SECRET, nonces, hashlib.sha256).hexdigest() == pinned

    def test_below(self) -> None:
        rng = KeyedRng(KEY)
        drawn = [rng.below("die", 6) for _ in range(12)]
        assert drawn == [below(words(KEY, "die", count), 6) for count in range(12)]
        assert drawn == [1, 2, 1, 0, 0, 5, 5, 5, 5, 4, 5, 0]

    def test_shuffled(self) -> None:
        items = list(range(10))
        numbers = words(KEY, "deck", 0)
        for last in range(9, 0, -1):
            other = below(numbers, last + 1)
            items[last], items[other] = items[other], items[last]
        drawn = KeyedRng(KEY).shuffled("deck", range(10))
        assert drawn == items
        assert drawn == [5, 0, 1, 3, 7, 9, 2, 4, 6, 8]


class TestFairness:
    def test_every_number_has_the_same_chance(self) -> None:
        """Chi-square with 5 degrees of freedom: 20.5 is passed by chance once in a thousand keys."""
        rng = KeyedRng(KEY)
        found = Counter(rng.below("die", 6) for _ in range(12_000))
        assert sum((found[side] - 2_000) ** 2 / 2_000 for side in range(6)) < 20.5

    def test_every_order_has_the_same_chance(self) -> None:
        """23 degrees of freedom: 49.7 once in a thousand keys."""
        rng = KeyedRng(KEY)
        found = Counter(tuple(rng.shuffled("deck", "abcd")) for _ in range(12_000))
        assert len(found) == 24
        assert sum((count - 500) ** 2 / 500 for count in found.values()) < 49.7

    def test_a_number_above_the_largest_multiple_is_drawn_again(self) -> None:
        """Below 2**63 + 1 almost every second 64-bit number must be rejected."""
        n = 2**63 + 1
        rng = KeyedRng(KEY)
        drawn = [rng.below("wide", n) for _ in range(40)]
        assert drawn == [below(words(KEY, "wide", count), n) for count in range(40)]
        rejected_at_first = sum(next(words(KEY, "wide", count)) >= n for count in range(40))
        assert rejected_at_first == 20

    @pytest.mark.parametrize("n", [1, 2**64])
    def test_the_narrowest_and_the_widest_range(self, n: int) -> None:
        assert KeyedRng(KEY).below("edge", n) == next(words(KEY, "edge", 0)) % n

    @pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
    def test_an_impossible_range_is_refused(self, n: int) -> None:
        with pytest.raises(ValueError, match=f"below {n}"):
            KeyedRng(KEY).below("edge", n)


class TestCounts:
    @given(st.permutations([purpose for purpose in "abc" for _ in range(3)]))
    def test_a_draw_depends_on_its_purpose_and_count_never_on_order_of_arrival(self, order: list[str]) -> None:
        rng = KeyedRng(KEY)
        drawn: dict[str, list[int]] = {"a": [], "b": [], "c": []}
        for purpose in order:
            drawn[purpose].append(rng.below(purpose, 1_000))
        expected = {purpose: [below(words(KEY, purpose, count), 1_000) for count in range(3)] for purpose in "abc"}
        assert drawn == expected

    def test_counts_belong_to_the_caller_and_go_on_where_they_stood(self) -> None:
        counts = {"die": 5}
        assert KeyedRng(KEY, counts).below("die", 6) == below(words(KEY, "die", 5), 6)
        assert counts == {"die": 6}

    def test_a_shuffle_is_one_draw_however_long(self) -> None:
        counts: dict[str, int] = {}
        KeyedRng(KEY, counts).shuffled("deck", range(100))
        assert counts == {"deck": 1}

    def test_the_witness_hears_of_each_draw_with_its_count(self) -> None:
        heard: list[tuple[str, int]] = []
        rng = KeyedRng(KEY, {"die": 1}, lambda purpose, count: heard.append((purpose, count)))
        rng.below("die", 6)
        rng.shuffled("deck", "ab")
        assert heard == [("die", 2), ("deck", 1)]

    def test_shuffling_leaves_the_items_as_they_were(self) -> None:
        items = ["a", "b", "c"]
        assert sorted(KeyedRng(KEY).shuffled("deck", items)) == items == ["a", "b", "c"]


class TestKey:
    def test_every_nonce_and_its_seat_change_the_key(self) -> None:
        tables: list[list[str | None]] = [
            ["a", "b"],
            ["b", "a"],
            ["a", None],
            [None, "a"],
            ["a"],
            ["a", ""],
            ['a","b'],
            [],
        ]
        assert len({game_key(SECRET, nonces) for nonces in tables}) == len(tables)

    def test_the_secret_changes_key_and_commitment(self) -> None:
        other = bytes(31) + b"\x01"
        assert game_key(other, ["a"]) != game_key(SECRET, ["a"])
        assert commitment(other) != commitment(SECRET)


def test_no_rng_refuses_every_draw_and_names_its_purpose() -> None:
    with pytest.raises(WouldReveal, match="die"):
        NoRng().below("die", 6)
    with pytest.raises(WouldReveal, match="deck"):
        NoRng().shuffled("deck", "ab")
