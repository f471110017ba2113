"""Recorded games that were tampered with, each with the version that a checker must name.

They are what a forger with all our tools could write: sealed and chained anew, where that helps.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.export import to_line
from domain.kernel.visibility import Opening, commit
from domain.registry import Registry
from tests.kit import forgery, independent_checker, recordings
from tests.kit.independent_checker import BrokenError
from tests.kit.recordings import Recording

PAGE = Path(__file__).parents[2] / "domain/kernel/record-format.md"
VECTORS: Any = json.loads(PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0])
TABERNA_DRAWS = [
    {"purpose": "deck", "event": "DeckShuffled", "draw": "all", "places": ["cards"], "pieces": [*range(1, 16)]}
]
DRAWS: Any = json.loads(PAGE.with_name("draws.json").read_text("utf-8")) | {"taberna": TABERNA_DRAWS}
OTHER = bytes(32)
DECKS = {"StreetDecksShuffled", "GoodsShuffled", "DeckStacked"}


def checked(records: list[Record]) -> tuple[int, str] | None:
    """What the checker finds in a log: the version and the reason."""
    try:
        independent_checker.check(b"".join(map(to_line, records)), DRAWS)
    except BrokenError as found:
        version, reason = found.args
        return version, reason
    return None


@cache
def recorded(slug: str) -> Recording:
    """The shortest recording with points."""
    game = Registry().get(slug)
    found = [recordings.load(game, name) for name in recordings.names(game)]
    return min((one for one in found if any(one.match().scores())), key=lambda one: len(one.log))


Tampered: TypeAlias = tuple[list[Record], int]
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
    place = next(n for n, line in enumerate(it.records) if line.envelope().type in DECKS)
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
        if found is not None and found[1].startswith("first seat"):
            started = next(n for n, line in enumerate(records, 1) if line.envelope().type == life.GameStarted.__name__)
            return records, started
    raise AssertionError("no nonce gives another first seat")


def _score_raised(it: Recording) -> Tampered:
    log = forgery.lines_of(it.game, it.records)
    finish = forgery.find(log, lambda event: isinstance(event, life.GameFinished))
    richer = forgery.replaced(forgery.richer(log), finish, log[finish])
    return forgery.written(richer, it.secret), finish + 1


Tampering: TypeAlias = Callable[[Recording], Tampered]
TAMPERINGS: list[Tampering] = [
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
