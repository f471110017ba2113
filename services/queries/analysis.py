"""The computer's analysis of a finished game, for whoever may read that game; of a running one nobody is told a thing.

What is stored holds commands and figures. Their words are made here, in the reader's language, by going through the
log once: what a choice costs or brings is told from the position in which it was made.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.kernel import draft
from domain.kernel.envelope import Record
from domain.kernel.errors import BatchRefused
from domain.kernel.game import Command
from domain.kernel.ids import Seat, Version
from domain.kernel.log import LoggedEvent, read
from domain.kernel.match import Match
from domain.kernel.undo import retracted
from services.problems import FORBIDDEN, ProblemError, told
from services.queries.drawing_processes import Ordered
from services.queries.options import CommandValue
from services.queries.pictures import Style, ordered
from services.queries.visible_log import VisibleLog
from services.render.drawing import Drawing
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.steps import Shown
from services.render.theme import theme
from services.store.analyses import Analyses
from services.story.analysis import ANALYST, Account, Analysis, JudgedTurn, decode, played_part
from services.story.course import course, round_at
from services.tables.folding import MatchAt

State = Literal["none", "working", "failed", "made"]
Points = Annotated[float, Meta(description="In points, to two decimals; sums are exact to them.")]


class Progress(msgspec.Struct):
    """How far an analysis has come."""

    state: State
    judged: Annotated[int, Meta(description="Turns that are judged.")] = 0
    turns: Annotated[int, Meta(description="Turns that there are to judge; 0 until they were counted.")] = 0


class SaidCommand(msgspec.Struct):
    command: CommandValue
    label: str


class SourceAnswer(msgspec.Struct):
    source: str
    text: str
    points: Points


class JudgedAnswer(msgspec.Struct):
    """One turn: what was played, what the computer would have played, and what that is worth."""

    version: Annotated[int, Meta(description="The version on which it was decided.")]
    until: Annotated[int, Meta(description="The version that its last choice led to.")]
    seat: int
    round: Annotated[int, Meta(description="Counted from 1.")]
    played: list[SaidCommand]
    preferred: list[SaidCommand]
    same: Annotated[bool, Meta(description="Whether the computer would have played the same.")]
    loss: Annotated[Points, Meta(description="What was given away; below 0 if the player found more.")]
    error: Annotated[Points, Meta(description="The standard error of the loss.")]
    slip: Annotated[bool, Meta(description="Whether the loss is above a point and above two errors.")]
    before: Annotated[list[Points], Meta(description="What each seat could expect if the preferred was played.")]
    after: Annotated[list[Points], Meta(description="What each seat could expect after what was played.")]
    spread: Annotated[list[Points], Meta(description="The standard errors of `after`.")]
    sources: Annotated[list[SourceAnswer], Meta(description="What the preferred would have brought its seat more.")]


class AccountAnswer(msgspec.Struct):
    """Where the result of a seat came from: `start + own + others + luck` is `final`."""

    seat: int
    start: Points
    own: Points
    others: Points
    luck: Points
    final: Annotated[Points, Meta(description="How far ahead of its best opponent the seat was at the end.")]
    accuracy: Annotated[float, Meta(description="In per cent.")]
    turns: int
    best: Annotated[int, Meta(description="Turns that gave nothing away for certain.")]
    slips: int
    given: Annotated[Points, Meta(description="What the slips gave away together.")]


class AnalysisAnswer(msgspec.Struct):
    game_id: str
    head: Annotated[str, Meta(description="The head of the log with which the game ended.")]
    analyst: Annotated[int, Meta(description="Another analyst judges the same game otherwise.")]
    looks: Annotated[int, Meta(description="Turns tried in the mind for each turn that was judged.")]
    samples: Annotated[int, Meta(description="Fresh worlds in which both turns were played on.")]
    accounts: list[AccountAnswer]
    moments: Annotated[list[int], Meta(description="The turning points: places in `turns`, counted from 0.")]
    turns: list[JudgedAnswer]


class SaidStep(NamedTuple):
    """A command in words, and in signs and few words where the game has them."""

    label: str
    shown: Shown


class ToldAnalysis(NamedTuple):
    """An analysis with its words: the steps of what was played and preferred, and the round, turn by turn."""

    analysis: Analysis
    played: Sequence[Sequence[SaidStep]]
    preferred: Sequence[Sequence[SaidStep]]
    rounds: Sequence[int]


def require_over(log: VisibleLog) -> None:
    """Until a game is over nobody should know more than the table shows."""
    if not log.table.over:
        raise ProblemError(FORBIDDEN, told("analysis_not_over"), reason="not_over")


async def read_progress(log: VisibleLog, analyses: Analyses) -> Progress:
    """How far the analysis of a finished game has come."""
    require_over(log)
    if await stored_analysis(log, analyses) is not None:
        return Progress("made")
    found = await analyses.under_way(log.game_id)
    if found is None:
        return Progress("none")
    return Progress("failed" if found.failed else "working", len(found.judged), found.turns)


async def stored_analysis(log: VisibleLog, analyses: Analyses) -> Analysis | None:
    """The analysis of a finished game, if it was made by today's analyst of this very log."""
    require_over(log)
    whole = await analyses.whole(log.game_id)
    if whole is None:
        return None
    analysis = decode(whole)
    if analysis.analyst != ANALYST:
        return None
    end = played_part(await log.records(log.version))
    return analysis if end and end[-1].hash() == analysis.head else None


