"""What Discord would refuse of a body, beyond what the types of its fields say.

Discord does not tell of an answer to an interaction that it refuses: the person who clicked sees nothing happen. So
everything that is sent passes here first.
"""

from collections import Counter
from collections.abc import Collection, Iterator

import msgspec
from msgspec import UNSET

from services.outbound.chat.discord import limits
from services.outbound.chat.discord.components import (
    COMPONENTS_V2,
    EPHEMERAL,
    LINK,
    SILENT,
    Answer,
    Ask,
    Body,
    Button,
    Container,
    Gallery,
    Label,
    Modal,
    Post,
    Row,
    Say,
    Select,
    Text,
    TextInput,
    Update,
    encode,
)

_ANSWERS: msgspec.json.Decoder[object] = msgspec.json.Decoder(Answer)
_BODIES: dict[type[Body], msgspec.json.Decoder[object]] = {kind: msgspec.json.Decoder(kind) for kind in (Body, Post)}
"""Read what is to be sent: only reading holds fields to their types."""
Component = Container | Row | Text | Gallery | Button | Select | Label | TextInput


class Unacceptable(ValueError):
    """Discord would refuse this: `place` in the body, Discord's code and a sentence."""

    def __init__(self, place: str, code: str, why: str) -> None:
        super().__init__(f"{place}: {code}: {why}")
        self.place = place
        self.code = code


def encoded_answer(answer: Answer) -> bytes:
    """An answer as it is sent; `Unacceptable` if Discord would refuse it."""
    written = encode(answer)
    _check_fields(written, _ANSWERS)
    check_answer(answer)
    return written


def encoded_body(body: Body, files: Collection[str] = ()) -> bytes:
    """A message as it is sent; `Unacceptable` if Discord would refuse it."""
    written = encode(body)
    _check_fields(written, _BODIES[type(body)])
    check_body(body, files)
    return written


def check_answer(answer: object) -> None:
    """Raise `Unacceptable` for an answer to an interaction; files are never a part of one."""
    match answer:
        case Say(data=body) | Update(data=body):
            check_body(body)
            if body.attachments not in {UNSET, ()}:
                raise Unacceptable("data.attachments", "FILE_IN_ANSWER", "Pictures follow later: #5250.")
        case Ask(data=modal):
            _check_ids(modal)
        case _:
            pass


def check_body(body: Body, files: Collection[str] = ()) -> None:
    """Raise `Unacceptable` for a message with these files."""
    _check_flags(body.flags)
    _check_amount(body)
    _check_ids(body)
    for component in walk(body):
        match component:
            case Row():
                _check_row(component)
            case Button():
                _check_button(component)
            case Select():
                _check_select(component)
            case _:
                pass
    _check_files(body, files)


def _check_fields(written: bytes, decoder: msgspec.json.Decoder[object]) -> None:
    try:
        decoder.decode(written)
    except msgspec.ValidationError as error:
        raise Unacceptable("components", "BASE_TYPE", str(error)) from None


def walk(whole: Body | Modal) -> Iterator[Component]:
    """All components, each before those inside it."""
    for component in whole.components:
        yield from _within(component)


def _within(component: Component) -> Iterator[Component]:
    yield component
    match component:
        case Container(components=inner) | Row(components=inner):
            for one in inner:
                yield from _within(one)
        case Label(component=field):
            yield field
        case _:
            pass


def _check_flags(flags: int) -> None:
    if not flags & COMPONENTS_V2:
        raise Unacceptable("flags", "BASE_TYPE_CHOICES", "Without this flag components of this kind are refused.")
    if flags & ~(COMPONENTS_V2 | EPHEMERAL | SILENT):
        raise Unacceptable("flags", "BASE_TYPE_CHOICES", "There is a flag that messages do not have.")


def _check_amount(body: Body) -> None:
    if sum(1 for _ in walk(body)) > limits.COMPONENTS:
        raise Unacceptable("components", "BASE_TYPE_MAX_LENGTH", "Too many components, with those inside others.")
    texts = [component.content for component in walk(body) if isinstance(component, Text)]
    if sum(map(len, texts)) > limits.TEXT:
        raise Unacceptable("components", "BASE_TYPE_MAX_LENGTH", "Too much text in all components together.")
    if sum(len(text.encode()) + limits.TEXT_OVERHEAD for text in texts) > limits.TEXT_BYTES:
        raise Unacceptable("components", "INTERNAL", "Too many bytes of text: Discord answers 500.")
    if any(not text.strip() for text in texts):
        raise Unacceptable("components", "BASE_TYPE_REQUIRED", "A text is empty.")


def _check_ids(whole: Body | Modal) -> None:
    ids = Counter(
        component.custom_id
        for component in walk(whole)
        if isinstance(component, Button | Select | TextInput) and component.custom_id is not UNSET
    )
    if ids and max(ids.values()) > 1:
        raise Unacceptable("components", "COMPONENT_CUSTOM_ID_DUPLICATED", "Each id stands once in a message.")


def _check_row(row: Row) -> None:
    selects = sum(isinstance(component, Select) for component in row.components)
    if selects and len(row.components) > 1:
        raise Unacceptable("components", "BASE_TYPE_BAD_LENGTH", "A row holds buttons or one select.")


def _check_button(button: Button) -> None:
    is_link = button.style == LINK
    if is_link != (button.url is not UNSET) or is_link == (button.custom_id is not UNSET):
        raise Unacceptable("components", "BASE_TYPE_REQUIRED", "A link has an address, any other button an id.")


def _check_select(select: Select) -> None:
    values = [option.value for option in select.options]
    if len(set(values)) < len(values):
        raise Unacceptable("components", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Each value stands once.")
    if sum(option.default for option in select.options) > 1:
        raise Unacceptable("components", "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "One option may be chosen.")


def _check_files(body: Body, files: Collection[str]) -> None:
    """Each file is named by the message and shown by one of its components: Discord hides the others."""
    attachments = body.attachments or ()
    named = [attachment.filename for attachment in attachments]
    if sorted(named) != sorted(files) or len(set(named)) < len(named):
        raise Unacceptable("attachments", "ATTACHMENT_NOT_FOUND", "Files and their names do not agree.")
    if [attachment.id for attachment in attachments] != list(range(len(named))):
        raise Unacceptable("attachments", "ATTACHMENT_NOT_FOUND", "Files are counted from 0.")
    galleries = (component.items for component in walk(body) if isinstance(component, Gallery))
    shown = {
        item.media.url.removeprefix("attachment://")
        for items in galleries
        for item in items
        if _is_file(item.media.url)
    }
    if shown != set(named):
        raise Unacceptable("components", "UNFURLED_MEDIA_ITEM_NOT_FOUND", "Files and what shows them do not agree.")


def _is_file(url: str) -> bool:
    return url.startswith("attachment://")
