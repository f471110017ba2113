"""A turn under composition as a private message: what is asked, the steps so far, menus of what can follow."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from services.chat.call import HERE, ChatCall
from services.chat.menus import ROOT, MenuLine, MenuNode, TurnOption, command_line, find_node, groups, lines
from services.chat.message import (
    BoardWanted,
    Bold,
    Button,
    ButtonStyle,
    ChatLine,
    ChatPicture,
    LinkButton,
    Menu,
    Message,
    Plain,
)
from services.chat.reference import Reference
from services.chat.standing import drawing_of, standing_lines, title_line
from services.queries.asking import ask_of, heading_of
from services.queries.composing import Composed
from services.queries.positions import Position
from services.queries.refusals import refusal_in_words
from services.render.registry import renderer_of


class MenuPlace(NamedTuple):
    """Where in the menus somebody is: a node by its name, and a page of a menu."""

    node: str = ""
    page: int = 0


START = MenuPlace()


def turn_message(
    call: ChatCall, position: Position, place: MenuPlace = START, news: Sequence[ChatLine] = ()
) -> Message:
    """The turn of whoever asks, as far as it is composed; the `news` come first."""
    composed = position.composed
    shown = [title_line(call, position), *news]
    if composed is None:
        return _message(call, position, [*shown, *standing_lines(call, position)])
    options = options_of(call, position, composed)
    owed = [one for one in options if not one.command.ASIDE]
    shown += [*_dropped(call, position, composed), *_steps(call, composed), *_question(call, position, composed)]
    node = find_node(owed, place.node)
    menus = [*_menus(call, position, owed, node, place.page), *_asides(call, position, options)]
    return _message(call, position, shown, menus, _buttons(call, position, composed, node))


def options_of(call: ChatCall, position: Position, composed: Composed) -> list[TurnOption]:
    """Every command that may follow, with its heading."""
    return [
        TurnOption(one.command, one.label, heading_of(position, composed, one.command, call.lang), one.path)
        for one in composed.pointing.choices
    ]


def _carried(position: Position, action: str, part: str = "", page: int = 0) -> Reference:
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
    call: ChatCall,
    position: Position,
    shown: Sequence[ChatLine],
    menus: Sequence[Menu] = (),
    buttons: Sequence[Button | LinkButton] = (),
) -> Message:
    drafted = position.composed.digest if position.drafted and position.composed else ""
    wanted = BoardWanted(position.game_id, position.version, call.lang, call.user, drafted)
    alt = call.say("board.alt_draft" if drafted else "board.alt", game=position.game.name_in(call.lang))
    message = call.tell(*shown, menus=menus, buttons=(*buttons, call.browser()))
    return replace(message, picture=ChatPicture(alt, wanted))


def _dropped(call: ChatCall, position: Position, composed: Composed) -> list[ChatLine]:
    """That a part of the stored draft is not legal any more, and why."""
    if composed.refused is None:
        return []
    why = refusal_in_words(position.game, composed.refused, call.lang)
    return [call.line("turn.dropped", why=why)]


def _steps(call: ChatCall, composed: Composed) -> list[ChatLine]:
    """The steps chosen so far, and the points that they bring."""
    steps = [ChatLine((Plain(f"{number}. "), Bold(label))) for number, label in enumerate(composed.labels, start=1)]
    return [*steps, call.line("turn.points", points=composed.points)] if composed.points else steps


def _question(call: ChatCall, position: Position, composed: Composed) -> list[ChatLine]:
    """What the game asks now, or that the turn is complete; otherwise for whom the table waits."""
    if composed.ends == "reveals":
        return [call.line("turn.reveals")]
    if composed.commands and composed.ends == "passes":
        return [call.line("turn.whole")]
    ask = ask_of(position, call.lang)
    if ask is None:
        return standing_lines(call, position)
    return [ChatLine((Bold(ask.title),))]


def _menus(call: ChatCall, position: Position, owed: Sequence[TurnOption], node: MenuNode, page: int) -> list[Menu]:
    """The menu of a node; once a kind is chosen, above it the kinds, so that another one is a press away."""
    if not owed:
        return []
    name = _namer(call, position)
    below = lines(owed, node, name, call.lang)
    menus = [] if node == ROOT else [_menu(call, position, lines(owed, ROOT, name, call.lang), ROOT, 0)]
    return [*menus, _menu(call, position, below, node, page)]


def _menu(call: ChatCall, position: Position, choices: Sequence[MenuLine], node: MenuNode, page: int) -> Menu:
    words = call.say("turn.choose") if node == ROOT else call.say("turn.choose_of", what=node.heading)
    return Menu(words, groups(choices), _carried(position, "pick", node.name, page))


def _asides(call: ChatCall, position: Position, options: Sequence[TurnOption]) -> list[Menu]:
    """What nobody waits for: given at once, beside the turn."""
    asides = [one for one in options if one.command.ASIDE]
    if not asides:
        return []
    listed = [command_line(one) for one in asides]
    return [Menu(call.say("turn.aside"), groups(listed), _carried(position, "aside"))]


def _buttons(call: ChatCall, position: Position, composed: Composed, node: MenuNode) -> list[Button]:
    def button(action: str, style: ButtonStyle = "plain", part: str = "") -> Button:
        return call.button(_carried(position, action, part), style)

    back = [button("back", part=node.name)]
    if not composed.commands:
        return [*(back if node != ROOT else []), button("undo", part=HERE)]
    return [button("confirm", "confirm" if composed.ends else "main"), *back, button("discard", "danger")]


def _namer(call: ChatCall, position: Position) -> Callable[[str], str]:
    renderer, drawing = renderer_of(position.game.meta.slug), drawing_of(call, position)
    return lambda thing: renderer.thing_name(drawing, thing)
