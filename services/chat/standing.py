"""How a table stands, in a few lines: what is played, whose turn it is and until when, who leads."""

from collections.abc import Iterable

from domain.kernel.clock import Millis
from domain.kernel.ids import GameId
from domain.kernel.timekeeping import deadline
from projections.moments import moment_in_words
from services.chat.asked import Asked
from services.outbound.chat.message import Line, LinkButton, Moment, Plain
from services.play.positions import Position
from services.render.drawing import Drawing
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.theme import theme


def title_line(asked: Asked, position: Position) -> Line:
    """The game, what the table is called, and how far it is."""
    where = renderer_of(position.game.meta.slug).position(drawing_of(asked, position))
    parts = [position.game.name_in(asked.lang), position.table.title, where]
    return Line((Plain(" · ".join(part for part in parts if part)),), "heading")


def standing_lines(asked: Asked, position: Position) -> list[Line]:
    """Whose turn it is and until when, or how the game ended."""
    table, names = position.table, position.players
    if table.result is not None:
        return [asked.line("standing.won", winners=_listed(names[seat] for seat in table.result.winners))]
    if table.over:
        return [asked.line("standing.abandoned")]
    if position.turn == "system":
        return [asked.line("standing.scoring")]
    if position.turn == "yours":
        return [asked.line("standing.yours"), *_until(asked, _due(position))]
    waiting = _listed(names[seat] for seat in position.to_act)
    return [asked.line("standing.waiting", players=waiting), *_until(asked, _due(position))]


def score_line(position: Position) -> Line:
    """Who has how many points."""
    order = sorted(range(len(position.players)), key=lambda seat: -position.scores[seat])
    return Line((Plain(" · ".join(f"{position.players[seat]} {position.scores[seat]}" for seat in order)),), "small")


def moment(asked: Asked, at: Millis) -> Moment:
    """A moment for a message, in the reader's zone where the platform can show it."""
    return Moment(at, moment_in_words(at, "UTC", asked.lang))


def browser_button(asked: Asked, game_id: GameId) -> LinkButton:
    """The table in the browser."""
    return LinkButton(asked.say("button.browser"), f"{asked.deps.games.public_url}/games/{game_id}")


def drawing_of(asked: Asked, position: Position) -> Drawing:
    """What the game's renderer names things by."""
    return Drawing(
        view=position.view,
        players=tuple(position.players),
        seat=position.seat,
        theme=theme("page", renderer_of(position.game.meta.slug).package),
        words=words_of(position.game),
        lang=asked.lang,
    )


def _until(asked: Asked, due: Millis | None) -> list[Line]:
    return [] if due is None else [asked.line("standing.until", "small", moment=moment(asked, due))]


def _due(position: Position) -> Millis | None:
    """When the reader's time runs out, or that of whoever acts."""
    table, seat = position.table, position.seat
    if table.clock is None or table.over:
        return None
    own = deadline(table.clock, table.clocks, seat) if seat is not None and position.turn == "yours" else None
    return table.due() if own is None else own


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
