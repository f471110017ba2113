"""The hash chain: every copy of a log verifies, and every way to tamper with one is named with its version."""

from collections.abc import Iterable
from typing import ClassVar

import msgspec
import pytest

from domain.kernel import chain
from domain.kernel.envelope import GENESIS, Record, Stamp, redact, write
from domain.kernel.errors import BadRecord
from domain.kernel.export import Beside, FileLine, from_line, read_line, to_line
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Entry
from domain.kernel.visibility import Opening
from tests.domain.kernel.scenes import revealed
from tests.kit.logged_match import AT, played
from tests.kit.taberna import GAME
from tests.kit.taberna.events import CoinsGained

LOGGED = revealed(3)[0]
LOG = tuple(LOGGED.records)
HEAD = LOGGED.head


def flipped(text: bytes, place: int, bits: int) -> bytes:
    return text[:place] + bytes([text[place] ^ bits]) + text[place + 1 :]


def damaged(log: Iterable[Record]) -> int | None:
    """The version that verifying names; one past the end if only the head tells; `None` if all is well."""
    try:
        head = chain.verify(log)
    except BadRecord as found:
        return found.version
    return None if head == HEAD else len(LOG) + 1


def named(version: int) -> set[int]:
    """The versions that may be named if this one was changed: its own, unless it is the last."""
    return {version} if version < len(LOG) else {version - 1, version, version + 1}


class TestWhole:
    def test_a_whole_game_verifies_to_its_head(self) -> None:
        logged = played(GAME, 4, 3)
        assert chain.verify(logged.records) == logged.head == logged.records[-1].hash()

    def test_an_empty_log_has_the_genesis_as_its_head(self) -> None:
        assert chain.verify([]) == GENESIS

    @pytest.mark.parametrize("reader", [None, Seat(0), Seat(1), Seat(2)])
    def test_a_redacted_copy_verifies_to_the_same_head(self, reader: Seat | None) -> None:
        copy = [redact(record, reader) for record in LOG]
        assert copy != list(LOG)
        assert chain.verify(copy) == HEAD

    def test_an_export_is_read_back_to_the_same_records(self) -> None:
        lines = [to_line(record) for record in LOG]
        assert [from_line(line, version) for version, line in enumerate(lines, 1)] == list(LOG)


class TestFlippedBytes:
    """A changed line is named by its own version. After the last one nothing tells but the head.

    Bits 0x01 and 0x80: another character of the same kind, and bytes that are no text at all.
    """

    @pytest.mark.parametrize("bits", [0x01, 0x80])
    @pytest.mark.parametrize("version", range(1, len(LOG) + 1))
    def test_in_any_text(self, version: int, bits: int) -> None:
        record = LOG[version - 1]
        for place in range(len(record.text)):
            altered = Record(flipped(record.text, place, bits), record.openings)
            assert damaged([*LOG[: version - 1], altered, *LOG[version:]]) in named(version)

    @pytest.mark.parametrize("version", range(1, len(LOG) + 1))
    def test_in_any_exported_line(self, version: int) -> None:
        lines = [to_line(record).rstrip(b"\n") for record in LOG]
        line = lines[version - 1]
        for place in range(len(line)):
            lines[version - 1] = flipped(line, place, 0x01)
            records = (from_line(line, number) for number, line in enumerate(lines, 1))
            assert damaged(records) in named(version)


class TestPrintedData:
    DATA: ClassVar = Beside({GAME.meta.data_hash: GAME.printed})

    def test_beside_the_event_that_names_it(self) -> None:
        lines = [to_line(record, self.DATA) for record in LOG]
        assert read_line(lines[0], 1) == FileLine(LOG[0], GAME.printed, {})
        assert [read_line(line, 2) for line in lines[1:]] == [FileLine(record, b"", {}) for record in LOG[1:]]

    def test_another_text_is_found(self) -> None:
        line = to_line(LOG[0], self.DATA).replace(b"coins", b"coin ", 1)
        with pytest.raises(BadRecord, match="not what the event names") as found:
            from_line(line, 1)
        assert found.value.version == 1

    def test_beside_an_event_that_names_none(self) -> None:
        line = to_line(LOG[1]).removesuffix(b"}\n") + b',"printed":"a = 1"}\n'
        with pytest.raises(BadRecord, match="not what the event names"):
            from_line(line, 2)


