"""A log as the archive stores it: small, the same bytes when it is read, and never something else."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.envelope import GENESIS, Record, redact
from domain.kernel.errors import BadRecord, NewerRecord
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId
from domain.kernel.visibility import Opening
from domain.registry import GAMES
from services.store import archived_form, pages
from services.store.short_lines import NotPackable
from tests.kit import forgery, recordings
from tests.kit.appended_match import played_with_undos

MOST = 0.6
"""Of what the log takes in Redis once it is packed."""


def packed_size(game: GameId, records: list[Record]) -> int:
    """What a log takes in pages."""
    size, head = 0, GENESIS
    for first in range(0, len(records), pages.LINES):
        part = records[first : first + pages.LINES]
        size += len(pages.pack(game, part, head))
        head = part[-1].hash()
    return size


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_games_take_little_and_come_back_to_the_byte(game: AnyGame) -> None:
    """With ids of commands as the server makes them, which nothing can compress."""
    recording = recordings.load(game, recordings.names(game)[0])
    lines = forgery.lines_of(game, recording.records)
    ids = {line.command_id: sha256(line.command_id.encode()).hexdigest()[:20] for line in lines}
    records = forgery.written([line._replace(command_id=ids[line.command_id]) for line in lines], recording.secret)
    game_id = GameId(records[0].envelope().game)
    file = archived_form.pack(game_id, records)
    assert archived_form.unpack(game_id, file) == records
    assert archived_form.game_of(file) == game_id
    assert len(file) <= MOST * packed_size(game_id, records)


PLAYED = played_with_undos(1)
RECORDS = [record for batch in PLAYED.appends for record in batch.records]


def test_what_is_not_open_or_by_another_salt_comes_back_too() -> None:
    closed = [redact(record, None) for record in RECORDS]
    salted = [
        Record(one.text, {place: Opening("0" * 32, it.value) for place, it in one.openings.items()}) for one in RECORDS
    ]
    assert salted != RECORDS != closed
    for records in (RECORDS, closed, salted, RECORDS[:-1], RECORDS[:1]):
        assert archived_form.unpack(PLAYED.game_id, archived_form.pack(PLAYED.game_id, records)) == records


def test_a_log_that_would_not_come_back_is_not_packed() -> None:
    with pytest.raises(NotPackable):
        archived_form.pack(PLAYED.game_id, RECORDS[1:])
    with pytest.raises(NotPackable):
        archived_form.pack(GameId("another"), RECORDS)


@given(st.data())
def test_a_damaged_file_is_said(data: st.DataObject) -> None:
    file = archived_form.pack(PLAYED.game_id, RECORDS)
    place = data.draw(st.integers(0, len(file) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != file[place]))
    with pytest.raises(BadRecord):
        archived_form.unpack(PLAYED.game_id, file[:place] + bytes([byte]) + file[place + 1 :])
    with pytest.raises(BadRecord):
        archived_form.unpack(PLAYED.game_id, file[:place])


def test_a_file_of_another_game_or_of_a_later_release_is_said() -> None:
    file = archived_form.pack(PLAYED.game_id, RECORDS)
    with pytest.raises(BadRecord, match="another game"):
        archived_form.unpack(GameId("another"), file)
    with pytest.raises(NewerRecord):
        archived_form.unpack(PLAYED.game_id, file.replace(b"ARCHIVE 1", b"ARCHIVE 2", 1))
