"""What follows an answer in a chat: its picture, once it is drawn."""

import msgspec

from services.outbound.chat.message import Message, Picture


class PictureOwed(msgspec.Struct, frozen=True, tag="edit"):
    """An answer that was sent without its picture, and the token by which it can be changed for a while."""

    token: str
    message: Message

    @property
    def picture(self) -> Picture | None:
        """What it lacks."""
        return self.message.picture


class UploadOwed(msgspec.Struct, frozen=True, tag="upload"):
    """A picture that no message can hold: it is shown in a channel, or to one person alone."""

    picture: Picture
    user: str
    """Whoever asked; without a channel nobody else sees it."""
    channel: str = ""
    thread: str = ""
