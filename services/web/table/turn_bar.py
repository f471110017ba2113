"""The steps of a turn in signs, paths of things as forms carry them, and every option as a list."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from services.queries.asking import heading_of
from services.queries.positions import Position
from services.render import svg
from services.render.drawing import Drawing
from services.render.orders import words_of
from services.render.registry import renderer_of
from services.render.steps import Sign
from services.render.theme import Theme, theme

_SIGN = 24
"""The box of a sign, in its own units."""


class ShownStep(NamedTuple):
    """A step of the draft: what is read at a glance, and the whole of it in words."""

    shown: Sequence[Markup | str]
    label: str


class OfferedStep(NamedTuple):
    """A choice that the turn bar offers too: what is read at a glance, its words, and the thing that names it."""

    shown: Sequence[Markup | str]
    label: str
    handle: str


class ListedChoice(NamedTuple):
    """A legal option for those who do not point: its path as one text, and its words."""

    path: str
    label: str
    aside: bool


def listed_choices(position: Position, lang: str) -> list[tuple[str, list[ListedChoice]]]:
    """Every legal option under the headings of a menu; those that nobody waits for come last."""
    composed = position.composed
    if composed is None:
        return []
    groups: dict[str, list[ListedChoice]] = {}
    for choice in sorted(composed.pointing.choices, key=lambda it: it.command.ASIDE):
        heading = heading_of(position, composed, choice.command, lang)
        groups.setdefault(heading, []).append(ListedChoice(joined(choice.path), choice.label, choice.command.ASIDE))
    return [*groups.items()]


def shown_steps(position: Position, lang: str) -> list[ShownStep]:
    """The steps of the reader's draft, in signs and few words where the game has them."""
    composed = position.composed
    if composed is None or not composed.commands:
        return []
    told = zip(composed.commands, composed.facts, composed.labels, strict=True)
    renderer, drawing = renderer_of(position.game.meta.slug), _spoken(position, lang)
    return [
        ShownStep([drawn_sign(one, drawing.theme) for one in renderer.step(drawing, command, facts)] or [label], label)
        for command, facts, label in told
    ]


def offered_steps(position: Position, lang: str) -> list[OfferedStep]:
    """The choices that the turn bar offers by what they lead to; each is pointed at by one thing."""
    composed = position.composed
    renderer = renderer_of(position.game.meta.slug)
    wanted = [it for it in composed.pointing.choices if type(it.command) in renderer.in_bar] if composed else []
    if not wanted:
        return []
    drawing = _spoken(position, lang)
    return [
        OfferedStep(
            [
                drawn_sign(one, drawing.theme)
                for one in renderer.step(drawing, it.command, position.game.facts(position.view, it.command))
            ],
            it.label,
            joined(it.path),
        )
        for it in wanted
    ]


def _spoken(position: Position, lang: str) -> Drawing:
    """What a game's renderer says steps by: its words and colours, and whose they are."""
    renderer = renderer_of(position.game.meta.slug)
    return Drawing(
        view=position.view,
        players=tuple(position.players),
        seat=position.seat,
        theme=theme("page", renderer.package),
        words=words_of(position.game),
        lang=lang,
    )


def drawn_sign(one: Sign | str, colours: Theme) -> Markup | str:
    """A sign as a picture in the line, of the symbols that the page has."""
    if isinstance(one, str):
        return one
    colour = colours[one.colour] if one.colour else None
    use = svg.element("use", href=f"#{one.icon}", width=_SIGN, height=_SIGN, color=colour)
    drawn = svg.element("svg", use, class_="sign", viewBox=f"0 0 {_SIGN} {_SIGN}", aria_hidden="true")
    return Markup(drawn)  # noqa: S704 - names of symbols and colours are our own


def joined(path: Sequence[str]) -> str:
    """A path as one text, for a form or an address; no handle holds a blank."""
    return " ".join(path)


def parted(path: str) -> tuple[str, ...]:
    """The path that a text stands for."""
    return tuple(path.split())
