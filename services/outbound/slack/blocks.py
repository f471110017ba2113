"""Messages, modals and suggestions as Slack takes them, of all its blocks those that Acta uses.

The types hold each field to its limits; `check` holds what several fields have to do with each other.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from services.outbound.slack import limits

ActionId = Annotated[str, Meta(min_length=1, max_length=limits.ACTION_ID)]
BlockId = Annotated[str, Meta(min_length=1, max_length=limits.BLOCK_ID)]
Address = Annotated[str, Meta(pattern="^https?://", max_length=limits.URL)]
AltText = Annotated[str, Meta(min_length=1, max_length=limits.ALT_TEXT)]
Channel = Annotated[str, Meta(pattern=r"\A[CDGU][A-Z0-9]{1,20}\Z")]
Timestamp = Annotated[str, Meta(pattern=r"\A\d{1,20}\.\d{6}\Z")]


class _SlackPart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a body: what is not declared here is refused."""


class _Typed(_SlackPart, frozen=True, kw_only=True, tag_field="type"):
    """A block or an element, told from others by its name."""


class _PlainText(_Typed, frozen=True, kw_only=True, tag="plain_text"):
    """Text as it is: no mark-up, and no names of emoji either."""

    emoji: Literal[False] | UnsetType = UNSET


class HeaderText(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.HEADER)]


class ButtonText(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.BUTTON_LABEL)]


class OptionText(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.OPTION_TEXT)]


class Placeholder(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.PLACEHOLDER)]


class InputLabel(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.INPUT_LABEL)]


class ViewTitle(_PlainText, frozen=True, kw_only=True, tag="plain_text"):
    text: Annotated[str, Meta(min_length=1, max_length=limits.VIEW_TITLE)]


class Marked(_Typed, frozen=True, kw_only=True, tag="mrkdwn"):
    """Text with Slack's mark-up. Verbatim: Slack makes no links or mentions of what only looks like them."""

    text: Annotated[str, Meta(min_length=1, max_length=limits.SECTION_TEXT)]
    verbatim: Literal[True]


class HeaderBlock(_Typed, frozen=True, kw_only=True, tag="header"):
    text: HeaderText
    block_id: BlockId | UnsetType = UNSET


class Section(_Typed, frozen=True, kw_only=True, tag="section"):
    text: Marked
    block_id: BlockId | UnsetType = UNSET


class Context(_Typed, frozen=True, kw_only=True, tag="context"):
    elements: Annotated[tuple[Marked, ...], Meta(min_length=1, max_length=limits.CONTEXT_ELEMENTS)]
    block_id: BlockId | UnsetType = UNSET


class Uploaded(_SlackPart, frozen=True, kw_only=True):
    """A file that was uploaded and is processed."""

    id: Annotated[str, Meta(pattern=r"\AF[A-Z0-9]{1,20}\Z")]


class Image(_Typed, frozen=True, kw_only=True, tag="image"):
    """A picture that Slack fetches by its address, or an uploaded one."""

    alt_text: AltText
    image_url: Address | UnsetType = UNSET
    slack_file: Uploaded | UnsetType = UNSET
    block_id: BlockId | UnsetType = UNSET


class SlackButton(_Typed, frozen=True, kw_only=True, tag="button"):
    """A button. One with an address opens it, and is reported to us all the same."""

    text: ButtonText
    action_id: ActionId
    value: Annotated[str, Meta(min_length=1, max_length=limits.BUTTON_VALUE)] | UnsetType = UNSET
    url: Address | UnsetType = UNSET
    style: Literal["primary", "danger"] | UnsetType = UNSET


class SlackOption(_SlackPart, frozen=True, kw_only=True):
    text: OptionText
    value: Annotated[str, Meta(min_length=1, max_length=limits.OPTION_VALUE)]
    description: OptionText | UnsetType = UNSET


Options = Annotated[tuple[SlackOption, ...], Meta(min_length=1, max_length=limits.OPTIONS)]


class OptionGroup(_SlackPart, frozen=True, kw_only=True):
    label: OptionText
    options: Options


class SlackSelect(_Typed, frozen=True, kw_only=True, tag="static_select"):
    """A menu, in which Slack finds lines by what is typed."""

    action_id: ActionId
    placeholder: Placeholder
    options: Options | UnsetType = UNSET
    option_groups: (
        Annotated[tuple[OptionGroup, ...], Meta(min_length=1, max_length=limits.OPTION_GROUPS)] | UnsetType
    ) = UNSET


class ExternalSelect(_Typed, frozen=True, kw_only=True, tag="external_select"):
    """A menu whose lines we find by what is typed."""

    action_id: ActionId
    placeholder: Placeholder
    min_query_length: Annotated[int, Meta(ge=0, le=10)]


class SlackInput(_Typed, frozen=True, kw_only=True, tag="plain_text_input"):
    action_id: ActionId
    multiline: bool = False
    max_length: Annotated[int, Meta(ge=1, le=limits.TEXT_INPUT)] = limits.TEXT_INPUT
    initial_value: Annotated[str, Meta(max_length=limits.TEXT_INPUT)] | UnsetType = UNSET


class ActionsBlock(_Typed, frozen=True, kw_only=True, tag="actions"):
    elements: Annotated[
        tuple[SlackButton | SlackSelect | ExternalSelect, ...], Meta(min_length=1, max_length=limits.ACTIONS)
    ]
    block_id: BlockId | UnsetType = UNSET


class Input(_Typed, frozen=True, kw_only=True, tag="input"):
    block_id: BlockId
    label: InputLabel
    element: SlackInput
    optional: bool = False


Block = HeaderBlock | Section | Context | Image | ActionsBlock
ViewBlock = HeaderBlock | Section | Context | Image | ActionsBlock | Input


class SlackBody(_SlackPart, frozen=True, kw_only=True):
    """A message: its blocks, and the text of notifications and screen readers."""

    text: Annotated[str, Meta(min_length=1, max_length=limits.TEXT)]
    blocks: Annotated[tuple[Block, ...], Meta(min_length=1, max_length=limits.MESSAGE_BLOCKS)]


class SlackView(_Typed, frozen=True, kw_only=True, tag="modal"):
    """A modal. It knows its place by its metadata: what is pressed in it names no channel."""

    title: ViewTitle
    blocks: Annotated[tuple[ViewBlock, ...], Meta(min_length=1, max_length=limits.VIEW_BLOCKS)]
    callback_id: Annotated[str, Meta(min_length=1, max_length=limits.CALLBACK_ID)]
    private_metadata: Annotated[str, Meta(max_length=limits.PRIVATE_METADATA)] = ""
    submit: ViewTitle | UnsetType = UNSET


class Suggestions(_SlackPart, frozen=True, kw_only=True, omit_defaults=False):
    """What fits a text that is being typed."""

    options: Annotated[tuple[SlackOption, ...], Meta(max_length=limits.OPTIONS)]


class UpdateView(_SlackPart, frozen=True, kw_only=True, tag_field="response_action", tag="update"):
    """The answer to a modal that was sent: another one in its place."""

    view: SlackView


encode = msgspec.json.Encoder().encode
