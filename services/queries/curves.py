"""The curve of an analysis as its reader sees it, and the sentence that sums the game up."""

from collections.abc import Sequence
from itertools import pairwise

from services.queries.analysis import ToldAnalysis
from services.queries.captions import WORDS
from services.queries.drawing_processes import Ordered
from services.queries.pictures import tag_of
from services.queries.visible_log import VisibleLog
from services.render.curve import Curve, CurvePoint, Poster
from services.render.orders import CurveOrder, Look
from services.render.seats import letters
from services.story.analysis import Account, Analysis
from services.story.moments import decimal_in_words

_EARLY = 0.2
"""Who is ahead from so early on was ahead all game long."""


def curve_of(told: ToldAnalysis, players: Sequence[str], title: str) -> Curve:
    """The curve of every seat, with nobody looked at."""
    analysis = told.analysis
    lines = tuple(_line(analysis, seat) for seat in range(len(analysis.accounts)))
    return Curve(len(analysis.turns), lines, _rounds(told.rounds), analysis.moments, tuple(letters(players)), title)


def _line(analysis: Analysis, seat: int) -> tuple[CurvePoint, ...]:
    """A seat's line goes from one of its own turns to the next: only there it is judged as far ahead as before."""
    account, turns = analysis.accounts[seat], analysis.turns
    places = [
        CurvePoint(number, turn.after[seat], turn.spread[seat])
        for number, turn in enumerate(turns, 1)
        if turn.seat == seat
    ]
    spread = places[0].spread if places else 0
    return CurvePoint(0, account.start, spread), *places, CurvePoint(len(turns) + 1, account.final)


def looked_at(curve: Curve, analysis: Analysis, seat: int, captions: tuple[str, str], now: int | None) -> Curve:
    """The same with the strips of a seat: what it chose and what fell to it add up to each step of its line."""
    own, fell = [0] * (curve.turns + 1), [0] * (curve.turns + 1)
    for before, place in pairwise(curve.lines[seat]):
        chosen = -analysis.turns[place.at - 1].loss if place.at <= curve.turns else 0
        own[place.at - 1] = chosen
        fell[place.at - 1] = place.points - before.points - chosen
    return curve._replace(own=tuple(own), fell=tuple(fell), captions=captions, now=now)


def _rounds(rounds: Sequence[int]) -> tuple[tuple[int, int], ...]:
    begins: dict[int, int] = {}
    for turn, number in enumerate(rounds):
        begins.setdefault(number, turn)
    return tuple(begins.items())


def lead_for_good(told: ToldAnalysis, winner: int) -> int | None:
    """The round in which a winner took the lead for good; none if the winner led from early on."""
    own = [number for number, turn in enumerate(told.analysis.turns) if turn.seat == winner]
    behind = [number for number in own if told.analysis.turns[number].after[winner] <= 0]
    if not behind or behind[-1] < _EARLY * len(told.analysis.turns):
        return None
    return told.rounds[next((number for number in own if number > behind[-1]), own[-1])]


def headline(log: VisibleLog, told: ToldAnalysis, players: Sequence[str], lang: str) -> str:
    """The game in a sentence."""
    result = log.table.result
    if result is None:
        return WORDS.say("analysis.cut", {}, lang=lang)
    if len(result.winners) != 1:
        return WORDS.say("analysis.shared", {}, lang=lang)
    winner = result.winners[0]
    number = lead_for_good(told, winner)
    key = "early" if number is None else "took"
    return WORDS.say(f"analysis.{key}", {"name": players[winner], "round": number}, lang=lang)


async def ordered_curve(log: VisibleLog, told: ToldAnalysis, look: Look, lang: str, width: int) -> Ordered:
    """The order for a picture of the whole analysis, for a chat."""
    players = await log.players(lang)
    order = CurveOrder(
        curve=curve_of(told, players, WORDS.say("analysis.curve", {}, lang=lang)),
        around=Poster(
            game=" · ".join(filter(None, (log.game.name_in(lang), log.table.title))),
            headline=headline(log, told, players, lang),
            lines=tuple(
                WORDS.say("analysis.line", {"name": name, **_figures(account, lang)}, lang=lang)
                for name, account in zip(players, told.analysis.accounts, strict=True)
            ),
        ),
        look=look,
    )
    return Ordered(tag_of(["analysis", order, width]), log.game.meta.slug, order, width)


def _figures(account: Account, lang: str) -> dict[str, str]:
    return {
        "accuracy": f"{(account.accuracy + 5) // 10}",
        "given": decimal_in_words(account.given / 100, lang),
        "luck": signed(account.luck, lang),
    }


def signed(hundredths: int, lang: str) -> str:
    """Points with their sign, and one decimal."""
    words = decimal_in_words(abs(hundredths) / 100, lang)
    return words if words == decimal_in_words(0, lang) else ("+" if hundredths > 0 else "\N{MINUS SIGN}") + words
