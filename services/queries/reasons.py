"""Why something on the table cannot be pointed at now, in the words of the rules.

A thing stands for the commands whose paths name it. Those are put to the rules, which refuse them and say why; a reason
that would tell nothing (nobody asks for that now) is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from domain.kernel import draft
from domain.kernel.errors import BatchRefused, IllegalMove
from domain.kernel.game import Command
from services.queries.composing import Composed
from services.render.registry import renderer_of
from services.render.renderer import Renderer

_TELLS_NOTHING = frozenset({"not_offered", "not_your_turn", "after_reveal"})
_BLANKS: Sequence[object] = ("", 1, [])
"""What a field holds that the thing says nothing about: a text, a number, a list."""


def why_not(composed: Composed, path: Sequence[str], thing: str) -> IllegalMove | None:
    """The reason why a thing cannot follow what was pointed at so far; none if the rules have nothing to say on it."""
    for command in _meant_by(composed, path, thing):
        try:
            draft.preview(composed.match, composed.seat, [command])
        except BatchRefused as refusal:
            if refusal.cause.reason not in _TELLS_NOTHING:
                return refusal.cause
    return None


def _meant_by(composed: Composed, path: Sequence[str], thing: str) -> Iterator[Command]:
    """The commands that pointing at the thing would mean: like one that is legal, or else blank but for the thing."""
    renderer, aim = renderer_of(composed.match.game.meta.slug), (*path, thing)
    legal = [choice.command for choice in composed.pointing.beginning_with(path)]
    for kind in composed.match.game.commands:
        like = next((msgspec.to_builtins(command) for command in legal if type(command) is kind), None) or _blank(kind)
        for known in _known_by(renderer, thing, [*like]):
            command = _converted({**like, **known}, kind)
            if command is not None and _path(renderer, command)[: len(aim)] == aim:
                yield command


def _known_by(renderer: Renderer, thing: str, names: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """What a thing may say about fields: one of them, or by its parts as many that follow each other."""
    for value in renderer.values(thing):
        parts = value.split(":")
        for start, name in enumerate(names):
            yield {name: value}
            if len(parts) > 1:
                yield dict(zip(names[start:], parts, strict=False))


def _path(renderer: Renderer, command: Command) -> Sequence[str]:
    try:
        return renderer.handles(command)
    except KeyError:  # it names something that there is not
        return ()


@cache
def _blank(kind: type[Command]) -> Mapping[str, object]:
    """The fields of a command about which nothing is known; one that takes no blank must be what is pointed at."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    fitting = {name: [one for one in _BLANKS if _converted(one, shape) is not None] for name, shape in fields.items()}
    return {"type": kind.__name__, **{name: (blanks or [None])[0] for name, blanks in fitting.items()}}


def _converted(value: object, shape: Any) -> Any:  # noqa: ANN401 - a type that is known by its annotation alone
    try:
        return msgspec.convert(value, shape, strict=False)
    except msgspec.ValidationError:
        return None
