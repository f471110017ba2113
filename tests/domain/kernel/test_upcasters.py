"""Old events are read by newer code: three releases of one event are deployed in turn over the same stored bytes."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from domain.kernel import chain
from domain.kernel.envelope import GENESIS, Codec, Record
from domain.kernel.errors import BadRecord
from domain.kernel.game import Event
from domain.kernel.ids import Seat
from domain.kernel.visibility import Opening, commit, owner
from tests.kit.taberna.game import Taberna

Upcasters = Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]]


class Release1:
    class CoinsGained(Event, frozen=True):
        seat: Seat
        amount: int


class Release2:
    class CoinsGained(Event, frozen=True):
        """`amount` became `coins`."""

        SCHEMA = 2

        seat: Seat
        coins: int


class Release3:
    class CoinsGained(Event, frozen=True):
        """Where they came from is known, and only the seat itself sees how many."""

        SCHEMA = 3
        SEALED = {"coins": owner}

        seat: Seat
        coins: int
        source: str


def renamed(data: dict[str, Any]) -> dict[str, Any]:
    return {"seat": data["seat"], "coins": data["amount"]}


def sourced(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "source": "unknown"}


TO_2: Upcasters = {("CoinsGained", 1): renamed}
TO_3: Upcasters = {**TO_2, ("CoinsGained", 2): sourced}


def deployed(kind: type[Event], known: Upcasters) -> Codec:
    class Deployed(Taberna):
        events = (kind,)
        upcasters = known

    return Codec(Deployed())


def stored(schema: int, data: str, prev: str = GENESIS, version: int = 1) -> Record:
    """A line as an older release wrote it, byte for byte."""
    return Record(
        f'{{"game":"g","version":{version},"at":"2026-01-01T00:00:00Z","actor":0,"command_id":"c{version}",'
        f'"command":null,"step":0,"type":"CoinsGained","schema":{schema},"data":{data},"prev":"{prev}"}}'.encode()
    )


SALT = "00112233445566778899aabbccddeeff"
SEALED_2 = f'{{"sealed":"{commit(SALT, b"2")}","for":[0]}}'
OPEN_2 = Opening(SALT, msgspec.Raw(b"2"))
BY_1 = stored(1, '{"seat":0,"amount":2}')
BY_2 = stored(2, '{"seat":0,"coins":2}', BY_1.hash(), 2)
BY_3 = Record(
    stored(3, f'{{"coins":{SEALED_2},"seat":0,"source":"unknown"}}', BY_2.hash(), 3).text, {"data/coins": OPEN_2}
)


def test_each_release_reads_what_every_release_before_it_wrote() -> None:
    first = deployed(Release1.CoinsGained, {})
    assert first.event(BY_1) == Release1.CoinsGained(seat=Seat(0), amount=2)

    second = deployed(Release2.CoinsGained, TO_2)
    assert [second.event(line) for line in (BY_1, BY_2)] == [Release2.CoinsGained(seat=Seat(0), coins=2)] * 2

    third = deployed(Release3.CoinsGained, TO_3)
    expected = Release3.CoinsGained(seat=Seat(0), coins=2, source="unknown")
    assert [third.event(line) for line in (BY_1, BY_2, BY_3)] == [expected] * 3


def test_the_chain_holds_over_the_bytes_of_every_release() -> None:
    assert chain.verify([BY_1, BY_2, BY_3]) == BY_3.hash()


def test_an_upcaster_sees_sealed_values_opened() -> None:
    line = Record(stored(1, f'{{"amount":{SEALED_2},"seat":0}}').text, {"data/amount": OPEN_2})
    assert deployed(Release2.CoinsGained, TO_2).event(line) == Release2.CoinsGained(seat=Seat(0), coins=2)


def test_a_missing_upcaster_is_named_with_version_and_schemas() -> None:
    with pytest.raises(BadRecord, match="no way from CoinsGained 1 to 3") as refusal:
        deployed(Release3.CoinsGained, {("CoinsGained", 2): sourced}).event(BY_1)
    assert refusal.value.version == 1
    with pytest.raises(BadRecord, match="no way from CoinsGained 2 to 3") as refusal:
        deployed(Release3.CoinsGained, TO_2).event(BY_2)
    assert refusal.value.version == 2


def test_an_event_of_a_newer_release_is_refused() -> None:
    with pytest.raises(BadRecord, match="CoinsGained 3 was written by a newer Acta") as refusal:
        deployed(Release2.CoinsGained, TO_2).event(BY_3)
    assert refusal.value.version == 3


def test_an_upcaster_that_gives_the_wrong_data_is_named_as_a_bad_record() -> None:
    with pytest.raises(BadRecord, match="missing required field `source`"):
        deployed(Release3.CoinsGained, {**TO_2, ("CoinsGained", 2): dict}).event(BY_2)