class TestNames:
    NAMES: ClassVar = {UserId("user-0"): "Livia", UserId("user-1"): "Ti. Claudius"}

    def test_beside_the_events_that_bring_people(self) -> None:
        lines = [read_line(to_line(record, Beside(names=self.NAMES)), n) for n, record in enumerate(LOG, 1)]
        assert [line.record for line in lines] == list(LOG)
        beside = [(line.record.envelope().type, *line.names.values()) for line in lines if line.names]
        assert beside == [("GameCreated", "Livia"), ("SeatTaken", "Livia"), ("SeatTaken", "Ti. Claudius")]

    @pytest.mark.parametrize("name", ["x" * 65, "\x1b[2J", "two\nlines"])
    def test_what_cannot_be_shown_is_no_name(self, name: str) -> None:
        with pytest.raises(BadRecord, match="a name beside it"):
            from_line(to_line(LOG[0], Beside(names={UserId("user-0"): name})), 1)


class TestEvents:
    def test_the_first_one_removed(self) -> None:
        assert damaged(LOG[1:]) == 1

    def test_one_removed(self) -> None:
        assert damaged([*LOG[:4], *LOG[5:]]) == 5

    def test_two_swapped(self) -> None:
        assert damaged([*LOG[:4], LOG[5], LOG[4], *LOG[6:]]) == 5

    def test_one_doubled(self) -> None:
        assert damaged([*LOG[:5], *LOG[4:]]) == 6

    def test_one_added_that_follows_well(self) -> None:
        assert damaged([*LOG[:4], forged(after=4), *LOG[4:]]) == 6

    def test_one_replaced_by_one_that_follows_well(self) -> None:
        assert damaged([*LOG[:4], forged(after=4), *LOG[5:]]) == 5

    def test_one_that_follows_well_and_says_another_version(self) -> None:
        assert damaged([*LOG[:4], forged(after=4, says=9)]) == 5

    def test_one_of_another_log_in_its_place(self) -> None:
        other = revealed(3, seed=2)[0].records
        assert damaged([*LOG[:4], other[4], *LOG[5:]]) == 5

    def test_a_text_that_is_no_envelope(self) -> None:
        assert damaged([*LOG[:4], Record(b"{}"), *LOG[5:]]) == 5

    def test_only_the_head_tells_of_a_cut_tail(self) -> None:
        assert chain.verify(LOG[:-1]) == LOG[-1].envelope().prev != HEAD

    def test_only_the_head_tells_of_a_whole_log_written_anew(self) -> None:
        entries = [Entry(SYSTEM, 0, None, happened.event) for happened in read(LOGGED.codec, LOG)]
        anew, head = write(Stamp(GameId("g"), AT, "x", LOGGED.secret), Version(0), GENESIS, entries)
        assert chain.verify(anew) == head != HEAD


def forged(after: int, says: int | None = None) -> Record:
    """A well-formed event that names the right predecessor, and the right version unless it says another one."""
    event = CoinsGained(seat=Seat(0), coins=9)
    stamp = Stamp(GameId("g"), AT, "x", LOGGED.secret)
    before = Version(after if says is None else says - 1)
    return write(stamp, before, LOG[after - 1].hash(), [Entry(SYSTEM, 0, None, event)])[0][0]


class TestOpenings:
    """Each is named at once, for the text itself holds the commitment."""

    HAND = 13

    def _with(self, openings: dict[str, Opening]) -> list[Record]:
        assert LOG[self.HAND - 1].envelope().type == "HandDealt"
        return [*LOG[: self.HAND - 1], Record(LOG[self.HAND - 1].text, openings), *LOG[self.HAND :]]

    def test_value_altered(self) -> None:
        salt = LOG[self.HAND - 1].openings["data/cards"].salt
        assert damaged(self._with({"data/cards": Opening(salt, msgspec.Raw(b"[1,2,3]"))})) == self.HAND

    def test_value_spaced_otherwise(self) -> None:
        opening = LOG[self.HAND - 1].openings["data/cards"]
        spaced = msgspec.Raw(bytes(opening.value).replace(b",", b", "))
        assert damaged(self._with({"data/cards": Opening(opening.salt, spaced)})) == self.HAND

    def test_salt_altered(self) -> None:
        value = LOG[self.HAND - 1].openings["data/cards"].value
        assert damaged(self._with({"data/cards": Opening("0" * 32, value)})) == self.HAND

    @pytest.mark.parametrize("place", ["data/seat", "data/more", "command", "cards", ""])
    def test_moved_to_another_place(self, place: str) -> None:
        assert damaged(self._with({place: LOG[self.HAND - 1].openings["data/cards"]})) == self.HAND

    def test_taken_from_another_line(self) -> None:
        assert damaged(self._with(LOG[self.HAND].openings)) == self.HAND
