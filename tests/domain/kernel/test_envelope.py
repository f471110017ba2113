"""How an event is written down: sealed values, openings, redacted copies, the same bytes every time."""

import hashlib
import hmac

import msgspec
import pytest

from domain.kernel.envelope import GENESIS, Codec, Envelope, Record, Stamp, marks, opened, redact, write
from domain.kernel.errors import BadCommand, BadRecord
from domain.kernel.game import Command, Event
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.match import SYSTEM, Actor, Entry
from domain.kernel.visibility import nobody, owner, seal
from tests.domain.kernel.scenes import dealt, revealed
from tests.kit.logged_match import AT, played
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import EndTurn, LayCard
from tests.kit.taberna.events import CardLaid, CoinsGained, ErrandRun

SECRET = b"thirty-two bytes of a test secret"
STAMP = Stamp(GameId("g"), AT, "c1", SECRET)


class Whisper(Command, frozen=True):
    SECRET = True

    word: str


class WordWhispered(Event, frozen=True):
    SEALED = {"word": owner, "echo": nobody}

    seat: Seat
    word: str
    echo: str
    loudness: int


WHISPERED = WordWhispered(seat=Seat(1), word="sesame", echo="amases", loudness=3)


def line(event: Event, actor: Actor = SYSTEM, command: Command | None = None, stamp: Stamp = STAMP) -> Record:
    (record,), _ = write(stamp, Version(0), GENESIS, [Entry(actor, 0, command, event)])
    return record


def _actor(envelope: Envelope) -> Actor:
    actor = envelope.actor
    return Seat(actor) if isinstance(actor, int) else UserId(actor)


class TestSealedFields:
    def test_a_sealed_value_never_stands_in_the_text(self) -> None:
        record = line(WHISPERED, Seat(1), Whisper(word="sesame"))
        assert b"sesame" not in record.text
        assert b"amases" not in record.text
        assert b'"loudness":3' in record.text

    def test_a_mark_names_the_seats_that_may_read_it(self) -> None:
        found = marks(line(WHISPERED, Seat(1), Whisper(word="sesame")).envelope())
        assert {place: mark.seats for place, mark in found.items()} == {
            "data/word": (Seat(1),),
            "data/echo": (),
            "command": (Seat(1),),
        }

    def test_a_line_knows_the_marks_that_stand_in_its_text_whoever_wrote_it(self) -> None:
        written = line(WHISPERED, Seat(1), Whisper(word="sesame"))
        copies = [written, redact(written, Seat(0)), Record(written.text, written.openings), Record(written.text)]
        assert [copy.marks() for copy in copies] == [marks(Record(written.text).envelope())] * 4
        assert len(written.marks()) == 3

    def test_an_opening_is_the_value_and_a_salt_that_hash_to_the_mark(self) -> None:
        record = line(WHISPERED)
        opening = record.openings["data/word"]
        assert bytes(opening.value) == b'"sesame"'
        hashed = hashlib.sha256(opening.salt.encode() + b'"sesame"').hexdigest()
        assert marks(record.envelope())["data/word"].sealed == hashed

    def test_salts_follow_from_the_secret_and_differ_by_game_version_and_field(self) -> None:
        message = b"acta/salt\x00g/1/data/word"
        salt = line(WHISPERED).openings["data/word"].salt
        assert salt == hmac.new(SECRET, message, hashlib.sha256).hexdigest()[:32]
        two, _ = write(STAMP, Version(0), GENESIS, [Entry(SYSTEM, 0, None, WHISPERED)] * 2)
        records = [*two, line(WHISPERED, stamp=msgspec.structs.replace(STAMP, game=GameId("h")))]
        salts = [opening.salt for record in records for opening in record.openings.values()]
        assert len(set(salts)) == len(salts) == 6

    @pytest.mark.parametrize("length", [1, 32, 63, 64, 65, 200])
    def test_a_salt_is_an_hmac_whatever_the_secret(self, length: int) -> None:
        secret = bytes(range(length))
        _, opening = seal(secret, "g/1/command", msgspec.Raw(b"null"), ())
        assert opening.salt == hmac.digest(secret, b"acta/salt\x00g/1/command", "sha256").hex()[:32]

    def test_openings_put_the_values_back(self) -> None:
        record = line(WHISPERED, Seat(1), Whisper(word="sesame"))
        data, command = opened(record)
        assert msgspec.json.decode(data, type=WordWhispered) == WHISPERED
        assert msgspec.json.decode(command, type=Whisper) == Whisper(word="sesame")


class TestRedaction:
    @pytest.mark.parametrize(
        ("reader", "places"),
        [(None, set()), (Seat(0), set()), (Seat(1), {"data/word", "command"}), (Seat(2), set())],
    )
    def test_a_reader_gets_the_same_text_with_his_own_openings(self, reader: Seat | None, places: set[str]) -> None:
        record = line(WHISPERED, Seat(1), Whisper(word="sesame"))
        copy = redact(record, reader)
        assert copy.text == record.text
        assert copy.openings == {place: record.openings[place] for place in places}

    def test_what_is_public_goes_to_everyone_as_it_is(self) -> None:
        record = line(CoinsGained(seat=Seat(0), coins=2))
        assert record.openings == {}
        assert redact(record, None) is record

    def test_what_a_reader_may_not_open_cannot_be_read_as_an_event(self) -> None:
        record = line(CardLaid(seat=Seat(0), card=7))
        codec = Codec(GAME)
        assert codec.event(redact(record, Seat(0))) == CardLaid(seat=Seat(0), card=7)
        with pytest.raises(BadRecord) as refusal:
            codec.event(redact(record, Seat(1)))
        assert refusal.value.version == 1


