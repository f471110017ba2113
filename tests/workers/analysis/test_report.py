"""The analysis of a finished game: it reads every decision, judges each on fresh worlds, and its sums are exact."""

import os
import random
import subprocess
import sys
from itertools import pairwise

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.commands import PlayCard
from domain.kernel import lifecycle as life
from domain.kernel import lobby
from domain.kernel.envelope import Codec
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import Batch, Match
from domain.registry import GAMES
from domain.trajan.commands import TakeMarkers
from domain.trajan.data import TRAJAN_TILES
from services.story.analysis import Analysis, JudgedTurn, accuracy, encode, moments, played_part
from tests.domain.trajan.positions import A, at_turn
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME as TABERNA
from tests.workers.bots.bot_positions import turn_in
from workers.analysis.decisions import Decision, Replay
from workers.analysis.judging import Analyst
from workers.analysis.report import Analysing, analysed
from workers.bots.bot import BotTurn, Budget
from workers.bots.chance import PlainRng
from workers.bots.greedy import GREEDY
from workers.bots.outlook import Effort

QUICK = Analyst(looks=60, samples=4, effort=Effort(own=3, others=2))
every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)


def decisions_of(logged: LoggedMatch) -> list[Decision]:
    return Replay(logged.game, read(logged.codec, logged.records)).decisions()


def analysis_of(logged: LoggedMatch, analyst: Analyst = QUICK) -> Analysis:
    return analysed(logged.game, played_part(read(logged.codec, logged.records)), analyst)


# Decisions


@every_game
def test_every_choice_that_was_not_forced_is_part_of_one_decision(game: AnyGame) -> None:
    chosen: list[tuple[Seat, Command]] = []

    def choose(_match: Match, seat: Seat, options: list[Command]) -> Command:
        choices = [option for option in options if not option.ASIDE]
        chosen.append((seat, random.Random(len(chosen)).choice(choices)))
        return chosen[-1][1]

    logged = played(game, 2, 5, choose=choose)
    found = [(decision.turn.seat, command) for decision in decisions_of(logged) for command in decision.played]
    assert found == chosen


@every_game
def test_a_decision_is_what_a_bot_is_asked_for_at_once(game: AnyGame) -> None:
    logged = LoggedMatch(game, 2, 8)
    rng, told = random.Random(8), []
    drafts: list[tuple[Command, ...]] = []
    while not logged.match.table.over and len(drafts) < 25:
        waiting = logged.match.to_act()
        if not isinstance(waiting, tuple):
            logged.resolve()
            continue
        turn = BotTurn.of(logged.match, waiting[0])._replace(character=b"")
        *_, draft = GREEDY.choose(turn, rng, Budget(looks=30))
        told.append((len(logged.records), turn.seat, turn.view, set(turn.options)))
        drafts.append(tuple(draft))
        for command in draft:  # as people do, who confirm one by one
            logged.play(waiting[0], command)
    found = decisions_of(logged)
    assert [decision.played for decision in found] == drafts
    asked = [(decision.version, decision.turn) for decision in found]
    assert [(version, turn.seat, turn.view, set(turn.options)) for version, turn in asked] == told


def test_what_was_taken_back_is_no_decision() -> None:
    logged = LoggedMatch(CONCORDIA, 2, 1)
    (seat,) = logged.match.awaited()
    withdrawn, kept = PlayCard(card="start-mercator"), PlayCard(card="start-tribune")
    logged.play(seat, withdrawn)
    logged.undo(seat)
    logged.play(seat, kept)
    assert decisions_of(logged)[0].played[0] == kept


@every_game
def test_a_decision_says_what_its_choices_led_to(game: AnyGame) -> None:
    logged = played(game, 2, 5)
    found = decisions_of(logged)
    assert all(decision.version < decision.until for decision in found)
    assert all(
        one.until <= following.version for one, following in pairwise(found) if one.turn.seat == following.turn.seat
    )
    assert found[-1].until <= len(logged.records)


def test_what_was_withdrawn_is_no_decision() -> None:
    """In the set-up of Forum Trajanum secret choices can be withdrawn; random players do so again and again."""
    forum, withdrawn = GAMES[0], 0
    for seed in range(12):
        logged = played(forum, 2, seed)
        withdrawn += sum(record.envelope().type == "ChoiceWithdrawn" for record in logged.records)
        for decision in decisions_of(logged):
            chance = PlainRng(random.Random(seed))
            recorder = forum.recorder(forum.imagine(decision.turn.view, chance), chance)
            assert decision.played[0] in decision.turn.options
            for command in decision.played:
                if command.SECRET:
                    forum.decide_into(recorder, decision.turn.seat, command)
    assert withdrawn


# Judged turns


def test_what_the_search_would_play_gives_nothing_away() -> None:
    decision = decisions_of(played(TABERNA, 2, 3))[4]
    best = QUICK.judged(decision, 7).best
    commands = tuple(Codec(TABERNA).convert(best))
    judged = QUICK.judged(decision._replace(played=commands), 7)
    assert (judged.loss, judged.error, judged.slip, judged.sources) == (0, 0, 0, {})
    assert judged.is_best


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_who_plays_at_random_gives_much_away(game: AnyGame) -> None:
    turns = [QUICK.judged(decision, 3) for decision in decisions_of(played(game, 2, 3))[::6]]
    assert sum(turn.loss for turn in turns) > 0


