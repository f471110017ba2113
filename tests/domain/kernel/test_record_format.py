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
from domain.kernel.game import AnyGame
from domain.kernel.proof import verify
from domain.kernel.rng import KeyedRng, commitment, game_key
from domain.kernel.visibility import Opening, commit, seal
from domain.registry import GAMES, Registry
from tests.kit import forgery, independent_checker, recordings
from tests.kit.independent_checker import BrokenError
from tests.kit.logged_match import played
from tests.kit.recordings import Recording

PAGE = Path(__file__).parents[3] / "domain/kernel/record-format.md"
VECTORS: Any = json.loads(PAGE.read_text("utf-8").split("```json\n")[1].split("```")[0])
TABERNA_DRAWS = [
    {"purpose": "deck", "event": "DeckShuffled", "draw": "all", "places": ["cards"], "pieces": [*range(1, 16)]}
]
DRAWS: Any = json.loads(PAGE.with_name("draws.json").read_text("utf-8")) | {"taberna": TABERNA_DRAWS}
SECRET = bytes.fromhex(VECTORS["secret"])
KEY = bytes.fromhex(VECTORS["key"])
OTHER = bytes(32)
DECKS = {"StreetDecksShuffled", "GoodsShuffled", "DeckStacked"}


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
        n, drawn = int(it["n"]), [*map(int, it["drawn"])]
        assert [rng.below(it["purpose"], n) for _ in draws] == drawn
        sources = [independent_checker.numbers(KEY, it["purpose"], count) for count in draws]
        assert [independent_checker.below(source, n) for source in sources] == drawn

    def test_shuffles(self) -> None:
        it, rng = VECTORS["shuffle"], KeyedRng(KEY)
        for count, order in enumerate((it["first"], it["second"]), 1):
            assert rng.shuffled(it["purpose"], it["items"]) == order
            source = independent_checker.numbers(KEY, it["purpose"], count)
            assert independent_checker.shuffled(source, it["items"]) == order


FILES = sorted(recordings.FIXTURES.glob("**/*.jsonl"))


def checked(records: list[Record]) -> tuple[int, str] | None:
    """What the checker finds in a log: the version and the reason."""
    try:
        independent_checker.check(b"".join(map(to_line, records)), DRAWS)
    except BrokenError as found:
        version, reason = found.args
        return version, reason
    return None


def test_the_checker_is_short_and_stands_alone() -> None:
    source = Path(independent_checker.__file__).read_text("utf-8")
    assert len(source.splitlines()) < 200
    imported = set(re.findall(r"^(?:from|import) ([\w.]+)", source, re.MULTILINE))
    assert imported <= {"collections", "collections.abc", "hashlib", "hmac", "itertools", "json", "typing"}


def _in_browsers(value: Any) -> bool:  # noqa: ANN401 - any JSON
    """Whether JavaScript reads every number of a value as it stands there."""
    if isinstance(value, dict | list):
        return all(map(_in_browsers, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or value <= 2**53


def test_no_number_is_too_large_for_javascript() -> None:
    assert _in_browsers(VECTORS)
    assert _in_browsers(DRAWS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_recorded_games_hold_by_the_page_and_the_table_alone(file: Path) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    independent_checker.check(b"".join(lines), DRAWS)
    independent_checker.check(b"".join(lines[: len(lines) // 2]), DRAWS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_each_draw_is_held_to_the_pieces_of_its_row(game: AnyGame) -> None:
    """With the pieces of a purpose in another order, the same game does not hold."""
    file = b"".join(map(to_line, recorded(game.meta.slug).records))
    for row in DRAWS[game.meta.slug]:
        spoilt = [
            {**one, "pieces": [*one["pieces"][1:], one["pieces"][0]]}
            if one["purpose"] == row["purpose"] and "put" not in one["pieces"]
            else one
            for one in DRAWS[game.meta.slug]
        ]
        laid_out = "" not in row.get("passes", [])  # in a first game two cards are drawn and put back
        if laid_out and f'\\"purpose\\":\\"{row["purpose"]}\\"'.encode() in file:
            with pytest.raises(BrokenError, match=row["purpose"]):
                independent_checker.check(file, {**DRAWS, game.meta.slug: spoilt})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_no_draw_is_left_out_and_none_is_without_a_row(game: AnyGame) -> None:
    recording = recorded(game.meta.slug)
    pages = forgery.lines_of(game, recording.records)
    place = next(n for n, line in enumerate(recording.records, 1) if line.envelope().type in DECKS) - 2
    left_out = checked(forgery.written([*pages[:place], *pages[place + 1 :]], recording.secret))
    assert left_out == (place + 1, "draws too many or too few")
    other = pages[place].with_fields(purpose="another", count=1)
    found = checked(forgery.written(forgery.replaced(pages, place, other), recording.secret))
    assert found == (place + 2, "nothing follows from the draw another")


def test_a_table_of_every_option_holds() -> None:
    """What no recording has: the boards of side B, and newcomers."""
    game = Registry().get("forum-trajanum")
    for players in game.meta.players:
        for options in ({"board_side": "B", "newcomers": [0]}, {"first_game": True}):
            logged = played(game, players, players, options)
            independent_checker.check(b"".join(map(to_line, logged.records)), DRAWS)


@pytest.mark.parametrize("late", [False, True])
def test_a_second_or_a_late_nonce_does_not_hold(late: bool) -> None:
    recording = recorded("trajan")
    pages = forgery.lines_of(recording.game, recording.records)
    given = forgery.find(pages, lambda event: isinstance(event, life.NonceGiven))
    at = 100 if late else given + 1
    found = forgery.written([*pages[:at], pages[given]._replace(at=pages[at].at), *pages[at:]], recording.secret)
    assert checked(found) == (at + 1, "a second nonce, or one that comes too late")
    assert verify(found, Registry()).failures[0].version <= at + 1


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
