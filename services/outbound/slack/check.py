"""What Slack would refuse of a body, beyond what the types of its fields say.

Slack takes some bodies and then shows nothing, and tells of others only by a code. So everything that is sent passes
here first.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET

from services.outbound.slack import limits
from services.outbound.slack.blocks import (
    ActionsBlock,
    ExternalSelect,
    Image,
    Input,
    SlackBody,
    SlackButton,
    SlackOption,
    SlackSelect,
    SlackView,
    Suggestions,
    ViewBlock,
)

_Thing = TypeVar("_Thing")
Element = SlackButton | SlackSelect | ExternalSelect


class SlackRefuses(ValueError):
    """Slack would refuse this: where it stands, as a JSON pointer, and a sentence."""

    def __init__(self, pointer: str, why: str) -> None:
        super().__init__(f"{why} [json-pointer:{pointer}]")
        self.pointer = pointer


def checked_body(body: SlackBody) -> dict[str, Any]:
    """A message as it is sent; `SlackRefuses` if Slack would refuse it."""
    return _checked(body, SlackBody, check_body)


def checked_view(view: SlackView) -> dict[str, Any]:
    """A modal as it is sent; `SlackRefuses` if Slack would refuse it."""
    return _checked(view, SlackView, check_view)


def checked_suggestions(found: Suggestions) -> dict[str, Any]:
    """What is suggested as it is sent; `SlackRefuses` if Slack would refuse it."""
    return _checked(found, Suggestions, check_suggestions)


def _checked(thing: _Thing, kind: type[_Thing], check: Callable[[_Thing], None]) -> dict[str, Any]:
    """Only reading holds fields to their types: so it is read as Slack would."""
    written: dict[str, Any] = msgspec.to_builtins(thing)
    try:
        check(msgspec.convert(written, kind))
    except msgspec.ValidationError as error:
        raise SlackRefuses("", str(error)) from None
    return written


def check_body(body: SlackBody) -> None:
    """Raise `SlackRefuses` for a message."""
    if not body.text.strip():
        raise SlackRefuses("/text", "no text")
    _check_blocks(body.blocks, "/blocks")


def check_view(view: SlackView) -> None:
    """Raise `SlackRefuses` for a modal."""
    _check_blocks(view.blocks, "/view/blocks")
    if view.submit is UNSET and any(isinstance(block, Input) for block in view.blocks):
        raise SlackRefuses("/view/submit", "missing required field: submit")
    if len(msgspec.json.encode(view)) > limits.VIEW_BYTES:
        raise SlackRefuses("/view", "view_too_large")


def check_suggestions(suggestions: Suggestions) -> None:
    """Raise `SlackRefuses` for what is suggested."""
    _check_options(suggestions.options, "/options")


def elements(blocks: Sequence[ViewBlock]) -> Iterator[Element]:
    """Everything that can be pressed or chosen from."""
    for block in blocks:
        if isinstance(block, ActionsBlock):
            yield from block.elements


def _check_blocks(blocks: Sequence[ViewBlock], pointer: str) -> None:
    named = Counter(block.block_id for block in blocks if block.block_id is not UNSET)
    if named and max(named.values()) > 1:
        raise SlackRefuses(pointer, "block_id already exists")
    for number, block in enumerate(blocks):
        place = f"{pointer}/{number}"
        match block:
            case Image() if (block.image_url is UNSET) == (block.slack_file is UNSET):
                raise SlackRefuses(place, "must define either image_url or slack_file")
            case ActionsBlock():
                _check_actions(block, place)
            case _:
                pass


def _check_actions(block: ActionsBlock, pointer: str) -> None:
    ids = [element.action_id for element in block.elements]
    if len(set(ids)) < len(ids):
        raise SlackRefuses(f"{pointer}/elements", "action_id already exists")
    for number, element in enumerate(block.elements):
        if isinstance(element, SlackSelect):
            _check_select(element, f"{pointer}/elements/{number}")


def _check_select(select: SlackSelect, pointer: str) -> None:
    if (select.options is UNSET) == (select.option_groups is UNSET):
        raise SlackRefuses(pointer, "must define either options or option_groups")
    groups = select.option_groups or ()
    every = [option for group in groups for option in group.options]
    _check_options(every or select.options or (), pointer)


def _check_options(options: Sequence[SlackOption], pointer: str) -> None:
    values = [option.value for option in options]
    if len(set(values)) < len(values):
        raise SlackRefuses(pointer, "option values are not unique")
