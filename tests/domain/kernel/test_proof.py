"""What a record proves, for every game that has recordings: each forgery is found, with its version and a reason."""

import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import lifecycle as life
from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import Codec, Record, redact
from domain.kernel.errors import BadRecord
from domain.kernel.export import from_line, to_line
from domain.kernel.game import AnyGame, Command, Event, PointsScored, Step
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.proof import Failure, Report, Statement, verify
from domain.kernel.replay import fold
from domain.kernel.rng import commitment
from domain.kernel.rounds import round_heads
from domain.kernel.words import Catalogue
from domain.registry import GAMES, Registry
from tests.kit import forgery, recordings
from tests.kit.forgery import ForgedLine
from tests.kit.logged_match import played
from tests.kit.recordings import Recording
from tests.kit.taberna import GAME as TABERNA

REGISTRY = Registry([*GAMES, TABERNA])
WORDS = Catalogue.load("domain.kernel")
OTHER_SECRET = bytes(range(32))
LATER = "2030-01-01T00:00:00Z"


def one_of(game: AnyGame) -> Recording:
    """A log has to be checked a thousand times here: the shortest recording with points in it, or a random game."""
    if not recordings.names(game):
        logged = played(game, game.meta.players[0], 3)
        return Recording("random", game, logged.secret, logged.records, read(logged.codec, logged.records))
    found = [recordings.load(game, name) for name in recordings.names(game)]
    scored = [one for one in found if any(isinstance(entry.event, PointsScored) for entry in one.log)]
    return min(scored, key=lambda one: len(one.log))


RECORDINGS = [one_of(game) for game in REGISTRY]
every_game = pytest.mark.parametrize("recording", RECORDINGS, ids=lambda found: found.game.meta.slug)


def forged(
    recording: Recording, change: Callable[[list[ForgedLine]], list[ForgedLine]], secret: bytes | None = None
) -> Report:
    """What is found in a log that was changed and whose chain was then recomputed."""
    pages = change(forgery.lines_of(recording.game, recording.records))
    return verify(forgery.written(pages, secret or recording.secret), REGISTRY)


def first(report: Report) -> Failure:
    """The first failure: its reason is told, and nothing about rules, draws or points is called proven beside it."""
    assert report.failures
    assert all(failure.reason for failure in report.failures)
    assert not {"draws", "rules"} & keys(report.proven)
    return report.failures[0]


def with_line(recording: Recording, place: int, line: bytes) -> Report:
    """What is found in an exported file with another line in one place."""
    try:
        record = from_line(line, place + 1)
    except BadRecord as error:
        return Report(failures=[Failure(error.version, error.reason)])
    return verify([*recording.records[:place], record, *recording.records[place + 1 :]], REGISTRY)


def place_of(recording: Recording, wanted: Callable[[Event], bool]) -> int:
    return next(place for place, entry in enumerate(recording.log) if wanted(entry.event))


def keys(statements: Sequence[Statement]) -> set[str]:
    """What is stated, each in words that exist."""
    assert all(WORDS.say(f"proof.{statement.key}", statement.args) for statement in statements)
    return {statement.key for statement in statements}


