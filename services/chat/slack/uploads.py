"""Pictures that Slack keeps: uploaded into a channel, or to one person alone."""

from domain.kernel.words import NO_FACTS
from services.chat.lengths import cut
from services.chat.message import ChatPicture, Message
from services.chat.owed import UploadOwed
from services.chat.slack.formatter import message_body
from services.chat.wording import WORDS, plain_lines
from services.logs import learn
from services.outbound.call_failures import CallFailed, Forbidden, Gone
from services.outbound.slack import limits
from services.outbound.slack.client import SlackClient, Upload


def upload_of(picture: ChatPicture, png: bytes) -> Upload:
    """A picture as Slack takes it."""
    alt = cut(picture.alt, limits.FILE_ALT_TEXT)
    return Upload(picture.source.file_name, png, cut(alt, limits.OPTION_TEXT), alt)


async def upload_owed(client: SlackClient, owed: UploadOwed, png: bytes) -> None:
    """Into the channel; to the asker alone if it is for nobody else, or if the app has not joined the channel."""
    picture = upload_of(owed.picture, png)
    if owed.channel:
        try:
            await client.upload(picture, owed.channel, owed.thread)
        except (Forbidden, Gone) as refusal:
            learn(reason=refusal.reason)
        else:
            return
    await client.upload(picture, await client.direct_channel(owed.user))


async def tell_asker(client: SlackClient, owed: UploadOwed, key: str) -> None:
    """Tell whoever asked for a picture what became of it, by the words of a key."""
    text = WORDS.say(key, NO_FACTS, lang=owed.picture.source.lang)
    body = message_body(Message(lines=plain_lines(text), private=True))
    try:
        if owed.response_url:
            await client.respond(owed.response_url, body)
        else:
            await client.post(owed.user, body)
    except CallFailed as failure:
        learn(asker_not_told=failure.reason)
