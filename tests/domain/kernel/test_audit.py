"""The judge on single points: the life of a table, undo, sealing, other rules and older schemas."""

from typing import Literal

import msgspec
import pytest

from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.envelope import Record, Stamp, write
from domain.kernel.game import AnyGame, Step
from domain.kernel.ids import Seat, UserId, Version
from domain.kernel.match import SYSTEM, Batch, Entry
from domain.kernel.visibility import Opening, commit
from domain.kernel.words import SHARED
from domain.registry import Registry
from tests.kit import forgery
from tests.kit.forgery import ForgedLine, checked, reasons
from tests.kit.lifecycle_match import ANNA, HOST, LifecycleMatch, whole_lifecycle
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME
from tests.kit.taberna.commands import RunErrand
from tests.kit.taberna.events import DeckShuffled, TurnBegan
from tests.kit.taberna.game import Taberna


def play_on(logged: LoggedMatch, seed: int = 3) -> None:
    for _ in logged.steps(seed):
        pass


class TestLife:
    def test_everything_that_people_may_do_is_judged(self) -> None:
        report = checked(whole_lifecycle().records)
        assert report.failures == []
        assert report.judged

    def test_each_player_can_compare_what_was_shown_and_what_was_sent(self) -> None:
        table = LifecycleMatch(2)
        table.do(ANNA, lobby.join, "seven\x1b[2J ravens")
        (told,) = [s.args for s in checked(table.records).proven if s.key == "nonces"]
        said = SHARED.say("proof.nonces", told)
        assert r"seat 1 (“seven\x1b[2J ravens”)" in said
        assert table.match.table.commitment in said

    def test_a_table_started_with_fewer_and_left_by_all_but_one(self) -> None:
        table = LifecycleMatch(4)
        table.do(ANNA, lobby.join, None)
        table.do(HOST, lobby.start)
        table.do(ANNA, lobby.resign)
        assert table.match.table.phase == "finished"
        report = checked(table.records)
        assert report.holds
        assert report.judged
        assert "no_nonces" in {statement.key for statement in report.unproven}

    def test_tables_abandoned_in_the_lobby_and_by_vote(self) -> None:
        left = LifecycleMatch()
        left.do(HOST, lobby.leave, Seat(0))
        voted = LifecycleMatch(2)
        voted.do(ANNA, lobby.join, None)
        for user in (HOST, ANNA):
            voted.do(user, lobby.vote, "abandon", agree=True)
        for table in (left, voted):
            assert table.match.table.phase == "abandoned"
            report = checked(table.records)
            assert report.judged
            assert report.holds

    @pytest.mark.parametrize(
        ("actor", "at", "event", "reason"),
        [
            (SYSTEM, "2026-01-15T00:00:00Z", life.GameAbandoned(quiet_days=14), ""),
            (SYSTEM, "2026-01-14T23:59:59Z", life.GameAbandoned(quiet_days=14), "only if nothing has happened"),
            (SYSTEM, "2026-01-15T00:00:00Z", life.GameAbandoned(), "only if nothing has happened"),
            (HOST, "2026-01-15T00:00:00Z", life.GameAbandoned(quiet_days=14), "it is put down to 'livia'"),
        ],
    )
    def test_a_lobby_is_closed_by_the_server_alone_once_its_days_are_over(
        self, actor: UserId | Literal["system"], at: str, event: life.GameAbandoned, reason: str
    ) -> None:
        table = LifecycleMatch()
        batch = Batch(table.match, actor)
        batch.emit(event, life.SecretRevealed(secret=table.secret.hex()))
        version = Version(len(table.records))
        records, _ = write(Stamp(table.id, at, "closing", table.secret), version, table.head, batch.entries)
        found = reasons([*table.records, *records])
        assert [place for place, _ in found] == ([version + 1] if reason else [])
        assert all(reason in why for _, why in found)

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
        table = LifecycleMatch(private=True)
        batch = Batch(table.match, ANNA)
        batch.emit(what(**args))
        table.keep(batch)
        _end(table)
        (version, reason), *_ = reasons(table.records)
        assert version == 3
        assert words in reason

    def test_options_that_the_game_does_not_have(self) -> None:
        table = LifecycleMatch()
        table.do(HOST, lobby.leave, Seat(0))
        log = forgery.lines_of(GAME, table.records)
        log[0] = log[0].with_fields(options={"rounds": 99})
        assert reasons(forgery.written(log, table.secret))[0][0] == 1