class TestHonest:
    @every_game
    def test_a_whole_game_proves_everything_that_a_record_can(self, recording: Recording) -> None:
        report = verify(recording.records, REGISTRY, recording.records[-1].hash())
        assert report.failures == []
        assert report.over
        assert report.judged
        assert report.head == recording.records[-1].hash()
        proven = keys(report.proven)
        assert proven == {"chain", "openings", "times", "head", "nonces", "secret", "draws", "rules", "points"}
        assert keys(report.unproven) == {"look", "people"}

    @every_game
    @pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
    def test_a_running_game_proves_what_is_open(self, recording: Recording, share: float) -> None:
        records = recording.records[: int(share * len(recording.records))]
        for seat in (None, Seat(0), Seat(1)):
            copy = [redact(record, seat) for record in records]
            report = verify(copy, REGISTRY, copy[-1].hash())
            assert report.failures == []
            assert not report.over
            assert keys(report.proven) <= {"chain", "openings", "times", "head", "nonces"}
            assert keys(report.unproven) >= {"running", "look"}

    @every_game
    def test_a_redacted_copy_holds_nothing_that_is_sealed(self, recording: Recording) -> None:
        records = recording.records[: len(recording.records) // 2]
        sealed = 0
        for seat in (None, Seat(0), Seat(1)):
            copy = [redact(record, seat) for record in records]
            whole = b"".join(map(to_line, copy))
            for record, line in zip(records, copy, strict=True):
                for place in record.openings.keys() - line.openings.keys():
                    opening = record.openings[place]
                    assert opening.salt.encode() not in whole
                    assert bytes(opening.value) not in to_line(line) or len(bytes(opening.value)) < 8
                    sealed += 1
        assert sealed

    @every_game
    def test_what_came_from_another_process_is_written_in_the_same_bytes(self, recording: Recording) -> None:
        pages = forgery.lines_of(recording.game, recording.records)
        sent = [pickle.loads(pickle.dumps(page)) for page in pages]
        assert forgery.written(sent, recording.secret) == recording.records

    @every_game
    def test_the_head_of_any_round_is_a_witness(self, recording: Recording) -> None:
        heads = round_heads(Codec(recording.game), recording.records, recording.match().table.first_seat)
        assert heads[-1].version == place_of(recording, lambda event: isinstance(event, life.GameFinished)) + 1
        for head in heads:
            report = verify(recording.records, REGISTRY, head.hash)
            assert report.holds
            assert [s.args for s in report.proven if s.key == "head"] == [{"version": head.version}]
            assert [s.args for s in report.unproven if s.key == "after_head"] == [{"version": head.version}]


class TestTouched:
    """Somebody changes the file and leaves the chain as it is."""

    @every_game
    def test_one_byte_of_any_line(self, recording: Recording) -> None:
        chance = random.Random(1)
        for place, record in enumerate(recording.records):
            line = bytearray(to_line(record).rstrip(b"\n"))
            line[chance.randrange(len(line))] ^= chance.choice([0x01, 0x02, 0x20, 0x80])
            named = {place + 1} if record is not recording.records[-1] else {place, place + 1}
            assert first(with_line(recording, place, bytes(line))).version in named, bytes(line)

    @every_game
    def test_bytes_all_over_the_last_line(self, recording: Recording) -> None:
        """Nothing follows it that could tell: only what it says can."""
        line = to_line(recording.records[-1]).rstrip(b"\n")
        for index in range(0, len(line), 7):
            altered = line[:index] + bytes([line[index] ^ 0x01]) + line[index + 1 :]
            assert first(with_line(recording, len(recording.records) - 1, altered)).version, altered

    @every_game
    def test_an_event_removed_swapped_or_doubled(self, recording: Recording) -> None:
        log = recording.records
        for place in range(1, len(log) - 1, max(1, len(log) // 20)):
            for altered in (
                [*log[:place], *log[place + 1 :]],
                [*log[:place], log[place + 1], log[place], *log[place + 2 :]],
                [*log[:place], log[place - 1], *log[place:]],
            ):
                assert first(verify(altered, REGISTRY)).version == place + 1


class TestForged:
    """Somebody recomputes the whole chain, knowing the secret."""

    @every_game
    def test_an_event_removed(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, PointsScored))
        failure = first(forged(recording, lambda log: [*log[:place], *log[place + 1 :]]))
        assert failure.version in {place, place + 1}

    @every_game
    def test_an_event_added(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, PointsScored))
        failure = first(forged(recording, lambda log: [*log[: place + 1], log[place], *log[place + 1 :]]))
        assert failure.version == place + 2

    @every_game
    def test_two_events_of_a_batch_swapped(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.LotsDrawn))
        failure = first(forged(recording, lambda log: [*log[:place], log[place + 1], log[place], *log[place + 2 :]]))
        assert failure.version == place + 1

    @every_game
    def test_a_deck_reshuffled(self, recording: Recording) -> None:
        place, field, cards = deck(recording.log)
        other = (*cards[1:], cards[0])
        report = forged(recording, lambda log: forgery.replaced(log, place, log[place].with_fields(**{field: other})))
        assert first(report).version == place + 1
        assert "secret and nonces give" in first(report).reason

    @every_game
    def test_a_score_altered(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, PointsScored))

        def more(log: list[ForgedLine]) -> list[ForgedLine]:
            event: Any = log[place].entry.event
            term = event.detail[0]
            detail = (type(term)(points=term.points + 1, label=term.label, args=term.args), *event.detail[1:])
            return forgery.replaced(log, place, log[place].with_fields(points=event.points + 1, detail=detail))

        report = forged(recording, more)
        assert first(report).version == place + 1
        assert "PointsScored" in first(report).reason
        assert any("points add up to" in failure.reason for failure in report.failures)

    @every_game
    def test_points_without_their_arithmetic(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, PointsScored))
        report = forged(recording, lambda log: forgery.replaced(log, place, log[place].with_fields(points=99)))
        assert Failure(place + 1, "its arithmetic does not add up to its points", "points") in report.failures

    @every_game
    def test_the_result_altered(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.GameFinished))

        def other_winner(log: list[ForgedLine]) -> list[ForgedLine]:
            event: Any = log[place].entry.event
            winners = tuple(rank.seat for rank in event.result.ranking if rank.seat not in event.result.winners)
            result = type(event.result)(ranking=event.result.ranking, winners=winners, tie_break=None)
            return forgery.replaced(log, place, log[place].with_fields(result=result))

        assert first(forged(recording, other_winner)).version == place + 1

    @every_game
    def test_another_secret_than_the_promised_one(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.SecretRevealed))

        def reveal(log: list[ForgedLine]) -> list[ForgedLine]:
            return forgery.replaced(log, place, log[place].with_fields(secret=OTHER_SECRET.hex()))

        failure = first(forged(recording, reveal, OTHER_SECRET))
        assert failure == Failure(
            place + 1, "the revealed secret is not the one that was promised in version 1", "sealing"
        )

    @every_game
    def test_another_secret_that_was_promised_too(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.SecretRevealed))

        def promise(log: list[ForgedLine]) -> list[ForgedLine]:
            log[0] = log[0].with_fields(commitment=commitment(OTHER_SECRET))
            return forgery.replaced(log, place, log[place].with_fields(secret=OTHER_SECRET.hex()))

        assert "secret and nonces give" in first(forged(recording, promise, OTHER_SECRET)).reason

    @every_game
    def test_another_nonce(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.NonceGiven))
        report = forged(recording, lambda log: forgery.replaced(log, place, log[place].with_fields(nonce="mine")))
        assert "secret and nonces give" in first(report).reason

    @every_game
    def test_an_illegal_command(self, recording: Recording) -> None:
        place, command = illegal(recording)

        def choose(log: list[ForgedLine]) -> list[ForgedLine]:
            return forgery.replaced(log, place, log[place]._replace(entry=replace(log[place].entry, command=command)))

        failure = first(forged(recording, choose))
        assert failure.version == place + 1
        assert failure.reason.startswith("the rules refuse it: ")

    @every_game
    def test_a_step_of_the_system_put_down_to_a_seat(self, recording: Recording) -> None:
        place = place_of(recording, lambda event: isinstance(event, life.GameFinished))

        def blame(log: list[ForgedLine]) -> list[ForgedLine]:
            return forgery.replaced(log, place, log[place]._replace(entry=replace(log[place].entry, actor=Seat(0))))

        assert first(forged(recording, blame)) == Failure(
            place + 1, "it is put down to 0, and was the doing of 'system'", "play"
        )


