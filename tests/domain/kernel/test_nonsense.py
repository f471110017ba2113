"""A log may say anything: the worst that the proof does is to name a version and a reason."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel import lifecycle as life
from domain.kernel.envelope import Record
from domain.kernel.ids import Seat, Version
from domain.kernel.match import Entry
from domain.registry import Registry
from tests.kit import forgery
from tests.kit.forgery import TABERNA, ForgedLine, reasons
from tests.kit.logged_match import played
from tests.kit.taberna import GAME
from tests.kit.taberna.events import CoinsGained, TurnBegan
from tests.kit.taberna.game import Taberna


class NewTaberna(Taberna):
    """The same game under its next rules version, which takes the events of this one on trust."""

    meta = msgspec.structs.replace(Taberna.meta, rules_version=2)


class TestNonsense:
    LOG = forgery.lines_of(GAME, played(GAME, 2, 6).records)
    SECRET = hashlib.sha256(b"sitting 6").digest()

    def _reasons(self, log: Sequence[ForgedLine], registry: Registry = TABERNA) -> list[tuple[int, str]]:
        return reasons(forgery.written(log, self.SECRET), registry)

    def test_an_empty_log(self) -> None:
        assert reasons([]) == [(0, "the log is empty")]

    def test_a_log_without_a_beginning(self) -> None:
        assert self._reasons(self.LOG[1:])[0] == (1, "a log begins with GameCreated, and has no other")

    def test_a_table_opened_twice(self) -> None:
        assert self._reasons([*self.LOG[:2], self.LOG[0]])[0][0] == 3

    @pytest.mark.parametrize("players", [-1, 0, 10**9])
    def test_a_table_with_any_number_of_chairs(self, players: int) -> None:
        assert self._reasons([self.LOG[0].with_fields(players=players)]) == [(1, f"no table has {players} chairs")]

    def test_a_seat_that_is_not_there(self) -> None:
        place = forgery.find(self.LOG, lambda event: isinstance(event, CoinsGained))
        log = forgery.replaced(self.LOG, place, self.LOG[place].with_fields(seat=Seat(77)))
        assert self._reasons(log)[0][0] == place + 1
        version, reason = self._reasons(log, Registry([NewTaberna()]))[0]
        assert version in {place, place + 1}
        assert "makes no sense" in reason

    def test_a_game_that_ended_without_its_secret(self) -> None:
        log = self.LOG[:-1]
        assert self._reasons(log) == [(len(log), "the game is over, and its secret is not revealed")]

    def test_a_secret_that_is_none(self) -> None:
        assert self._reasons([*self.LOG[:-1], self.LOG[-1].with_fields(secret="no digits")])[0][0] == len(self.LOG)

    def test_a_request_that_took_a_while(self) -> None:
        log = [*self.LOG[:-1], self.LOG[-1]._replace(at="2026-01-01T00:00:01Z")]
        assert self._reasons(log)[0][0] == len(log)

    def test_a_command_id_that_comes_twice(self) -> None:
        ids = [page.command_id for page in self.LOG]
        place = Version(len(ids) - ids[::-1].index(ids[-1]))
        log = [page._replace(command_id=ids[2]) if page.command_id == ids[-1] else page for page in self.LOG]
        (version, reason), *_ = self._reasons(log)
        assert version <= place
        assert "was used before" in reason

    def test_a_command_that_is_none_of_the_game(self) -> None:
        records = played(GAME, 2, 6).records
        place = next(n for n, record in enumerate(records) if b'"command":{"type":"EndTurn"}' in record.text)
        text = records[place].text.replace(b'{"type":"EndTurn"}', b'{"type":"Cheat"}')
        altered = forgery.rechained([*records[:place], Record(text, records[place].openings), *records[place + 1 :]])
        (version, reason), *_ = reasons(altered)
        assert version == place + 1
        assert "no command of this game" in reason

    def test_events_that_nobody_asked_for(self) -> None:
        place = forgery.find(self.LOG, lambda event: isinstance(event, TurnBegan))
        page = self.LOG[place]._replace(command_id="x")
        log = [*self.LOG[: place + 1], page, *self.LOG[place + 1 :]]
        assert self._reasons(log)[0][0] in {place + 1, place + 2}

    @pytest.mark.parametrize("spans", [((1, 10**15),), ((0, 1),), ((5, 4),)])
    def test_taking_back_what_is_not_there(self, spans: tuple[tuple[int, int], ...]) -> None:
        undone = ForgedLine(
            self.LOG[0].game,
            self.LOG[0].at,
            "x",
            Entry(Seat(0), 0, None, life.ChoicesUndone(seat=Seat(0), spans=spans)),
        )
        (version, reason), *_ = self._reasons([*self.LOG, undone])
        assert version == len(self.LOG) + 1
        assert "not before it" in reason

    def test_a_text_that_is_nested_too_deeply(self) -> None:
        record = Record(b'{"data":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
        assert reasons([record])[0][0] == 1

    def test_any_other_value_in_any_line_is_found(self) -> None:
        """But for the first line, whose terms are anyone's to choose."""
        records = played(GAME, 2, 6).records
        chance = random.Random(7)
        for _ in range(150):
            place = chance.randrange(1, len(records))
            envelope = msgspec.json.decode(records[place].text)
            field = chance.choice(["actor", "step", "type", "schema", "data", "command"])
            envelope[field] = other(chance, envelope[field])
            text = msgspec.json.encode(envelope)
            altered = Record(text, records[place].openings)
            found = reasons(forgery.rechained([*records[:place], altered, *records[place + 1 :]]))
            assert found, text
            assert found[0][0] <= place + 2, (text, found)


def other(chance: random.Random, value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Another value in its place, or within it."""
    if isinstance(value, dict) and value and "sealed" not in value:
        key = chance.choice(sorted(value))
        return value | {key: other(chance, value[key])}
    wild: list[object] = [None, -1, 0, 1, 77, 2**70, "", "system", [], {}, [0], True]
    return chance.choice([one for one in wild if one != value or type(one) is not type(value)])