def errand() -> tuple[LoggedMatch, Seat]:
    """A match in which a seat has just sold something at its stall, and can still take that back."""
    logged = LoggedMatch(GAME, 2, 4)
    for _ in logged.steps(4):
        waiting = logged.match.to_act()
        if not isinstance(waiting, Step) and RunErrand(what="sell") in logged.match.legal(waiting[0]):
            logged.play(waiting[0], RunErrand(what="sell"))
            return logged, waiting[0]
    raise AssertionError("nobody ran an errand")


class TestUndo:
    def test_choices_that_were_taken_back_are_judged_too(self) -> None:
        logged, seat = errand()
        logged.undo(seat)
        play_on(logged)
        report = checked(logged.records)
        assert report.failures == []
        assert report.judged

    def test_what_is_missing_long_before_an_undo_is_found_where_it_stood(self) -> None:
        logged, seat = errand()
        logged.undo(seat)
        play_on(logged)
        log = forgery.lines_of(GAME, logged.records)
        place = forgery.find(log, lambda event: isinstance(event, TurnBegan))
        undone = forgery.find(log, lambda event: isinstance(event, life.ChoicesUndone))
        found, *rest = reasons(forgery.written([*log[:place], *log[place + 1 :]], logged.secret))
        assert found[0] in {place, place + 1}
        assert [version for version, _ in rest] == [undone]

    @pytest.mark.parametrize(("reach", "words"), [(1, "confirmed together"), (12, "can no longer be taken back")])
    def test_what_nobody_may_take_back(self, reach: int, words: str) -> None:
        logged, seat = errand()
        last = len(logged.records)
        batch = Batch(logged.match, seat)
        batch.emit(life.ChoicesUndone(seat=seat, spans=((last - reach + 1, last),)))
        logged.keep(batch)
        logged.match = logged.refold()
        _end(logged)
        (version, reason), *_ = reasons(logged.records)
        assert version == last + 1
        assert words in reason

    def test_the_choice_of_somebody_else(self) -> None:
        logged, seat = errand()
        last = len(logged.records)
        span = (last - 1, last)
        other = Seat(1 - seat)
        batch = Batch(logged.match, other)
        batch.emit(life.ChoicesUndone(seat=other, spans=(span,)))
        logged.keep(batch)
        _end(logged)
        assert reasons(logged.records)[0] == (
            last + 1,
            "the rules refuse it: You have no choice at the end of the record that could be taken back.",
        )


def _end(logged: LoggedMatch) -> None:
    """Reveal the secret, so that the log is judged; nobody voted for it, but that comes later in the log."""
    batch = Batch(logged.match, SYSTEM)
    batch.emit(life.GameAbandoned(), life.SecretRevealed(secret=logged.secret.hex()))
    logged.keep(batch)


class TestSealing:
    """The event is the right one, but who could read it, and when, is not."""

    LOGGED = played(GAME, 2, 6)

    def _place(self) -> int:
        log = forgery.lines_of(GAME, self.LOGGED.records)
        return forgery.find(log, lambda event: isinstance(event, DeckShuffled))

    def _with(self, record: Record) -> list[tuple[int, str]]:
        records = self.LOGGED.records
        place = self._place()
        return reasons(forgery.rechained([*records[:place], record, *records[place + 1 :]]))

    def test_a_deck_that_a_seat_could_read(self) -> None:
        place = self._place()
        record = self.LOGGED.records[place]
        assert b'"for":[]' in record.text
        found = self._with(Record(record.text.replace(b'"for":[]', b'"for":[0]'), record.openings))
        assert found == [
            (place + 1, "the event is right, but its command, its place in the batch or its sealing is not")
        ]

    def test_a_salt_of_somebody_s_own(self) -> None:
        place = self._place()
        record = self.LOGGED.records[place]
        opening = record.openings["data/cards"]
        salt = "5" * len(opening.salt)
        text = record.text.replace(commit(opening.salt, opening.value).encode(), commit(salt, opening.value).encode())
        found = self._with(Record(text, {"data/cards": Opening(salt, opening.value)}))
        assert found == [(place + 1, "the salt of data/cards does not follow from the secret")]

    def test_a_finished_game_that_keeps_something_closed(self) -> None:
        place = self._place()
        found = self._with(Record(self.LOGGED.records[place].text))
        assert found == [(place + 1, "data/cards is not open, though the secret is revealed")]


