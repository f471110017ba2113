"""The analysis of a finished game: it reads every decision, judges each on fresh worlds, and its sums are exact."""

import random

import pytest

from domain.concordia import GAME as CONCORDIA
from domain.concordia.commands import PlayCard
from domain.kernel.game import AnyGame, Command
from domain.kernel.ids import Seat, Version
from domain.kernel.log import read
from domain.kernel.match import Match
from domain.registry import GAMES
from domain.trajan.commands import TakeMarkers
from domain.trajan.data import TRAJAN_TILES
from tests.domain.trajan.positions import A, at_turn
from tests.kit.logged_match import LoggedMatch, played
from tests.kit.taberna import GAME as TABERNA
from tests.workers.bots.bot_positions import turn_in
from workers.analysis.decisions import Decision, Replay
from workers.analysis.judging import Analyst, Judgement
from workers.analysis.report import Report, accuracy, analysed, turning_points
from workers.bots.bot import BotTurn, Budget
from workers.bots.greedy import GREEDY
from workers.bots.outlook import Effort

QUICK = Analyst(looks=60, samples=4, effort=Effort(own=3, others=2))
every_game = pytest.mark.parametrize("game", [*GAMES, TABERNA], ids=lambda game: game.meta.slug)


def decisions_of(logged: LoggedMatch) -> list[Decision]:
    return [*Replay(logged.game, logged.secret, read(logged.codec, logged.records)).decisions()]


def report_on(logged: LoggedMatch, analyst: Analyst = QUICK) -> Report:
    *_, report = analysed(logged.game, logged.secret, read(logged.codec, logged.records), analyst)
    assert isinstance(report, Report)
    return report


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


# Judgements


def test_what_the_search_would_play_gives_nothing_away() -> None:
    decision = decisions_of(played(TABERNA, 2, 3))[4]
    best = QUICK.judged(decision, 7).best
    judged = QUICK.judged(decision._replace(played=best), 7)
    assert (judged.loss, judged.error, judged.best) == (0, 0, best)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.meta.slug)
def test_who_plays_at_random_gives_much_away(game: AnyGame) -> None:
    judgements = [QUICK.judged(decision, 3) for decision in decisions_of(played(game, 2, 3))[::6]]
    assert sum(judgement.loss for judgement in judgements) > 0


def judgement(seat: int, before: tuple[int, int], after: tuple[int, int], error: int = 10) -> Judgement:
    turn = decisions_of(played(TABERNA, 2, 3))[0].turn
    return Judgement(Decision(Version(1), turn._replace(seat=Seat(seat)), ()), (), before, after, error)


def test_the_turning_points_are_what_gave_most_away_for_certain() -> None:
    losses = [(300, 10), (90, 10), (900, 500), (500, 10), (700, 10), (400, 10)]
    judgements = [judgement(0, (loss, 0), (0, 0), error) for loss, error in losses]
    assert turning_points(judgements) == [3, 4, 5]
    assert turning_points(judgements[:3]) == [0], "below a point, or within two errors, nobody is told"


def test_accuracy_falls_with_what_was_given_away() -> None:
    perfect, poor = (accuracy([judgement(0, (loss, 0), (0, 0))] * 4, Seat(0)) for loss in (0, 900))
    assert perfect == 100
    assert 0 < poor < 50
    assert accuracy([judgement(0, (900, 0), (0, 0))], Seat(1)) == 100, "others' losses are theirs"


# The whole game


@pytest.mark.parametrize(("game", "players"), [(TABERNA, 2), (TABERNA, 4), (GAMES[1], 2)])
def test_start_decisions_and_luck_add_up_to_the_result(game: AnyGame, players: int) -> None:
    logged = played(game, players, 6)
    report = report_on(logged)
    scores = logged.match.scores()
    for seat, account in enumerate(report.accounts):
        assert account.start + account.own + account.others + account.luck == account.final
        assert account.final == 100 * (scores[seat] - max(scores[:seat] + scores[seat + 1 :]))
        own = sum(-one.loss for one in report.judgements if one.decision.turn.seat == seat)
        assert account.own == own
    assert len(report.judgements) == len(decisions_of(logged))
    assert set(report.turning_points) <= set(range(len(report.judgements)))


def test_the_same_game_is_judged_the_same() -> None:
    assert report_on(played(TABERNA, 3, 9)) == report_on(played(TABERNA, 3, 9))


def test_judgements_come_as_they_are_made() -> None:
    logged = played(TABERNA, 2, 9)
    *judgements, report = analysed(TABERNA, logged.secret, read(logged.codec, logged.records), QUICK)
    assert isinstance(report, Report)
    assert judgements == report.judgements


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
    assert found.best[0] == TakeMarkers(bowl="II")
    assert found.loss > max(300, 2 * found.error)
