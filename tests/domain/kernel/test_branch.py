"""What-if games: where they begin, what they tell, and what their logs prove."""

from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.kernel import lifecycle as life
from domain.kernel.anonymous import anonymised
from domain.kernel.branching import place_at, start_from
from domain.kernel.envelope import redact
from domain.kernel.errors import NotAllowed, UndoBarred
from domain.kernel.export import to_line
from domain.kernel.game import AnyGame, PointsScored, State
from domain.kernel.ids import Seat
from domain.kernel.log import read
from domain.kernel.match import Match
from domain.kernel.proof import Report, verify
from domain.kernel.rng import KeyedRng
from domain.kernel.words import Catalogue
from domain.registry import GAMES, Registry
from services.story.ledger import ledger, totals
from tests.kit import forgery
from tests.kit.comparable_lines import comparable_line
from tests.kit.logged_match import LoggedMatch, played, state_bytes
from tests.kit.taberna import GAME as TABERNA
from tests.kit.taberna.commands import RunErrand
from tests.kit.what_if import BRANCHER, WhatIf

EVERY_GAME = (*GAMES, TABERNA)
REGISTRY = Registry(EVERY_GAME)
WORDS = Catalogue.load("domain.kernel")
every_game = pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.meta.slug)
MOMENTS = st.integers(0, 99)


@cache
def whole(game: AnyGame) -> LoggedMatch:
    """A whole game of three."""
    return played(game, 3, 11)


@cache
def playable(game: AnyGame) -> list[int]:
    """The versions of that game from which it can be played on."""
    logged = whole(game)
    match = Match(game, b"")
    versions: list[int] = []
    step: list[int] = []
    for happened in read(logged.codec, logged.records):
        match.apply(happened.event)
        step.append(happened.version)
        if place_at(logged.records[happened.version - 1 :]).version == happened.version:
            versions += step if match.to_act() else []
            step = []
    return versions


