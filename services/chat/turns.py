"""A turn under composition as a private message: what is asked, the steps so far, menus of what can follow."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from services.chat.asked import Asked
from services.chat.menus import ROOT, Line, Node, Option, command_line, find_node, groups, lines
from services.chat.standing import browser_button, drawing_of, standing_lines, title_line
from services.outbound.chat.message import (
    BoardWanted,
    Bold,
    Button,
    ButtonStyle,
    LinkButton,
    Menu,
    Message,
    Picture,
    Plain,
)
from services.outbound.chat.message import Line as TextLine
from services.outbound.chat.reference import Reference
from services.play.asking import ask_of, heading_of
from services.play.positions import Position
from services.queries.composing import Composed
from services.queries.refusals import refusal_in_words
from services.render.registry import renderer_of


class Place(NamedTuple):
    """Where in the menus somebody is: a node by its name, and a page of a menu."""

    node: str = ""
    page: int = 0


START = Place()


def turn_message(asked: Asked, position: Position, place: Place = START, told: Sequence[TextLine] = ()) -> Message:
    """The turn of whoever asks, as far as it is composed; what was just `told` comes first."""
    composed = position.composed
    shown = [title_line(asked, position), *told]
    if composed is None:
        return _message(asked, position, [*shown, *standing_lines(asked, position)])
    options = options_of(asked, position, composed)
    owed = [one for one in options if not one.command.ASIDE]
    shown += [*_dropped(asked, position, composed), *_steps(asked, composed), *_question(asked, position, composed)]
    node = find_node(owed, place.node)
    menus = [*_menus(asked, position, owed, node, place.page), *_asides(asked, position, options)]
    return _message(asked, position, shown, menus, _buttons(asked, position, composed, node))


def options_of(asked: Asked, position: Position, composed: Composed) -> list[Option]:
    """Every command that may follow, with its heading."""
    return [
        Option(one.command, one.label, heading_of(position, composed, one.command, asked.lang), one.path)
        for one in composed.pointing.choices
    ]


def carried(position: Position, action: str, part: str = "", page: int = 0) -> Reference:
    """What a button of the turn carries: the table as it was shown, and the draft."""
    return Reference(
        action=action,
        game=position.game_id,
        seat=position.seat,
        version=position.version,
        draft=position.composed.digest if position.composed else "",
        part=part,
        page=page,
    )


def _message(
    asked: Asked,
    position: Position,
    shown: Sequence[TextLine],
    menus: Sequence[Menu] = (),
    buttons: Sequence[Button | LinkButton] = (),
) -> Message:
    drafted = position.composed.digest if position.drafted and position.composed else ""
    wanted = BoardWanted(position.game_id, position.version, asked.lang, asked.user, drafted)
    alt = asked.say("board.alt_draft" if drafted else "board.alt", game=position.game.name_in(asked.lang))
    return Message(
        lines=tuple(shown),
        picture=Picture(alt, wanted),
        menus=tuple(menus),
        buttons=(*buttons, browser_button(asked, position.game_id)),
        private=True,
        replaces=asked.replaces,
    )


def _dropped(asked: Asked, position: Position, composed: Composed) -> list[TextLine]:
    """That a part of the stored draft is not legal any more, and why."""
    if composed.refused is None:
        return []
    why = refusal_in_words(position.game, composed.refused, asked.lang)
    return [asked.line("turn.dropped", why=why)]


def _steps(asked: Asked, composed: Composed) -> list[TextLine]:
    """The steps chosen so far, and the points that they bring."""
    steps = [TextLine((Plain(f"{number}. "), Bold(label))) for number, label in enumerate(composed.labels, start=1)]
    return [*steps, asked.line("turn.points", points=composed.points)] if composed.points else steps


def _question(asked: Asked, position: Position, composed: Composed) -> list[TextLine]:
    """What the game asks now, or that the turn is complete; otherwise for whom the table waits."""
    if composed.ends == "reveals":
        return [asked.line("turn.reveals")]
    if composed.commands and composed.ends == "passes":
        return [asked.line("turn.whole")]
    ask = ask_of(position, asked.lang)
    if ask is None:
        return standing_lines(asked, position)
    return [TextLine((Bold(ask.title),))]


def _menus(asked: Asked, position: Position, owed: Sequence[Option], node: Node, page: int) -> list[Menu]:
    """The menu of a node; once a kind is chosen, above it the kinds, so that another one is a press away."""
    if not owed:
        return []
    name = _namer(asked, position)
    found = lines(owed, node, name, asked.lang)
    menus = [] if node == ROOT else [_menu(asked, position, lines(owed, ROOT, name, asked.lang), ROOT, 0)]
    return [*menus, _menu(asked, position, found, node, page)]


def _menu(asked: Asked, position: Position, found: Sequence[Line], node: Node, page: int) -> Menu:
    words = asked.say("turn.choose") if node == ROOT else asked.say("turn.choose_of", what=node.heading)
    return Menu(words, groups(found), carried(position, "pick", node.name, page))


def _asides(asked: Asked, position: Position, options: Sequence[Option]) -> list[Menu]:
    """What nobody waits for: given at once, beside the turn."""
    asides = [one for one in options if one.command.ASIDE]
    if not asides:
        return []
    listed = [command_line(one) for one in asides]
    return [Menu(asked.say("turn.aside"), groups(listed), carried(position, "aside"))]


def _buttons(asked: Asked, position: Position, composed: Composed, node: Node) -> list[Button]:
    drafted, found = bool(composed.commands), []
    if drafted:
        style: ButtonStyle = "confirm" if composed.ends else "main"
        found.append(Button(asked.say("button.confirm"), carried(position, "confirm"), style))
    if drafted or node != ROOT:
        found.append(Button(asked.say("button.back"), carried(position, "back", node.name)))
    if drafted:
        found.append(Button(asked.say("button.discard"), carried(position, "discard"), "danger"))
    else:
        found.append(Button(asked.say("button.undo"), carried(position, "undo", "here")))
    return found


def _namer(asked: Asked, position: Position) -> Callable[[str], str]:
    renderer, drawing = renderer_of(position.game.meta.slug), drawing_of(asked, position)
    return lambda thing: renderer.thing_name(drawing, thing)
