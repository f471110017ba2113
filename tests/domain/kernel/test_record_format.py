"""The page on the record's format: its vectors are those of the code, and it is enough to write a checker from."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from domain.kernel.rng import KeyedRng, commitment, game_key
from domain.kernel.visibility import Opening, commit, seal
from domain.registry import GAMES, Registry
from tests.kit import forgery, independent_checker, recordings
from tests.kit.independent_checker import BrokenError
from tests.kit.recordings import Recording

PAGE = Path(__file__).parents[3] / "domain/kernel/record-format.md"
VECTORS: Any = json.loads(PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0])
SECRET = bytes.fromhex(VECTORS["secret"])
KEY = bytes.fromhex(VECTORS["key"])
OTHER = bytes(32)


class TestVectors:
    """Each against the code of the server and against the checker."""

    def test_the_chain(self) -> None:
        first, second = VECTORS["chain"]
        for link in (first, second):
            assert Record(link["text"].encode()).hash() == link["hash"]
        assert json.loads(second["text"])["prev"] == first["hash"]

    def test_the_secret_and_the_key(self) -> None:
        assert commitment(SECRET) == independent_checker.promise(SECRET) == VECTORS["commitment"]
        assert game_key(SECRET, VECTORS["nonces"]) == independent_checker.key_of(SECRET, VECTORS["nonces"]) == KEY

    def test_a_seal(self) -> None:
        it = VECTORS["seal"]
        place, value = f"{it['game']}/{it['version']}/{it['place']}", msgspec.Raw(it["value"].encode())
        mark, opening = seal(SECRET, place, value, ())
        assert (mark.sealed, opening.salt) == (it["sealed"], it["salt"])
        assert independent_checker.salt_of(SECRET, it["game"], it["version"], it["place"]) == it["salt"]

    @pytest.mark.parametrize("it", VECTORS["numbers"], ids=lambda it: it["purpose"])
    def test_numbers(self, it: Any) -> None:  # noqa: ANN401 - a vector
        rng, draws = KeyedRng(KEY), range(1, len(it["drawn"]) + 1)
        assert [rng.below(it["purpose"], it["n"]) for _ in draws] == it["drawn"]
        sources = [independent_checker.numbers(KEY, it["purpose"], count) for count in draws]
        assert [independent_checker.below(source, it["n"]) for source in sources] == it["drawn"]

    def test_shuffles(self) -> None:
        it, rng = VECTORS["shuffle"], KeyedRng(KEY)
        for count, order in enumerate((it["first"], it["second"]), 1):
            assert rng.shuffled(it["purpose"], it["items"]) == order
            source = independent_checker.numbers(KEY, it["purpose"], count)
            assert independent_checker.shuffled(source, it["items"]) == order


ALL = [(game, name) for game in GAMES for name in recordings.names(game)]


def checked(records: list[Record]) -> tuple[int, str] | None:
    """What the checker finds in a log: the version and the reason."""
    try:
        independent_checker.check(b"".join(map(to_line, records)), VECTORS["decks"])
    except BrokenError as found:
        version, reason = found.args
        return version, reason
    return None


def test_the_checker_is_short_and_stands_alone() -> None:
    source = Path(independent_checker.__file__).read_text("utf-8")
    assert len(source.splitlines()) < 120
    imported = set(re.findall(r"^(?:from|import) ([\w.]+)", source, re.MULTILINE))
    assert imported <= {"collections", "collections.abc", "hashlib", "hmac", "json", "typing"}


@pytest.mark.parametrize(("game", "name"), ALL, ids=[name for _, name in ALL])
def test_recorded_games_hold(game: Any, name: str) -> None:  # noqa: ANN401 - any game
    recording = recordings.load(game, name)
    assert checked(recording.records) is None
    assert checked(recording.records[: len(recording.records) // 2]) is None


@cache
def recorded(slug: str) -> Recording:
    """The shortest recording with points."""
    game = Registry().get(slug)
    found = [recordings.load(game, name) for name in recordings.names(game)]
    return min((one for one in found if any(one.match().scores())), key=lambda one: len(one.log))


Tampered = tuple[list[Record], int]
"""A log that was tampered with, and the version that must be named."""


def rewritten(recording: Recording, kind: str, **fields: object) -> Tampered:
    """Another value in the first event of a kind; sealed and chained anew."""
    log = forgery.lines_of(recording.game, recording.records)
    place = forgery.find(log, lambda event: type(event).__name__ == kind)
    changed = log[place].with_fields(**fields)
    return forgery.written(forgery.replaced(log, place, changed), recording.secret), place + 1


def _line_changed(it: Recording) -> Tampered:
    place = next(n for n, line in enumerate(it.records) if n > 20 and line.envelope().type == "PointsScored")
    text = it.records[place].text.replace(b'"points":', b'"points":1', 1)
    return [*it.records[:place], Record(text, it.records[place].openings), *it.records[place + 1 :]], place + 1


def _line_removed(it: Recording) -> Tampered:
    return [*it.records[:30], *it.records[31:]], 31


def _line_doubled(it: Recording) -> Tampered:
    return [*it.records[:30], it.records[29], *it.records[30:]], 31


def _lines_swapped(it: Recording) -> Tampered:
    return [*it.records[:30], it.records[31], it.records[30], *it.records[32:]], 31


def _sealed(it: Recording) -> tuple[int, str, Opening]:
    """A sealed deck: its place in the log, the place of its mark, and its opening."""
    place = next(n for n, line in enumerate(it.records) if line.envelope().type in VECTORS["decks"])
    return place, "data/cards", it.records[place].openings["data/cards"]


def _opening_exchanged(it: Recording) -> Tampered:
    place, mark, opening = _sealed(it)
    other = Opening(opening.salt, msgspec.Raw(bytes(opening.value).replace(b",", b',"x",', 1)))
    return [*it.records[:place], Record(it.records[place].text, {mark: other}), *it.records[place + 1 :]], place + 1


def _salt_of_ones_own(it: Recording) -> Tampered:
    place, mark, opening = _sealed(it)
    other = Opening("0" * 32, opening.value)
    sealed, anew = [commit(one.salt, opening.value).encode() for one in (opening, other)]
    record = Record(it.records[place].text.replace(sealed, anew), {mark: other})
    return forgery.rechained([*it.records[:place], record, *it.records[place + 1 :]]), place + 1


def deck_of(card: str) -> str:
    return card.rpartition("-")[0]


def _deck_stacked(it: Recording) -> Tampered:
    place, _, opening = _sealed(it)
    cards = json.loads(bytes(opening.value))
    two = next(n for n in range(1, len(cards)) if deck_of(cards[n]) == deck_of(cards[0]) and cards[n] != cards[0])
    cards[0], cards[two] = cards[two], cards[0]
    return rewritten(it, it.records[place].envelope().type, cards=tuple(cards))


def _another_secret(it: Recording) -> Tampered:
    return rewritten(it, life.SecretRevealed.__name__, secret=OTHER.hex())


def _another_nonce(it: Recording) -> Tampered:
    """Tried until the first seat is another one, as a forger would."""
    for number in range(20):
        records, _ = rewritten(it, life.NonceGiven.__name__, nonce=f"mine {number}")
        found = checked(records)
        if found is not None and found[1] == "another seat was drawn":
            started = next(n for n, line in enumerate(records, 1) if line.envelope().type == life.GameStarted.__name__)
            return records, started
    raise AssertionError("no nonce gives another first seat")


def _score_raised(it: Recording) -> Tampered:
    log = forgery.lines_of(it.game, it.records)
    finish = forgery.find(log, lambda event: isinstance(event, life.GameFinished))
    richer = forgery.replaced(forgery.richer(log), finish, log[finish])
    return forgery.written(richer, it.secret), finish + 1


TAMPERINGS: list[Callable[[Recording], Tampered]] = [
    _line_changed,
    _line_removed,
    _line_doubled,
    _lines_swapped,
    _opening_exchanged,
    _salt_of_ones_own,
    _deck_stacked,
    _another_secret,
    _another_nonce,
    _score_raised,
]


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda one: one.__name__.strip("_"))
def test_ten_tamperings_are_found_at_their_version(tampering: Callable[[Recording], Tampered], slug: str) -> None:
    records, version = tampering(recorded(slug))
    found = checked(records)
    assert found is not None
    assert found[0] == version, found[1]
