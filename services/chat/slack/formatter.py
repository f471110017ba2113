"""Messages, forms and suggestions in Slack's form.

A message is posted, or shown to one person as a modal, whose blocks are the same. Few short choices become buttons,
more of them a menu in groups; Slack finds its lines by what is typed, so that pages are needed only beyond 10,000.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from services.chat import message as said
from services.chat.lengths import ELLIPSIS, chunks, cut
from services.chat.reference import Reference
from services.chat.slack.mrkdwn import escaped, is_plain, notice, paragraphs, plain
from services.outbound.slack import limits
from services.outbound.slack.blocks import (
    ActionsBlock,
    Block,
    ButtonText,
    Context,
    HeaderBlock,
    HeaderText,
    Image,
    Input,
    InputLabel,
    Marked,
    OptionGroup,
    OptionText,
    Placeholder,
    Section,
    SlackBody,
    SlackButton,
    SlackInput,
    SlackOption,
    SlackSelect,
    SlackView,
    Suggestions,
    Uploaded,
    ViewTitle,
)

TITLE = "Acta"
MENU = "acta"
"""The callback_id of a modal that holds a message; that of a form is its reference."""
MARK = "#"
"""Stands between a reference and a number that tells two actions of one message apart."""
LINK = "link"
"""How the action_id of a button begins that only opens an address."""
_FEW, _SHORT = 5, 30
"""As many choices, each at most so long, are shown as buttons."""
_STYLES: dict[said.ButtonStyle, Literal["primary", "danger"] | UnsetType] = {
    "plain": UNSET,
    "main": "primary",
    "confirm": "primary",
    "danger": "danger",
}


class Hosted(NamedTuple):
    """A picture at an address that Slack can fetch and that always shows the same."""

    address: str


Shown = Hosted | Uploaded | None
"""How a picture can be shown in a message: none if it cannot."""


def message_body(message: said.Message, picture: Shown = None) -> SlackBody:
    """A message to post, to answer with, or to put in the place of another."""
    text = notice(message.lines, message.picture.alt if message.picture else "")
    return SlackBody(text=text, blocks=_blocks(message, picture, limits.MESSAGE_BLOCKS))


def message_view(message: said.Message, metadata: str, picture: Shown = None) -> SlackView:
    """A message as a modal, which only its reader sees."""
    return SlackView(
        title=ViewTitle(text=TITLE),
        blocks=_blocks(message, picture, limits.VIEW_BLOCKS),
        callback_id=MENU,
        private_metadata=metadata,
    )


def form_view(form: said.ChatForm, metadata: str) -> SlackView:
    """A form; its fields come back in the order of their block ids."""
    return SlackView(
        title=ViewTitle(text=cut(form.title, limits.VIEW_TITLE)),
        submit=ViewTitle(text=cut(form.submit, limits.VIEW_TITLE)),
        blocks=tuple(_field(field, number) for number, field in enumerate(form.fields)),
        callback_id=form.reference.encoded(),
        private_metadata=metadata,
    )


def suggestions(suggested: said.Suggested) -> Suggestions:
    """What fits a text that is being typed."""
    return Suggestions(options=tuple(map(_option, suggested.choices[: limits.OPTIONS])))


def _blocks(message: said.Message, picture: Shown, most: int) -> tuple[Block, ...]:
    below: list[Block] = []
    if message.picture is not None and picture is not None:
        below.append(_image(message.picture, picture))
    for number, menu in enumerate(message.menus):
        below += _menu(menu, number)
    numbered = tuple(_button(button, number) for number, button in enumerate(message.buttons))
    below += [ActionsBlock(elements=tuple(part)) for part in chunks(numbered, limits.ACTIONS)]
    above = list(_texts(message.lines))[: most - len(below)]
    if not above and not below:
        above = [_section(escaped(message.picture.alt) if message.picture else ELLIPSIS)]
    return (*above, *below)


def _texts(lines: Sequence[said.ChatLine]) -> Iterator[Block]:
    """Lines of one style that follow each other stand in one block, as far as there is room."""
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and lines[end].style == lines[start].style != "heading":
            end += 1
        yield from _styled(lines[start:end])
        start = end


def _styled(lines: Sequence[said.ChatLine]) -> Iterator[Block]:
    match lines[0].style:
        case "heading":
            yield _heading(lines[0])
        case "small":
            for text in paragraphs(lines, limits.CONTEXT_TEXT):
                yield Context(elements=(Marked(text=text, verbatim=True),))
        case "plain":
            for text in paragraphs(lines, limits.SECTION_TEXT):
                yield _section(text)


def _heading(line: said.ChatLine) -> Block:
    words = " ".join(plain(line).split())
    if is_plain(line) and 0 < len(words) <= limits.HEADER:
        return HeaderBlock(text=HeaderText(text=words))
    return _section(next(paragraphs([line], limits.SECTION_TEXT), ELLIPSIS))


def _section(text: str) -> Section:
    return Section(text=Marked(text=text, verbatim=True))


def _image(picture: said.ChatPicture, shown: Hosted | Uploaded) -> Image:
    image = Image(alt_text=cut(picture.alt, limits.ALT_TEXT))
    if isinstance(shown, Hosted):
        return replace(image, image_url=shown.address)
    return replace(image, slack_file=shown)


def _menu(menu: said.Menu, number: int) -> Iterator[ActionsBlock]:
    """A menu, or one page of it with the buttons that turn it."""
    choices = menu.choices
    if not choices:
        return
    if len(choices) <= _FEW and all(len(choice.label) <= _SHORT and not choice.description for choice in choices):
        buttons = (_choice_button(menu.reference, number, place, it) for place, it in enumerate(choices))
        yield ActionsBlock(elements=tuple(buttons))
        return
    pages = chunks(_groups(menu), limits.OPTION_GROUPS)
    shown = min(menu.reference.page, len(pages) - 1)
    reference = replace(menu.reference, page=shown)
    turning = (_turn(reference, number, page, len(pages)) for page in (shown - 1, shown + 1) if 0 <= page < len(pages))
    yield ActionsBlock(elements=(_select(menu, reference, number, pages[shown]), *turning))


def _select(menu: said.Menu, reference: Reference, number: int, groups: Sequence[OptionGroup]) -> SlackSelect:
    placeholder = Placeholder(text=cut(menu.placeholder, limits.PLACEHOLDER) or ELLIPSIS)
    select = SlackSelect(action_id=_action(reference, number), placeholder=placeholder)
    if len(groups) == 1 and len(menu.groups) == 1 and not menu.groups[0].label:
        return replace(select, options=groups[0].options)
    return replace(select, option_groups=tuple(groups))


def _groups(menu: said.Menu) -> list[OptionGroup]:
    """The groups of a menu; one that is too long becomes several."""
    made: list[OptionGroup] = []
    for group in menu.groups:
        parts = chunks([_option(choice) for choice in group.choices], limits.OPTIONS)
        for part, options in enumerate(parts, start=1):
            count = f" ({part}/{len(parts)})" if len(parts) > 1 else ""
            label = cut(group.label or menu.placeholder, limits.GROUP_LABEL - len(count)) or ELLIPSIS
            made.append(OptionGroup(label=OptionText(text=label + count), options=tuple(options)))
    return made


def _option(choice: said.MenuChoice) -> SlackOption:
    """A line of a menu; what its label has no room for stands below it."""
    label, description = _in_two(choice.label, choice.description)
    option = SlackOption(text=OptionText(text=label or ELLIPSIS), value=choice.value)
    return replace(option, description=OptionText(text=description)) if description else option


def _in_two(label: str, description: str) -> tuple[str, str]:
    whole = " ".join(label.split())
    if len(whole) <= limits.OPTION_TEXT or description:
        return cut(whole, limits.OPTION_TEXT), cut(description, limits.OPTION_TEXT)
    begin = whole[: limits.OPTION_TEXT].rpartition(" ")[0] or whole[: limits.OPTION_TEXT - 1]
    rest = whole[len(begin) :].strip()
    return begin, cut(rest, limits.OPTION_TEXT)


def _turn(reference: Reference, number: int, page: int, pages: int) -> SlackButton:
    arrow = "◀" if page < reference.page else "▶"
    return SlackButton(
        text=ButtonText(text=f"{arrow} {page + 1}/{pages}"), action_id=_action(replace(reference, page=page), number)
    )


def _choice_button(reference: Reference, number: int, place: int, choice: said.MenuChoice) -> SlackButton:
    label = ButtonText(text=choice.label or ELLIPSIS)
    return SlackButton(text=label, action_id=f"{_action(reference, number)}{MARK}{place}", value=choice.value)


def _button(button: said.Button | said.LinkButton, number: int) -> SlackButton:
    label = ButtonText(text=cut(button.label, limits.BUTTON_LABEL) or ELLIPSIS)
    if isinstance(button, said.LinkButton):
        return SlackButton(text=label, action_id=f"{LINK}{MARK}{number}", url=button.address)
    return SlackButton(text=label, action_id=_action(button.reference, number), style=_STYLES[button.style])


def _action(reference: Reference, number: int) -> str:
    """The reference, and which action of its message it is: Slack wants each to be another one."""
    return f"{reference.encoded()}{MARK}{number}"


def _field(field: said.FormField, number: int) -> Input:
    most = min(field.most, limits.TEXT_INPUT)
    element = SlackInput(action_id=str(number), multiline=field.long, max_length=most)
    if field.value:
        element = replace(element, initial_value=field.value[:most])
    label = InputLabel(text=cut(field.label, limits.INPUT_LABEL) or ELLIPSIS)
    return Input(block_id=str(number), label=label, element=element, optional=not field.required)