def judged(seat: int, before: tuple[int, int], after: tuple[int, int], error: int = 10) -> JudgedTurn:
    return JudgedTurn(1, 2, seat, (), (), before, after, (0, 0), error)


def test_the_turning_points_are_what_gave_most_away_for_certain() -> None:
    losses = [(300, 10), (90, 10), (900, 500), (500, 10), (700, 10), (400, 10)]
    turns = [judged(0, (loss, 0), (0, 0), error) for loss, error in losses]
    assert moments(turns) == (3, 4, 5)
    assert moments(turns[:3]) == (0,), "a point or less, or within two errors, nobody is told"


def test_accuracy_falls_with_what_was_given_away() -> None:
    perfect, poor = (accuracy([judged(0, (loss, 0), (0, 0))] * 4) for loss in (0, 900))
    assert perfect == accuracy([]) == 1000
    assert 0 < poor < 500


@every_game
def test_what_the_best_would_have_brought_is_told_by_source(game: AnyGame) -> None:
    told = [QUICK.judged(decision, 3).sources for decision in decisions_of(played(game, 2, 3))[5:40:7]]
    assert any(told)
    assert {source for sources in told for source in sources} <= {*game.sources}


# The whole game


@pytest.mark.parametrize(("game", "players"), [(TABERNA, 2), (TABERNA, 4), (GAMES[1], 2)])
def test_start_decisions_and_luck_add_up_to_the_result(game: AnyGame, players: int) -> None:
    logged = played(game, players, 6)
    analysis = analysis_of(logged)
    scores = logged.match.scores()
    for seat, account in enumerate(analysis.accounts):
        own = [turn for turn in analysis.turns if turn.seat == seat]
        assert account.start + account.own + account.others + account.luck == account.final
        assert account.final == 100 * (scores[seat] - max(scores[:seat] + scores[seat + 1 :]))
        assert account.own == sum(-turn.loss for turn in own)
        assert (account.turns, account.best + account.slips) == (len(own), len(own))
        assert account.given == sum(turn.slip for turn in own)
    assert len(analysis.turns) == len(decisions_of(logged))
    assert set(analysis.moments) <= set(range(len(analysis.turns)))


def test_a_game_that_was_cut_short_is_told_as_far_as_it_went() -> None:
    logged = LoggedMatch(CONCORDIA, 2, 1)
    for _, _ in zip(range(6), logged.steps(3), strict=False):
        pass
    for user in ("user-0", "user-1"):
        batch = Batch(logged.match, UserId(user))
        lobby.vote(batch, UserId(user), "abandon", agree=True)
        logged.keep(batch)
    analysis = analysis_of(logged)
    assert analysis.turns
    assert all(one.start + one.own + one.others + one.luck == one.final for one in analysis.accounts)


def test_a_running_game_has_no_part_that_can_be_told() -> None:
    logged = LoggedMatch(CONCORDIA, 2, 1)
    assert played_part(logged.records) == []


def test_what_people_do_after_the_end_changes_nothing() -> None:
    logged = played(TABERNA, 2, 9)
    before = encode(analysis_of(logged))
    batch = Batch(logged.match, UserId("user-0"))
    batch.emit(life.RematchOffered(game=GameId("next")))
    logged.keep(batch)
    assert encode(analysis_of(logged)) == before


def test_turns_can_be_judged_in_any_order() -> None:
    logged = played(TABERNA, 2, 9)
    analysing = Analysing(TABERNA, played_part(read(logged.codec, logged.records)), QUICK)
    backwards = [analysing.judged(number) for number in reversed(range(len(analysing)))]
    assert encode(analysing.whole(backwards[::-1])) == encode(analysis_of(logged))


HASHED = """
import sys, hashlib
from domain.registry import GAMES
from tests.workers.analysis.test_report import TABERNA, analysis_of, encode
from tests.kit.logged_match import played
from workers.analysis.judging import Analyst
from workers.bots.outlook import Effort
brief = Analyst(looks=25, samples=2, effort=Effort(own=2, others=1))
print(*(hashlib.sha256(encode(analysis_of(played(game, 2, 9), brief))).hexdigest() for game in (*GAMES, TABERNA)))
"""


def test_a_game_is_judged_the_same_byte_for_byte_in_any_process() -> None:
    """The order of sets differs from process to process: nothing may hang on it."""
    told = set()
    for seed in ("1", "77"):
        environ = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run([sys.executable, "-c", HASHED], env=environ, capture_output=True, text=True, check=True)
        told.add(run.stdout)
    assert len(told) == 1


def test_a_turn_that_was_thrown_away_is_found() -> None:
    """A position of Trajan in which nine points lie there to be taken, and the seat takes something else."""
    tile = next(tile for tile in TRAJAN_TILES.values() if tile.vp == 9 and len(set(tile.colours)) == 2)
    there, wanted = tile.colours
    state = at_turn()
    mat = state.public.mats[A]
    mat.slots[2] = tile.id
    mat.bonus = []
    mat.bowls = [["orange"], [wanted], [there], ["pink", "white"], ["blue", "yellow"], ["green"]]
    turn = turn_in(GAMES[1], state)._replace(character=b"")
    decision = Decision(Version(9), turn, (TakeMarkers(bowl="VI"),))
    found = Analyst(looks=400, samples=12).judged(decision, 5)
    assert found.best[0] == {"type": "TakeMarkers", "bowl": "II"}
    assert found.slip > 300
    assert found.sources, "and why"
