"""`/games/{id}/analysis`: what the computer thinks of a finished game, and the way to have it think.

Everything is a link: which seat is looked at, which turns are listed, which one is open. So it works without a script.
"""

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from services.acts import analyses
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.analysis import SaidStep, ToldAnalysis, read_progress, stored_analysis, told_analysis
from services.queries.curves import curve_of, headline, looked_at, signed
from services.queries.queries import ReadRequest
from services.queries.visible_log import VisibleLog, open_log
from services.render.curve import curve_on_page
from services.render.icons import definitions
from services.render.registry import renderer_of
from services.render.steps import Sign
from services.render.theme import theme
from services.story.analysis import JudgedTurn
from services.story.moments import decimal_in_words
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of
from services.web.table.turn_bar import drawn_sign
from services.web.texts import said

OfSeat = Annotated[int | None, QueryParameter(ge=0, le=15)]
Everyone = Annotated[bool, QueryParameter()]
Whole = Annotated[bool, QueryParameter(name="all")]
Opened = Annotated[int | None, QueryParameter(name="turn", ge=0, le=2**31)]
_MOST_REASONS = 5
_LEAST_REASON = 10
"""Points of a source that hardly differ, in hundredths, are no reason."""
_WIDEST_GAP = 1000
"""A loss of so many hundredths fills the bar."""


class Selection(NamedTuple):
    """What the reader wants to see."""

    game_id: str
    seat: int
    everyone: bool = False
    whole: bool = False
    turn: int | None = None

    def address(self, **other: Any) -> str:  # noqa: ANN401 - each has its own type
        """The page with something else chosen."""
        chosen = self._replace(**other)
        words = [f"seat={chosen.seat}"]
        words += ["everyone=true"] if chosen.everyone else []
        words += ["all=true"] if chosen.whole else []
        words += [f"turn={chosen.turn}"] if chosen.turn is not None else []
        return f"/games/{self.game_id}/analysis?{'&'.join(words)}"


class Row(NamedTuple):
    """A turn in the list."""

    number: int
    turn: JudgedTurn
    round: int
    played: Sequence[SaidStep]
    preferred: Sequence[SaidStep]
    gap: str
    wide: int
    """How much of the bar is filled, in per cent."""


class Reason(NamedTuple):
    """What the better turn brings more, from a source."""

    text: str
    points: str


@get("/games/{game_id:str}/analysis")
async def analysis_page(
    request: AnyRequest,
    web: Web,
    game_id: FromPath[str],
    seat: OfSeat = None,
    turn: Opened = None,
    *,
    everyone: Everyone = False,
    whole: Whole = False,
) -> Response[bytes]:
    """The analysis, or how far it is."""
    web.acts.read_limit.take(request)
    lang = language_of(request)
    log = await open_log(web.acts, ReadRequest(game_id, user_of(request)))
    players = await log.players(lang)
    common: dict[str, Any] = {
        "here": "tables",
        "log": log,
        "players": players,
        "name": log.table.title or log.game.name_in(lang),
    }
    if not log.table.over:
        return await web.page(request, "analysis/before.html", state="running", progress=None, **common)
    stored = await stored_analysis(log, web.acts.services.analyses)
    if stored is None:
        progress = await read_progress(log, web.acts.services.analyses)
        return await web.page(request, "analysis/before.html", state=progress.state, progress=progress, **common)
    told = await told_analysis(log, stored, lang)
    looked = seat if seat is not None and seat < len(players) else log.seat or 0
    opened = turn if turn is not None and turn < len(stored.turns) else None
    shown = Selection(game_id, looked, everyone, whole, opened)
    rows = rows_of(told, lang)
    chosen = [(everyone or row.turn.seat == looked) and (whole or row.turn.slip > 0) for row in rows]
    listed = [row for row, wanted in zip(rows, chosen, strict=True) if wanted or row.number == opened]
    return await web.page(
        request,
        "analysis/analysis.html",
        told=told,
        analysis=stored,
        shown=shown,
        headline=headline(log, told, players, lang),
        curves=_curves(log, told, shown, players, lang),
        rows=rows,
        listed=listed,
        symbols=_symbols(log, told),
        sign=lambda one: drawn_sign(one, theme("page", renderer_of(log.game.meta.slug).package)),
        worth=sum(row.turn.slip > 0 and (everyone or row.turn.seat == looked) for row in rows),
        reasons=[] if opened is None else _reasons(log, stored.turns[opened], lang),
        next_slip=_next_slip(listed, opened),
        people=any(chair.human for chair in log.table.chairs),
        signed=lambda hundredths: signed(hundredths, lang),
        plain=lambda hundredths: decimal_in_words(hundredths / 100, lang),
        **common,
    )


def rows_of(told: ToldAnalysis, lang: str) -> list[Row]:
    """Every turn."""
    return [
        Row(
            number,
            turn,
            told.rounds[number],
            told.played[number],
            told.preferred[number],
            signed(-turn.loss, lang),
            min(100, max(4, 100 * turn.slip // _WIDEST_GAP)),
        )
        for number, turn in enumerate(told.analysis.turns)
    ]


def _symbols(log: VisibleLog, told: ToldAnalysis) -> str:
    """The symbols of all signs that steps are shown by."""
    turns = (*told.played, *told.preferred)
    signs = {one.icon for turn in turns for step in turn for one in step.shown if isinstance(one, Sign)}
    package = renderer_of(log.game.meta.slug).package
    return definitions(package, frozenset(signs), theme("page", package))


def _curves(log: VisibleLog, told: ToldAnalysis, shown: Selection, players: Sequence[str], lang: str) -> list[str]:
    names = {"name": players[shown.seat]}
    captions = said("analysis.chose", lang, names), said("analysis.fell", lang, names)
    curve = curve_of(told, players, said("analysis.who", lang, {}))
    drawn = looked_at(curve, told.analysis, shown.seat, captions, shown.turn)
    return [curve_on_page(drawn, "wide"), curve_on_page(drawn, "narrow")] if log.table.over else []


def _reasons(log: VisibleLog, turn: JudgedTurn, lang: str) -> list[Reason]:
    """The weightiest sources first; what makes no difference is left out."""
    weighty = sorted(turn.sources.items(), key=lambda source: -abs(source[1]))
    name = log.game.words.name
    told = [
        Reason(name(source, lang), signed(points, lang)) for source, points in weighty if abs(points) >= _LEAST_REASON
    ]
    return told[:_MOST_REASONS]


def _next_slip(listed: Sequence[Row], opened: int | None) -> int | None:
    later = (row.number for row in listed if opened is not None and row.number > opened and row.turn.slip)
    return next(later, None)


@post("/games/{game_id:str}/analysis")
async def ask_for_analysis(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Redirect:
    """Have the computer analyse the game."""
    form = await form_of(request)
    await analyses.analyse(web.acts, ask_of(request, form), game_id)
    return Redirect(f"/games/{game_id}/analysis", status_code=303)


HANDLERS = [analysis_page, ask_for_analysis]
