"""The judge on single points: the life of a table, undo, sealing, other rules, and logs that make no sense."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.envelope import Record
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat, Version
from domain.kernel.match import SYSTEM, Batch, Entry
from domain.kernel.proof import verify
from domain.kernel.visibility import Opening, commit
from domain.registry import Registry
from tests.kit import forgery
from tests.kit.forgery import Page
from tests.kit.gathering import ANNA, HOST, Gathering, eventful
from tests.kit.sitting import Sitting, played
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import RunErrand
from tests.kit.taberna.events import CoinsGained, DeckShuffled, TurnBegan
from tests.kit.taberna.game import Taberna

REGISTRY = Registry([GAME])


def reasons(records: Sequence[Record], registry: Registry = REGISTRY) -> list[tuple[int, str]]:
    return [(failure.version, failure.reason) for failure in verify(records, registry).failures]


def play_on(sitting: Sitting, seed: int = 3) -> None:
    for _ in sitting.steps(seed):
        pass


class TestLife:
    def test_everything_that_people_may_do_is_judged(self) -> None:
        report = verify(eventful().records, REGISTRY)
        assert report.failures == []
        assert report.judged
        assert [s.args for s in report.proven if s.key == "nonces"] == [{"seats": "seat 1, seat 2"}]

    def test_a_table_started_with_fewer_and_left_by_all_but_one(self) -> None:
        table = Gathering(4)
        table.do(ANNA, lobby.join, None)
        table.do(HOST, lobby.start)
        table.do(ANNA, lobby.resign)
        assert table.match.table.phase == "finished"
        report = verify(table.records, REGISTRY)
        assert report.holds
        assert report.judged
        assert "no_nonces" in {statement.key for statement in report.unproven}

    def test_tables_abandoned_in_the_lobby_and_by_vote(self) -> None:
        left = Gathering()
        left.do(HOST, lobby.leave, Seat(0))
        voted = Gathering(2)
        voted.do(ANNA, lobby.join, None)
        for user in (HOST, ANNA):
            voted.do(user, lobby.vote, "abandon", agree=True)
        for table in (left, voted):
            assert table.match.table.phase == "abandoned"
            report = verify(table.records, REGISTRY)
            assert report.judged
            assert report.holds

    @pytest.mark.parametrize(
        ("what", "args", "words"),
        [
            (life.TermsSet, {"options": {"rounds": 1}, "title": ""}, "it is not for this player to do"),
            (life.SeatTaken, {"seat": 1, "user": ANNA}, "This table is private"),
            (life.NonceGiven, {"seat": 0, "nonce": "x"}, "it is not for this player to do"),
            (life.SeatResigned, {"seat": 0, "bot": "random"}, "it is not for this player to do"),
        ],
    )
    def test_what_somebody_was_not_entitled_to(self, what: type, args: dict[str, object], words: str) -> None:
        table = Gathering(private=True)
        batch = Batch(table.match, ANNA)
        batch.emit(what(**args))
        table.keep(batch)
        _end(table)
        (version, reason), *_ = reasons(table.records)
        assert version == 3
        assert words in reason

    def test_options_that_the_game_does_not_have(self) -> None:
        table = Gathering()
        table.do(HOST, lobby.leave, Seat(0))
        log = forgery.pages(GAME, table.records)
        log[0] = log[0].saying(options={"rounds": 99})
        assert reasons(forgery.written(log, table.secret))[0][0] == 1


def errand() -> tuple[Sitting, Seat]:
    """A sitting in which a seat has just sold something at its stall, and can still take that back."""
    sitting = Sitting(GAME, 2, 4)
    for _ in sitting.steps(4):
        waiting = sitting.match.to_act()
        if not isinstance(waiting, Step) and RunErrand(what="sell") in sitting.match.legal(waiting[0]):
            sitting.play(waiting[0], RunErrand(what="sell"))
            return sitting, waiting[0]
    raise AssertionError("nobody ran an errand")


class TestUndo:
    def test_choices_that_were_taken_back_are_judged_too(self) -> None:
        sitting, seat = errand()
        sitting.undo(seat)
        play_on(sitting)
        report = verify(sitting.records, REGISTRY)
        assert report.failures == []
        assert report.judged

    @pytest.mark.parametrize(("reach", "words"), [(1, "in the middle of a batch"), (12, "can no longer be taken back")])
    def test_what_nobody_may_take_back(self, reach: int, words: str) -> None:
        sitting, seat = errand()
        last = len(sitting.records)
        batch = Batch(sitting.match, seat)
        batch.emit(life.ChoicesUndone(seat=seat, spans=((last - reach + 1, last),)))
        sitting.keep(batch)
        sitting.match = sitting.refold()
        _end(sitting)
        (version, reason), *_ = reasons(sitting.records)
        assert version == last + 1
        assert words in reason

    def test_the_choice_of_somebody_else(self) -> None:
        sitting, seat = errand()
        last = len(sitting.records)
        span = (last - 1, last)
        other = Seat(1 - seat)
        batch = Batch(sitting.match, other)
        batch.emit(life.ChoicesUndone(seat=other, spans=(span,)))
        sitting.keep(batch)
        _end(sitting)
        assert reasons(sitting.records)[0] == (
            last + 1,
            "the rules refuse it: There is no choice of yours at the end of the log to take back.",
        )


def _end(sitting: Sitting) -> None:
    """Reveal the secret, so that the log is judged; nobody voted for it, but that comes later in the log."""
    batch = Batch(sitting.match, SYSTEM)
    batch.emit(life.GameAbandoned(), life.SecretRevealed(secret=sitting.secret.hex()))
    sitting.keep(batch)


class TestSealing:
    """The event is the right one, but who could read it, and when, is not."""

    SITTING = played(GAME, 2, 6)

    def _place(self) -> int:
        log = forgery.pages(GAME, self.SITTING.records)
        return forgery.find(log, lambda event: isinstance(event, DeckShuffled))

    def _with(self, record: Record) -> list[tuple[int, str]]:
        records = self.SITTING.records
        place = self._place()
        return reasons(forgery.rechained([*records[:place], record, *records[place + 1 :]]))

    def test_a_deck_that_a_seat_could_read(self) -> None:
        place = self._place()
        record = self.SITTING.records[place]
        assert b'"for":[]' in record.text
        found = self._with(Record(record.text.replace(b'"for":[]', b'"for":[0]'), record.openings))
        assert found == [
            (place + 1, "the event is right, but its command, its place in the batch or its sealing is not")
        ]

    def test_a_salt_of_somebody_s_own(self) -> None:
        place = self._place()
        record = self.SITTING.records[place]
        opening = record.openings["data/cards"]
        salt = "5" * len(opening.salt)
        text = record.text.replace(commit(opening.salt, opening.value).encode(), commit(salt, opening.value).encode())
        found = self._with(Record(text, {"data/cards": Opening(salt, opening.value)}))
        assert found == [(place + 1, "the salt of data/cards does not follow from the secret")]

    def test_a_finished_game_that_keeps_something_closed(self) -> None:
        place = self._place()
        found = self._with(Record(self.SITTING.records[place].text))
        assert found == [(place + 1, "data/cards is not open, though the secret is revealed")]


class NewTaberna(Taberna):
    """The same game under its next rules version."""

    meta = msgspec.structs.replace(Taberna.meta, rules_version=2)


def adopted(game: AnyGame) -> life.RulesAdopted:
    return life.RulesAdopted(rules_version=game.meta.rules_version, data_hash=game.meta.data_hash)


class TestOtherRules:
    def test_a_game_of_an_older_version_is_not_judged_and_not_blamed(self) -> None:
        report = verify(played(GAME, 2, 6).records, Registry([NewTaberna()]))
        assert report.failures == []
        assert not report.judged
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        assert said.args == {"first": 1, "last": report.version, "theirs": 1, "ours": 2}
        assert not {"draws", "rules"} & {statement.key for statement in report.proven}
        assert "points" in {statement.key for statement in report.proven}

    def test_what_came_after_new_rules_were_adopted_is_judged(self) -> None:
        sitting = self._adopting()
        registry = Registry([NewTaberna()])
        report = verify(sitting.records, registry)
        assert report.failures == []
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        assert said.args["last"] == self._adopted(sitting) - 1
        log = forgery.pages(GAME, sitting.records)
        place = next(
            number
            for number, page in enumerate(log)
            if number > self._adopted(sitting) and isinstance(page.entry.event, TurnBegan)
        )
        log[place] = log[place].saying(errands=3)
        assert reasons(forgery.written(log, sitting.secret), registry)[0][0] == place + 1

    def _adopting(self) -> Sitting:
        sitting, _ = errand()
        sitting.game = NewTaberna()
        sitting.match = sitting.refold()
        play_on(sitting)
        return sitting

    def _adopted(self, sitting: Sitting) -> int:
        log = forgery.pages(GAME, sitting.records)
        return forgery.find(log, lambda event: isinstance(event, life.RulesAdopted)) + 1

    def test_a_table_that_was_opened_before_the_upgrade_begins_under_the_new_rules(self) -> None:
        table = Gathering(2)
        table.game = NewTaberna()
        table.match = table.refold()
        table.do(ANNA, lobby.join, None)
        play_on(table)
        report = verify(table.records, Registry([NewTaberna()]))
        assert report.failures == []
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        assert said.args["last"] == 2, "only what happened in the lobby before"

    def test_rules_that_were_adopted_without_need(self) -> None:
        sitting, seat = errand()
        log = forgery.pages(GAME, sitting.records)
        page = Page(log[-1].game, log[-1].at, "x", Entry(SYSTEM, 0, None, adopted(GAME)))
        sitting.play(seat, sitting.match.legal(seat)[0])
        log = [*log, page, *(p._replace(command_id="x") for p in forgery.pages(GAME, sitting.records)[len(log) :])]
        log.append(log[-1]._replace(entry=Entry(SYSTEM, 0, None, life.SecretRevealed(secret=sitting.secret.hex()))))
        (version, reason), *_ = reasons(forgery.written(log, sitting.secret))
        assert log[version - 1] == page
        assert "RulesAdopted" in reason

    def test_a_game_that_this_acta_does_not_have(self) -> None:
        report = verify(played(GAME, 2, 6).records, Registry([]))
        assert report.failures == []
        assert not report.judged
        assert "unknown_game" in {statement.key for statement in report.unproven}


class WornTaberna(Taberna):
    """The same game, able to read an older way in which errands were written."""

    upcasters = {("ErrandRun", 0): lambda data: {"seat": data["seat"], "what": data["errand"]}}


class TestOldSchema:
    """Events that were written by an older Acta, of the same rules."""

    def _old(self, altered: bytes = b"") -> list[tuple[int, str]]:
        records = played(GAME, 2, 6).records
        place = next(n for n, record in enumerate(records) if b'"type":"ErrandRun"' in record.text)
        text = records[place].text.replace(b'"ErrandRun","schema":1', b'"ErrandRun","schema":0')
        text = text.replace(b'"data":{"seat":0,"what":', b'"data":{"seat":0,"errand":')
        assert b'"errand":' in text
        text = text.replace(b'"step":0', altered) if altered else text
        old = forgery.rechained([*records[:place], Record(text), *records[place + 1 :]])
        return reasons(old, Registry([WornTaberna()]))

    def test_they_are_judged_by_what_they_say(self) -> None:
        assert self._old() == []

    def test_their_place_in_the_batch_counts(self) -> None:
        assert "its place in the batch" in self._old(b'"step":7')[0][1]


class TestNonsense:
    """A log may say anything; the worst that happens is a failure with its version."""

    LOG = forgery.pages(GAME, played(GAME, 2, 6).records)
    SECRET = hashlib.sha256(b"sitting 6").digest()

    def _reasons(self, log: Sequence[Page], registry: Registry = REGISTRY) -> list[tuple[int, str]]:
        return reasons(forgery.written(log, self.SECRET), registry)

    def test_an_empty_log(self) -> None:
        assert reasons([]) == [(0, "the log is empty")]

    def test_a_log_without_a_beginning(self) -> None:
        assert self._reasons(self.LOG[1:])[0] == (1, "a log begins with GameCreated, and has no other")

    def test_a_table_opened_twice(self) -> None:
        assert self._reasons([*self.LOG[:2], self.LOG[0]])[0][0] == 3

    @pytest.mark.parametrize("players", [-1, 0, 10**9])
    def test_a_table_with_any_number_of_chairs(self, players: int) -> None:
        assert self._reasons([self.LOG[0].saying(players=players)]) == [(1, f"no table has {players} chairs")]

    def test_a_seat_that_is_not_there(self) -> None:
        place = forgery.find(self.LOG, lambda event: isinstance(event, CoinsGained))
        log = forgery.replaced(self.LOG, place, self.LOG[place].saying(seat=Seat(77)))
        assert self._reasons(log)[0][0] == place + 1
        version, reason = self._reasons(log, Registry([NewTaberna()]))[0]
        assert version in {place, place + 1}
        assert "makes no sense" in reason

    def test_a_game_that_ended_without_its_secret(self) -> None:
        log = self.LOG[:-1]
        assert self._reasons(log) == [(len(log), "the game is over, and its secret is not revealed")]

    def test_a_secret_that_is_none(self) -> None:
        assert self._reasons([*self.LOG[:-1], self.LOG[-1].saying(secret="no digits")])[0][0] == len(self.LOG)

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
        undone = Page(
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
    wild = [None, -1, 0, 1, 77, 2**70, "", "system", [], {}, [0], True]
    return chance.choice([one for one in wild if one != value or type(one) is not type(value)])
