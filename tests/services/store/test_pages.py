"""Pages: whatever was packed comes back byte by byte, and what would not is not packed."""

import zlib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel import chain
from domain.kernel.envelope import GENESIS, Record
from domain.kernel.errors import BadRecord, NewerRecord
from domain.kernel.export import from_line
from domain.kernel.ids import GameId
from services.store import pages
from services.store.short_lines import NotPackable
from tests.kit.appended_match import played_with_undos
from tests.services.store.logs import Log

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAME = GameId("5d0e7a9c41b64c6f")


def lines(count: int, game: GameId = GAME) -> list[Record]:
    """A log of so many lines, sealed and open ones in turn."""
    return list(Log(game).batch(size=count).records)


def page_by_page(log: list[Record]) -> list[tuple[str, list[Record]]]:
    """What each page would hold, and the hash before it."""
    starts = range(0, len(log), pages.LINES)
    return [(log[start - 1].hash() if start else GENESIS, log[start : start + pages.LINES]) for start in starts]


@given(count=st.integers(1, 2 * pages.LINES + 3))
def test_any_log_comes_back_as_it_was(count: int) -> None:
    log, back = lines(count), []
    for number, (before, some) in enumerate(page_by_page(log)):
        back += pages.unpack(GAME, pages.pack(GAME, some, before), pages.first_of(number))
    assert back == log
    assert [record.text for record in back] == [record.text for record in log]
    assert chain.verify(back) == log[-1].hash()


@given(seed=st.integers(0, 2**32))
def test_a_game_with_undos_comes_back_as_it_was(seed: int) -> None:
    appended = played_with_undos(seed)
    log = [record for batch in appended.appends for record in batch.records]
    page = pages.pack(appended.game_id, log, GENESIS)
    assert pages.unpack(appended.game_id, page, 1) == log
    assert len(page) < sum(len(record.text) for record in log) / 2


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*/*.jsonl")), ids=lambda path: path.stem)
def test_recorded_games_come_back_as_they_were_and_take_little_room(file: Path) -> None:
    lines = file.read_bytes().removesuffix(b"\n").split(b"\n")
    log = [from_line(line, version) for version, line in enumerate(lines, 1)]
    game, size = log[0].envelope().game, 0
    for number, (before, some) in enumerate(page_by_page(log)):
        page = pages.pack(game, some, before)
        back = pages.unpack(game, page, pages.first_of(number))
        assert back == some
        assert [record.text for record in back] == [record.text for record in some]
        size += len(page)
    assert size < 60 * len(log) + 400


@given(game=st.text(min_size=1))
def test_a_game_of_any_name_comes_back_or_is_not_packed(game: str) -> None:
    log = lines(3, GameId(game))
    try:
        page = pages.pack(GameId(game), log, GENESIS)
    except NotPackable:
        return
    assert pages.unpack(GameId(game), page, 1) == log


def test_a_page_that_is_cut_or_altered_is_never_believed() -> None:
    log = lines(20)
    page = pages.pack(GAME, log, GENESIS)
    cut = [page[:size] for size in range(len(page))]
    altered = [spoilt(page, place, bit) for place in range(len(page)) for bit in range(8)]
    silent, told = 0, set()
    for one in cut + altered:
        try:
            assert pages.unpack(GAME, one, 1) == log
            silent += 1
        except BadRecord as error:
            told.add(str(error).partition(" is ")[0])
    assert told == {f"game {GAME}, version 1: the page that holds it"}
    assert silent < len(altered) / 100, "few bits mean nothing, such as those that fill up the last byte"


def spoilt(page: bytes, place: int, bit: int) -> bytes:
    return page[:place] + bytes([page[place] ^ (1 << bit)]) + page[place + 1 :]


def test_a_page_whose_content_was_altered_is_never_believed() -> None:
    """Damage that the sum of zlib does not notice: as if the content was compressed again."""
    page = pages.pack(GAME, lines(20), GENESIS)
    content = zlib.decompress(page[33:])
    for place in range(0, len(content), 7):
        altered = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        with pytest.raises(BadRecord, match="does not hold what was written"):
            pages.unpack(GAME, page[:33] + zlib.compress(altered), 1)


def test_a_page_is_believed_only_in_its_place() -> None:
    page = pages.pack(GAME, lines(5), GENESIS)
    for game, first in ((GAME, 257), (GameId("another"), 1)):
        with pytest.raises(BadRecord, match="does not hold what was written"):
            pages.unpack(game, page, first)


@given(count=st.integers(1, pages.LINES), data=st.data())
def test_any_part_of_a_page_is_read_by_itself(count: int, data: st.DataObject) -> None:
    log = lines(pages.LINES + count)
    page = pages.pack(GAME, log[pages.LINES :], log[pages.LINES - 1].hash())
    first = data.draw(st.integers(pages.LINES + 1, len(log)))
    most = data.draw(st.integers(1, pages.LINES))
    assert pages.unpack(GAME, page, first, most) == log[first - 1 : first - 1 + most]
    with pytest.raises(BadRecord, match=f"version {len(log) + 1}: "):
        pages.unpack(GAME, page, len(log) + 1)


def test_a_page_of_a_later_release_is_left_to_it() -> None:
    page = pages.pack(GAME, lines(5), GENESIS)
    with pytest.raises(NewerRecord, match="newer Acta"):
        pages.unpack(GAME, b"\x02" + page[1:], 1)


def test_a_page_of_the_first_release_with_pages_is_read_for_ever() -> None:
    found = pages.unpack(GAME, (FIXTURES / "store" / "page").read_bytes(), 1)
    assert chain.verify(found) == "09613a3e8cad1c663796d3881921c79cb6c995182d8cd06cca7148d8f13066cc"
    assert [bool(record.openings) for record in found] == [True, False] * 20


@pytest.mark.parametrize("how", ["lost", "swapped", "altered", "other head"])
def test_lines_that_do_not_follow_from_each_other_are_not_packed(how: str) -> None:
    log, before = lines(9), GENESIS
    place = Random(how).randrange(1, 8)
    if how == "lost":
        del log[place]
    elif how == "swapped":
        log[place], log[place - 1] = log[place - 1], log[place]
    elif how == "altered":
        log[place] = Record(log[place].text.replace(b'"step":0', b'"step":1'), log[place].openings)
    else:
        before = log[0].hash()
    with pytest.raises(NotPackable):
        pages.pack(GAME, log, before)