class TestCommands:
    def test_a_command_is_sealed_exactly_if_it_is_secret(self) -> None:
        logged = played(GAME, 3, 5)
        codec = Codec(GAME)
        kinds = set()
        for record in logged.records:
            envelope = record.envelope()
            if bytes(envelope.command) == b"null":
                continue
            command = codec.command(opened(record)[1])
            mark = marks(envelope).get("command")
            assert (mark is not None) == command.SECRET
            assert mark is None or mark.seats == (envelope.actor,)
            kinds.add(type(command))
        assert LayCard in kinds
        assert len(kinds) > 1

    def test_only_the_first_event_of_a_command_names_it(self) -> None:
        logged, seat, _ = revealed()
        batch = logged.play(seat, logged.match.legal(seat)[1])
        texts = [bytes(record.envelope().command) for record in batch]
        assert texts == [b'{"type":"RunErrand","what":"gift"}', b"null", b"null"]

    @pytest.mark.parametrize("actor", [SYSTEM, UserId("user-0")])
    def test_a_secret_command_without_a_seat_is_for_nobody(self, actor: Actor) -> None:
        found = marks(line(WHISPERED, actor, Whisper(word="sesame")).envelope())
        assert found["command"].seats == ()

    @pytest.mark.parametrize(
        "text",
        [b"{}", b"[]", b"null", b'{"type":"Cheat"}', b'{"type":"EndTurn","x":1}', b'{"type":"LayCard","card":"1"}'],
    )
    def test_what_is_no_command_of_the_game_is_refused(self, text: bytes) -> None:
        with pytest.raises(msgspec.ValidationError):
            Codec(GAME).command(text)

    def test_the_first_of_a_batch_that_is_no_command_is_named_by_its_place(self) -> None:
        codec = Codec(GAME)
        good = {"type": "LayCard", "card": 3}
        assert codec.convert([good, {"type": "EndTurn"}]) == [LayCard(card=3), EndTurn()]
        with pytest.raises(BadCommand) as refusal:
            codec.convert([good, {"type": "LayCard"}, {"type": "Cheat"}])
        assert refusal.value.index == 1


class TestBytes:
    def test_the_text_is_pinned(self) -> None:
        record = line(WHISPERED)
        seals = {place: mark.sealed for place, mark in marks(record.envelope()).items()}
        assert record.text.decode() == (
            '{"game":"g","version":1,"at":"2026-01-01T00:00:00Z","actor":"system","command_id":"c1","command":null,'
            '"step":0,"type":"WordWhispered","schema":1,"data":{'
            f'"echo":{{"sealed":"{seals["data/echo"]}","for":[]}},"loudness":3,"seat":1,'
            f'"word":{{"sealed":"{seals["data/word"]}","for":[1]}}}},'
            f'"prev":"{GENESIS}"}}'
        )
        assert record.hash() == hashlib.sha256(record.text).hexdigest()
        assert record.hash() == "dfbf7e3b122bc775a4b61935e7f3f7e8bb6aa64eab664c67167b0eccec8810bc"

    def test_the_same_game_has_the_same_bytes(self) -> None:
        once, again = played(GAME, 3, 5), played(GAME, 3, 5)
        assert once.records == again.records
        assert once.head == once.records[-1].hash()

    def test_each_line_names_the_hash_of_the_line_before_it(self) -> None:
        records = dealt().records
        assert [r.envelope().prev for r in records] == [GENESIS, *(r.hash() for r in records[:-1])]
        assert [r.envelope().version for r in records] == list(range(1, len(records) + 1))


class TestReading:
    def test_what_was_read_is_written_again_to_the_same_bytes(self) -> None:
        logged = played(GAME, 3, 5)
        codec = Codec(GAME)
        for record in logged.records:
            envelope = record.envelope()
            text = opened(record)[1]
            command = None if bytes(text) == b"null" else codec.command(text)
            entry = Entry(_actor(envelope), envelope.step, command, codec.event(record))
            stamp = Stamp(envelope.game, envelope.at, envelope.command_id, logged.secret)
            assert write(stamp, Version(envelope.version - 1), envelope.prev, [entry])[0] == [record]

    def test_an_event_of_another_game_is_refused(self) -> None:
        with pytest.raises(BadRecord, match="WordWhispered is no event that this Acta knows"):
            Codec(GAME).event(line(WHISPERED))

    @pytest.mark.parametrize("what", [b"1", b"null", b"[]", b'"\xff"'])
    def test_data_that_does_not_fit_its_type_is_refused(self, what: bytes) -> None:
        record = line(ErrandRun(seat=Seat(0), what="sell"))
        with pytest.raises(BadRecord) as refusal:
            Codec(GAME).event(Record(record.text.replace(b'"sell"', what)))
        assert refusal.value.version == 1