async def told_analysis(log: VisibleLog, analysis: Analysis, lang: str) -> ToldAnalysis:
    """The analysis in words; remembered, since everybody at the table reads it."""
    players = tuple(await log.players(lang))
    key = ("analysis", log.game_id, analysis.head, lang, players)
    pages = log.queries.pages
    known: ToldAnalysis | None = pages.get(key)
    if known is not None:
        return known
    records = await log.records(log.version)
    made = await log.queries.long_reads.run(len(records), lambda: _in_words(log, records, analysis, (lang, players)))
    pages.put(key, made, len(analysis.turns))
    return made


def _in_words(
    log: VisibleLog, records: Sequence[Record], analysis: Analysis, speech: tuple[str, Sequence[str]]
) -> ToldAnalysis:
    choices = course(log.codec, records)
    rounds = [round_at(choices, turn.version + 1) for turn in analysis.turns]
    words = _Labels(log, read(log.codec, records), speech).of(analysis.turns)
    return ToldAnalysis(analysis, [played for played, _ in words], [best for _, best in words], rounds)


class _Labels:
    """Goes through a log and stops where a turn was decided."""

    def __init__(self, log: VisibleLog, lines: Sequence[LoggedEvent], speech: tuple[str, Sequence[str]]) -> None:
        self._log, self._lines, self._speech = log, lines, speech

    def of(self, turns: Sequence[JudgedTurn]) -> list[tuple[list[SaidStep], list[SaidStep]]]:
        """What was played and what was preferred, in words."""
        gone, match = retracted(self._lines), Match(self._log.game, b"")
        wanted: dict[int, list[int]] = {}
        for number, turn in enumerate(turns):
            wanted.setdefault(turn.version, []).append(number)
        found: dict[int, tuple[list[SaidStep], list[SaidStep]]] = {}
        for line in self._lines:
            for number in wanted.get(line.version - 1, ()):
                turn = turns[number]
                found[number] = (self._said(match, turn, turn.played), self._said(match, turn, turn.best))
            if line.version not in gone:
                match.apply(line.event)
        return [found.get(number, ([], [])) for number in range(len(turns))]

    def _said(self, match: Match, turn: JudgedTurn, values: Sequence[Mapping[str, object]]) -> list[SaidStep]:
        said: list[SaidStep] = []
        seat, (lang, players) = Seat(turn.seat), self._speech
        game = match.game
        renderer = renderer_of(game.meta.slug)
        colours = theme("page", renderer.package)

        def watch(before: Match, command: Command) -> None:
            view = game.view(before.state, seat)
            facts = game.facts(view, command)
            label = game.words.describe(command, facts, lang=lang, players=players)
            drawing = Drawing(
                view=view, players=tuple(players), seat=seat, theme=colours, words=words_of(game), lang=lang
            )
            said.append(SaidStep(label, tuple(renderer.step(drawing, command, facts)) or (label,)))

        with suppress(BatchRefused):  # then nothing more can be said of it
            draft.preview(match, seat, self._log.codec.convert(values), watch)
        return said


def answer_of(log: VisibleLog, told_: ToldAnalysis, lang: str) -> AnalysisAnswer:
    """The analysis as the API tells it."""
    analysis = told_.analysis
    return AnalysisAnswer(
        game_id=log.game_id,
        head=analysis.head,
        analyst=analysis.analyst,
        looks=analysis.looks,
        samples=analysis.samples,
        accounts=[_account(seat, account) for seat, account in enumerate(analysis.accounts)],
        moments=list(analysis.moments),
        turns=[_turn(log, told_, number, lang) for number in range(len(analysis.turns))],
    )


def _account(seat: int, account: Account) -> AccountAnswer:
    return AccountAnswer(
        seat=seat,
        start=points(account.start),
        own=points(account.own),
        others=points(account.others),
        luck=points(account.luck),
        final=points(account.final),
        accuracy=account.accuracy / 10,
        turns=account.turns,
        best=account.best,
        slips=account.slips,
        given=points(account.given),
    )


def _turn(log: VisibleLog, told_: ToldAnalysis, number: int, lang: str) -> JudgedAnswer:
    turn = told_.analysis.turns[number]
    return JudgedAnswer(
        version=turn.version,
        until=turn.until,
        seat=turn.seat,
        round=told_.rounds[number],
        played=_said_commands(turn.played, told_.played[number]),
        preferred=_said_commands(turn.best, told_.preferred[number]),
        same=turn.is_best,
        loss=points(turn.loss),
        error=points(turn.error),
        slip=turn.slip > 0,
        before=[*map(points, turn.before)],
        after=[*map(points, turn.after)],
        spread=[*map(points, turn.spread)],
        sources=[
            SourceAnswer(source, log.game.words.name(source, lang), points(more))
            for source, more in turn.sources.items()
        ],
    )


def _said_commands(values: Sequence[Mapping[str, object]], steps: Sequence[SaidStep]) -> list[SaidCommand]:
    labels = [*(step.label for step in steps), *[""] * (len(values) - len(steps))]
    return [SaidCommand(dict(value), label) for value, label in zip(values, labels, strict=True)]


def points(hundredths: int) -> float:
    """Points of hundredths."""
    return hundredths / 100


async def ordered_preferred(log: VisibleLog, turn: JudgedTurn, style: Style) -> Ordered:
    """The picture of the board after the turn that the computer preferred, as its seat would have seen it."""
    queries, seat = log.queries, Seat(turn.seat)
    then = await queries.tables.at(log.game_id, Version(turn.version))
    folded = draft.preview(then.match, seat, log.codec.convert(turn.best)).match
    return await ordered(queries, MatchAt(log.game_id, folded, then.version, then.head), seat, style)