def at(game: AnyGame, moment: int) -> int:
    """A version of that game, from its start (0) to its end (99)."""
    versions = playable(game)
    return versions[moment * len(versions) // 100]


def put_back(game: AnyGame, start: life.GameBranched) -> State:
    """The position that a branch begins with, its scores where they were."""
    state: State = msgspec.json.decode(start.state, type=game.state_type)
    state.scores = list(start.scores)
    return state


def same(one: object, other: object) -> bool:
    return msgspec.json.encode(one) == msgspec.json.encode(other)


def played_on(branch: WhatIf, seed: int) -> WhatIf:
    for _ in branch.steps(seed):
        pass
    return branch


def stated(report: Report) -> tuple[set[str], set[str]]:
    """What is proven and what is not, each in words that exist."""
    for statement in (*report.proven, *report.unproven):
        assert WORDS.say(f"proof.{statement.key}", statement.args)
    return {statement.key for statement in report.proven}, {statement.key for statement in report.unproven}


class TestWhereItBegins:
    @every_game
    @settings(max_examples=12)
    @given(moment=MOMENTS, seat=st.integers(0, 2))
    def test_the_truth_is_the_position_as_it_was(self, game: AnyGame, moment: int, seat: int) -> None:
        log = whole(game).records
        branch = WhatIf(game, log, at(game, moment), seat=seat)
        assert same(put_back(game, branch.start), branch.then.state), "to the order of everything in it"
        assert branch.start.head == log[branch.place.version - 1].hash()
        table = branch.match.table
        assert (table.private, table.host, table.clock) == (True, BRANCHER, None)
        assert [chair.user for chair in table.chairs] == [BRANCHER if n == seat else None for n in range(3)]
        assert [chair.bot for chair in table.chairs] == [None if n == seat else "random" for n in range(3)]
        assert table.first_seat == branch.then.table.first_seat
        assert state_bytes(branch.refold()) == state_bytes(branch.match)
        assert totals(ledger(branch.codec, branch.records), 3) == branch.match.scores()

    @every_game
    @settings(max_examples=12)
    @given(moment=MOMENTS, seat=st.integers(0, 2), seed=st.integers(0, 99))
    def test_dealt_anew_it_looks_the_same_to_its_seat(self, game: AnyGame, moment: int, seat: int, seed: int) -> None:
        branch = WhatIf(game, whole(game).records, at(game, moment), seat=seat, dealt=True, seed=seed)
        there, here = put_back(game, branch.start), branch.then.state
        assert same(game.view(there, Seat(seat)), game.view(here, Seat(seat)))
        assert game.to_act(there) == game.to_act(here)
        assert state_bytes(branch.refold()) == state_bytes(branch.match)
        for _ in zip(branch.steps(seed), range(4), strict=False):
            assert branch.match.scores()

    def test_a_version_inside_a_choice_means_the_end_of_that_choice(self) -> None:
        logged = played(TABERNA, 2, 4)
        for version, record in enumerate(logged.records, 1):
            end = place_at(logged.records[version - 1 :]).version
            envelopes = [one.envelope() for one in logged.records[version - 1 : end + 1]]
            steps = [(envelope.command_id, envelope.step) for envelope in envelopes]
            assert set(steps[: end - version + 1]) == {(record.envelope().command_id, record.envelope().step)}
            assert steps[end - version + 1 :] in ([], steps[-1:])
            assert len(set(steps)) == len(steps[end - version :]) or end == len(logged.records)

    def test_between_two_choices_of_one_batch_it_can_branch_too(self) -> None:
        logged = LoggedMatch(TABERNA, 2, 5)
        for _ in logged.steps(5):
            if logged.match.state.public.owed:
                break
        seat = logged.match.state.public.turn
        before = len(logged.records)
        logged.play(seat, RunErrand(what="sell"), RunErrand(what="sell"))
        branch = WhatIf(TABERNA, logged.records, before + 1, seat=seat, dealt=True)
        assert branch.place.version < len(logged.records)
        assert branch.match.state.public.coins[seat] == 1
        assert branch.match.to_act() == (seat,)

    @pytest.mark.parametrize("kind", ["GameCreated", "SeatTaken", "GameFinished", "SecretRevealed"])
    def test_where_nothing_is_played_nothing_branches(self, kind: str) -> None:
        logged = whole(TABERNA)
        version = next(n for n, record in enumerate(logged.records, 1) if record.envelope().type == kind)
        with pytest.raises(NotAllowed, match="nothing_to_play"):
            WhatIf(TABERNA, logged.records, version)


class TestWhatItTells:
    @every_game
    @settings(max_examples=15)
    @given(moment=MOMENTS, seat=st.integers(0, 2), seed=st.integers(0, 99))
    def test_a_deal_depends_on_nothing_that_the_seat_cannot_know(
        self, game: AnyGame, moment: int, seat: int, seed: int
    ) -> None:
        """Whatever the others hold, under the same secret the same branch begins, to the byte."""
        branch = WhatIf(game, whole(game).records, at(game, moment), seat=seat, dealt=True, seed=seed)
        elsewhere = Match(game, b"")
        elsewhere.table = branch.then.table
        elsewhere.state = game.imagine(game.view(branch.then.state, Seat(seat)), KeyedRng(f"elsewhere {seed}".encode()))
        assert start_from(elsewhere, branch.place, branch.secret, Seat(seat)) == branch.start

    @every_game
    @settings(max_examples=10)
    @given(moment=MOMENTS, seat=st.integers(0, 2))
    def test_a_running_branch_shows_its_player_no_position(self, game: AnyGame, moment: int, seat: int) -> None:
        """In two branches that differ only in what the seat cannot see, it reads the same lines."""
        version = at(game, moment)
        branch = WhatIf(game, whole(game).records, version, seat=seat)
        hidden = branch.start.state
        for reader in (*map(Seat, range(3)), None):
            copy = b"".join(to_line(redact(record, reader)) for record in branch.records)
            assert bytes(hidden) not in copy
            report = verify([redact(record, reader) for record in branch.records], REGISTRY)
            assert report.holds
            if not branch.match.table.over:
                assert stated(report)[1] >= {"no_origin", "running"}
        opening = [
            comparable_line(Seat(seat), record) for record in branch.records[: 5 + sum(map(bool, branch.start.scores))]
        ]
        other = WhatIf(game, whole(game).records, version, seat=seat, dealt=True)
        dealt = [comparable_line(Seat(seat), record) for record in other.records[: len(opening)]]
        assert [line.replace(b'"dealt_anew":true', b'"dealt_anew":false') for line in dealt] == opening

    @every_game
    def test_another_secret_deals_and_draws_otherwise(self, game: AnyGame) -> None:
        version = at(game, 30)
        one, two = (WhatIf(game, whole(game).records, version, dealt=True, seed=seed) for seed in (1, 2))
        assert one.start.state != two.start.state
        assert one.start == WhatIf(game, whole(game).records, version, dealt=True, seed=1).start


class TestWhatItProves:
    @every_game
    @pytest.mark.parametrize("dealt", [False, True], ids=["truth", "dealt"])
    @settings(max_examples=3)
    @given(moment=MOMENTS, seed=st.integers(0, 99))
    def test_a_branch_proves_what_followed_and_with_its_origin_where_it_began(
        self, game: AnyGame, dealt: bool, moment: int, seed: int
    ) -> None:
        log = whole(game).records
        version = at(game, 50 + moment // 2)
        branch = played_on(WhatIf(game, log, version, seat=1, dealt=dealt, seed=seed), seed)
        report = verify(branch.records, REGISTRY)
        assert report.failures == []
        assert report.judged
        proven, unproven = stated(report)
        assert proven == {"chain", "openings", "times", "secret", "draws", "rules", "points"}
        assert unproven == {"no_head", "no_nonces", "no_origin", "look", "people"}
        report = verify(branch.records, REGISTRY, origin=log)
        assert report.failures == []
        proven, unproven = stated(report)
        assert ("origin_dealt" if dealt else "origin") in proven
        assert "no_origin" not in unproven

    def test_another_origin_is_told_from_the_true_one(self) -> None:
        log = whole(TABERNA).records
        branch = played_on(WhatIf(TABERNA, log, at(TABERNA, 40)), 3)
        others = {
            "no version": played(TABERNA, 3, 12).records,
            "another game": anonymised(TABERNA, whole(TABERNA).secret, log),
            "does not hold": log[:-4],
            "not whole": log[: branch.place.version],
        }
        for reason, origin in others.items():
            (failure,) = verify(branch.records, REGISTRY, origin=origin).failures
            assert reason in failure.reason
            assert failure.version == 5

    @every_game
    def test_a_position_that_was_made_up_is_found_with_the_origin(self, game: AnyGame) -> None:
        """By itself such a log holds: the words say that it cannot prove where it began."""
        log = whole(game).records
        branch = WhatIf(game, log, at(game, 10), dealt=True, told=lambda start: replace(start, dealt_anew=False))
        forged = played_on(branch, 4).records
        report = verify(forged, REGISTRY)
        assert report.holds
        assert "no_origin" in stated(report)[1]
        (failure,) = verify(forged, REGISTRY, origin=log).failures
        assert "does not begin with the position" in failure.reason

    def test_points_that_nobody_brought_along_are_found(self) -> None:
        branch = played_on(WhatIf(TABERNA, whole(TABERNA).records, at(TABERNA, 90)), 3)
        pages = forgery.lines_of(TABERNA, branch.records)
        place = forgery.find(pages, lambda event: isinstance(event, PointsScored))
        scored = pages[place].entry.event
        assert isinstance(scored, PointsScored)
        term = replace(scored.detail[0], points=scored.points + 9)
        changed = forgery.replaced(pages, place, pages[place].with_fields(points=scored.points + 9, detail=(term,)))
        failures = verify(forgery.written(changed, branch.secret), REGISTRY).failures
        assert failures[0].version == place + 1

    @pytest.mark.parametrize(
        ("fields", "reason"),
        [
            ({"state": msgspec.Raw(b"[]")}, "no sense"),
            ({"state": msgspec.Raw(b'{"scores":[0,0,0]}')}, "should follow"),
            ({"scores": (1, 2, 3, 4)}, "no sense"),
            ({"scores": (0, 0, 0)}, "does not follow"),
        ],
    )
    def test_a_start_that_makes_no_sense_is_found(self, fields: dict[str, object], reason: str) -> None:
        branch = played_on(WhatIf(TABERNA, whole(TABERNA).records, at(TABERNA, 90)), 3)
        pages = forgery.lines_of(TABERNA, branch.records)
        place = forgery.find(pages, lambda event: isinstance(event, life.GameBranched))
        failures = verify(
            forgery.written(forgery.replaced(pages, place, pages[place].with_fields(**fields)), branch.secret), REGISTRY
        ).failures
        assert reason in failures[0].reason

    def test_a_game_does_not_branch_in_the_middle(self) -> None:
        branch = WhatIf(TABERNA, whole(TABERNA).records, at(TABERNA, 50))
        pages = forgery.lines_of(TABERNA, whole(TABERNA).records)
        place = forgery.find(pages, lambda event: isinstance(event, PointsScored))
        start = pages[place]._replace(command_id="odd", entry=replace(pages[0].entry, event=branch.start))
        failures = verify(
            forgery.written([*pages[:place], start, *pages[place:]], whole(TABERNA).secret), REGISTRY
        ).failures
        assert failures


class TestLikeAnyOther:
    @every_game
    def test_a_branch_of_a_branch(self, game: AnyGame) -> None:
        first = played_on(WhatIf(game, whole(game).records, at(game, 80)), 5)
        types = [record.envelope().type for record in first.records]
        middle = (types.index("GameBranched") + 1 + types.index("GameFinished")) // 2
        second = played_on(WhatIf(game, first.records, middle, seat=2, seed=1), 6)
        report = verify(second.records, REGISTRY, origin=first.records)
        assert report.failures == []
        assert "origin" in stated(report)[0]

    def test_choices_are_taken_back_but_never_the_start(self) -> None:
        logged = whole(TABERNA)
        version = next(n for n, r in enumerate(logged.records, 1) if r.envelope().type == "TurnBegan")
        branch = WhatIf(TABERNA, logged.records, version)
        seat = branch.match.state.public.turn
        with pytest.raises(UndoBarred):
            branch.undo(seat)
        before = state_bytes(branch.match)
        branch.play(seat, RunErrand(what="sell"))
        branch.undo(seat)
        assert state_bytes(branch.match) == before
        assert verify(played_on(branch, 1).records, REGISTRY).failures == []

    @every_game
    def test_an_anonymised_branch_names_neither_player_nor_origin(self, game: AnyGame) -> None:
        branch = played_on(WhatIf(game, whole(game).records, at(game, 90)), 5)
        copy = anonymised(game, branch.secret, branch.records)
        assert verify(copy, REGISTRY).failures == []
        lines = b"".join(map(to_line, copy))
        for word in (BRANCHER, branch.start.head, f'"origin\\":\\"{branch.start.origin}\\"'):
            assert word.encode() not in lines
