"""The page on the record's format: its vectors are those of the code, and it is enough to write a checker from."""

import json
import re
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
from domain.kernel.visibility import seal
from domain.registry import GAMES, Registry
from tests.kit import forgery, independent_checker, recordings
from tests.kit.independent_checker import BrokenError
from tests.kit.logged_match import played
from tests.kit.tamperings import DECKS, DRAWS, TAMPERINGS, VECTORS, Tampering, checked, recorded

SECRET = bytes.fromhex(VECTORS["secret"])
KEY = bytes.fromhex(VECTORS["key"])


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


@pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])
@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda one: one.__name__.strip("_"))
def test_ten_tamperings_are_found_at_their_version(tampering: Tampering, slug: str) -> None:
    records, version = tampering(recorded(slug))
    found = checked(records)
    assert found is not None
    assert found[0] == version, found[1]
