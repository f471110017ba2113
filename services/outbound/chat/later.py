"""What follows an answer in a chat: the message again, with its picture."""

import msgspec

from services.outbound.chat.message import Message


class PictureOwed(msgspec.Struct, frozen=True):
    """An answer that was sent without its picture, and the token by which it can be changed for a while."""

    token: str
    message: Message
