"""Pictures that follow answers: the sender draws them, so that nobody waits for that."""

import msgspec

from services.chat.message import ChatPicture, Message
from services.foundation import Services


class PictureOwed(msgspec.Struct, frozen=True, tag="edit"):
    """An answer that was sent without its picture, and the token by which it can be changed for a while."""

    token: str
    message: Message

    @property
    def picture(self) -> ChatPicture | None:
        """What it lacks."""
        return self.message.picture


class UploadOwed(msgspec.Struct, frozen=True, tag="upload"):
    """A picture that no message can hold: it is shown in a channel, or to one person alone."""

    picture: ChatPicture
    user: str
    """Whoever asked; without a channel nobody else sees it."""
    channel: str = ""
    thread: str = ""
    response_url: str = ""
    """Where whoever asked is told that nothing comes of it; empty where only a message to them alone can."""
    unknown_ends: int = 0
    """How often Slack did not say whether it took it."""


async def owe_picture(services: Services, request: str, owed: PictureOwed | UploadOwed) -> None:
    """Let a picture follow the answer to a request."""
    await services.chat.owed_pictures.owe(request, msgspec.json.encode(owed), services.tables.now())