def _independent(first: ForgedLine, second: ForgedLine, third: ForgedLine) -> bool:
    """Two secret choices of two seats, each a batch of its own, before anything comes of them."""
    commands = [page.entry.command for page in (first, second)]
    batches = {page.command_id for page in (first, second, third)}
    secret = all(command is not None and command.SECRET for command in commands)
    return secret and first.entry.actor != second.entry.actor and len(batches) == len((first, second, third))


class TestTime:
    """One request moved in time, and everything chained anew."""

    @every_game
    @pytest.mark.parametrize("at", ["2019-01-01T00:00:00.000Z", "yesterday"])
    def test_it_never_runs_backwards(self, recording: Recording, at: str) -> None:
        middle = recording.records[len(recording.records) // 2].envelope()
        report = forged(
            recording,
            lambda pages: [page._replace(at=at) if page.command_id == middle.command_id else page for page in pages],
        )
        moved = next(one for one in recording.records if one.envelope().command_id == middle.command_id)
        assert [(one.version, one.check) for one in report.failures] == [(moved.envelope().version, "time")]
        assert "times" not in {one.key for one in report.proven}

    @every_game
    def test_a_running_game_shows_it_too(self, recording: Recording) -> None:
        pages = forgery.lines_of(recording.game, recording.records)[:30]
        pages[-1] = pages[-1]._replace(at="2019-01-01T00:00:00Z")
        report = verify(forgery.written(pages, recording.secret), REGISTRY)
        assert [(one.version, one.check) for one in report.failures] == [(30, "time")]


class TestOnlyAHeadShows:
    """A log that is sound in itself, but is not the one that was played; and the words say so."""

    @every_game
    def test_other_times(self, recording: Recording) -> None:
        log = [page._replace(at=LATER) for page in forgery.lines_of(recording.game, recording.records)]
        self._only_a_head_shows(recording, forgery.written(log, recording.secret))

    @every_game
    def test_other_accounts_and_another_title(self, recording: Recording) -> None:
        copy = anonymised(recording.game, recording.secret, recording.records)
        assert copy != recording.records
        self._only_a_head_shows(recording, copy)

    @every_game
    def test_a_cut_tail(self, recording: Recording) -> None:
        self._only_a_head_shows(recording, recording.records[: len(recording.records) // 2])

    @every_game
    def test_secret_choices_made_in_another_order(self, recording: Recording) -> None:
        """Each is a slot of its own seat, so either order is a game that the rules allow."""
        log = forgery.lines_of(recording.game, recording.records)
        places = [place for place in range(len(log) - 2) if _independent(*log[place : place + 3])]
        assert bool(places) is (recording.game.meta.slug in {"taberna", "forum-trajanum"}), (
            "where its players may choose side by side"
        )
        for place in places[:1]:
            log[place : place + 2] = [log[place + 1], log[place]]
            self._only_a_head_shows(recording, forgery.written(log, recording.secret))

    @every_game
    def test_a_whole_game_under_another_secret(self, recording: Recording) -> None:
        table = recording.match().table
        other = played(recording.game, len(table.chairs), 99, table.options)
        assert other.records[0].envelope().game == recording.records[0].envelope().game
        self._only_a_head_shows(recording, other.records)

    def _only_a_head_shows(self, recording: Recording, records: Sequence[Record]) -> None:
        without = verify(records, REGISTRY)
        assert without.failures == []
        assert "no_head" in keys(without.unproven)
        head = recording.records[-1].hash()
        (failure,) = verify(records, REGISTRY, head).failures
        assert failure.version == len(records)
        assert head in failure.reason


def deck(log: Sequence[Any]) -> tuple[int, str, tuple[Any, ...]]:
    """The first event after a draw that holds several different things in an order: its place, its field and them."""
    drawn = False
    for place, entry in enumerate(log):
        drawn = drawn or (isinstance(entry.event, life.LotsDrawn) and entry.event.purpose != "first seat")
        for field in entry.event.__struct_fields__ if drawn else ():
            value = getattr(entry.event, field)
            if isinstance(value, tuple) and len(value) > 3 and len(set(map(str, value))) > 1 and value[0] != value[1]:
                return place, field, value
    raise AssertionError("nothing is shuffled")


def illegal(recording: Recording) -> tuple[int, Command]:
    """A choice in the middle of the game, and a command of the same game that its seat did not have then."""
    log = forgery.lines_of(recording.game, recording.records)
    given = [(place, page.entry) for place, page in enumerate(log) if page.entry.command is not None]
    for place, entry in given[len(given) // 2 :]:
        match = fold(recording.game, recording.secret, recording.log[:place])
        begins = log[place - 1].command_id != log[place].command_id
        if begins and not isinstance(match.to_act(), Step) and isinstance(entry.actor, int):
            legal = match.legal(Seat(entry.actor))
            for _, other in given:
                if other.command is not None and other.command not in legal:
                    return place, other.command
    raise AssertionError("every command was legal all the time")