class NewTaberna(Taberna):
    """The same game under its next rules version."""

    meta = msgspec.structs.replace(Taberna.meta, rules_version=2)


def adopted(game: AnyGame) -> life.RulesAdopted:
    return life.RulesAdopted(rules_version=game.meta.rules_version, data_hash=game.meta.data_hash)


class TestOtherRules:
    def test_a_game_of_an_older_version_is_not_judged_and_not_blamed(self) -> None:
        report = checked(played(GAME, 2, 6).records, Registry([NewTaberna()]))
        assert report.failures == []
        assert not report.judged
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        span = {"first": 1, "last": report.version}
        assert said.args == span | {"theirs": 1, "ours": 2, "data": GAME.meta.data_hash}
        assert not {"draws", "rules", "points"} & {statement.key for statement in report.proven}

    def test_what_came_after_new_rules_were_adopted_is_judged(self) -> None:
        logged = self._adopting()
        registry = Registry([NewTaberna()])
        report = checked(logged.records, registry)
        assert report.failures == []
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        assert said.args["last"] == self._adopted(logged) - 1
        log = forgery.lines_of(GAME, logged.records)
        place = next(
            number
            for number, page in enumerate(log)
            if number > self._adopted(logged) and isinstance(page.entry.event, TurnBegan)
        )
        log[place] = log[place].with_fields(errands=3)
        assert reasons(forgery.written(log, logged.secret), registry)[0][0] == place + 1

    def _adopting(self) -> LoggedMatch:
        logged, _ = errand()
        logged.game = NewTaberna()
        logged.match = logged.refold()
        play_on(logged)
        return logged

    def _adopted(self, logged: LoggedMatch) -> int:
        log = forgery.lines_of(GAME, logged.records)
        return forgery.find(log, lambda event: isinstance(event, life.RulesAdopted)) + 1

    def test_a_table_that_was_opened_before_the_upgrade_begins_under_the_new_rules(self) -> None:
        table = LifecycleMatch(2)
        table.game = NewTaberna()
        table.match = table.refold()
        table.do(ANNA, lobby.join, None)
        play_on(table)
        report = checked(table.records, Registry([NewTaberna()]))
        assert report.failures == []
        (said,) = [statement for statement in report.unproven if statement.key == "other_rules"]
        assert said.args["last"] == 2, "only what happened in the lobby before"

    def test_rules_that_were_adopted_without_need(self) -> None:
        logged, seat = errand()
        log = forgery.lines_of(GAME, logged.records)
        page = ForgedLine(log[-1].game, log[-1].at, "x", Entry(SYSTEM, 0, None, adopted(GAME)))
        logged.play(seat, logged.match.legal(seat)[0])
        log = [*log, page, *(p._replace(command_id="x") for p in forgery.lines_of(GAME, logged.records)[len(log) :])]
        log.append(log[-1]._replace(entry=Entry(SYSTEM, 0, None, life.SecretRevealed(secret=logged.secret.hex()))))
        (version, reason), *_ = reasons(forgery.written(log, logged.secret))
        assert log[version - 1] == page
        assert "RulesAdopted" in reason

    def test_a_game_that_this_acta_does_not_have(self) -> None:
        report = checked(played(GAME, 2, 6).records, Registry([]))
        assert report.failures == []
        assert not report.judged
        assert "unknown_game" in {statement.key for statement in report.unproven}


class WornTaberna(Taberna):
    """Taberna, able to read an older way in which errands were written."""

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
