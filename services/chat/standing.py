"""How a table stands, in a few lines: what is played, whose turn it is and until when, who leads."""

from collections.abc import Iterable

from domain.kernel.clock import Millis
from domain.kernel.timekeeping import deadline
from services.chat.call import ChatCall
from services.chat.message import ChatLine, ChatMoment, Plain, text_line
from services.queries.positions import Position
from services.render.drawing import Drawing
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.theme import theme
from services.story.moments import moment_in_words


def title_line(call: ChatCall, position: Position) -> ChatLine:
    """The game, what the table is called, and how far it is."""
    where = renderer_of(position.game.meta.slug).position(drawing_of(call, position))
    parts = [position.game.name_in(call.lang), position.table.title, where]
    return text_line(" · ".join(part for part in parts if part), "heading")


def standing_lines(call: ChatCall, position: Position) -> list[ChatLine]:
    """Whose turn it is and until when, or how the game ended."""
    table, names = position.table, position.players
    if table.result is not None:
        return [call.line("standing.won", winners=_listed(names[seat] for seat in table.result.winners))]
    if table.over:
        return [call.line("standing.abandoned")]
    if position.turn == "system":
        return [call.line("standing.scoring")]
    if position.turn == "yours":
        return [call.line("standing.yours"), *_until(call, _due(position))]
    waiting = _listed(names[seat] for seat in position.to_act)
    return [call.line("standing.waiting", players=waiting), *_until(call, _due(position))]


def score_line(position: Position) -> ChatLine:
    """Who has how many points."""
    order = sorted(range(len(position.players)), key=lambda seat: -position.scores[seat])
    return ChatLine(
        (Plain(" · ".join(f"{position.players[seat]} {position.scores[seat]}" for seat in order)),), "small"
    )


def moment(call: ChatCall, at: Millis) -> ChatMoment:
    """A moment for a message, in the reader's zone where the platform can show it."""
    return ChatMoment(at, moment_in_words(at, "UTC", call.lang))


def drawing_of(call: ChatCall, position: Position) -> Drawing:
    """What the game's renderer names things by."""
    return Drawing(
        view=position.view,
        players=tuple(position.players),
        seat=position.seat,
        theme=theme("page", renderer_of(position.game.meta.slug).package),
        words=words_of(position.game),
        lang=call.lang,
    )


def _until(call: ChatCall, due: Millis | None) -> list[ChatLine]:
    return [] if due is None else [call.line("standing.until", "small", moment=moment(call, due))]


def _due(position: Position) -> Millis | None:
    """When the reader's time runs out, or that of whoever acts."""
    table, seat = position.table, position.seat
    if table.clock is None or table.over:
        return None
    own = deadline(table.clock, table.clocks, seat) if seat is not None and position.turn == "yours" else None
    return table.due() if own is None else own


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
