"""The job that lets a picture follow an answer in a chat: draws the board and puts it into the message, or beside it.

The message was whole without it, so that nothing is lost but a look at the board if it comes too late. To put the same
picture into the message twice changes nothing, and a picture that is uploaded twice is seen twice: a worker that dies
over it is simply replaced.
"""

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec

from domain.kernel.clock import SECOND, Millis
from domain.kernel.errors import NotFound
from services.bootstrap import Services
from services.logs import canonical_line, learn
from services.outbound.chat.discord.client import DiscordClient
from services.outbound.chat.discord.formatter import message_body
from services.outbound.chat.later import PictureOwed, UploadOwed
from services.outbound.chat.message import BoardWanted
from services.outbound.chat.refusals import CallFailed, Forbidden, Gone, OutcomeUnknown, RateLimited
from services.outbound.chat.slack.client import SlackClient, Upload
from workers.boards import board_png
from workers.job import with_services

LEASE: Millis = 30 * SECOND
"""How long a run may take before another one is made; longer than a platform is waited for."""
_AGAIN: Millis = 5 * SECOND
Send = Callable[[bytes], Awaitable[None]]
"""Shows a picture where it is owed."""


def follow(request: str) -> str:
    """Let the picture follow the answer to a request, and give the outcome."""
    with canonical_line("job", job="follow", request=request):
        outcome = with_services(lambda services: follow_up(services, request))
        learn(outcome=outcome)
        return outcome


async def follow_up(services: Services, request: str) -> str:
    """Show the board that an answer lacks, if it is still wanted; give the outcome."""
    pictures, now = services.owed_pictures, services.tables.now()
    found = await pictures.take(request, now + LEASE)
    owed = None if found is None else msgspec.json.decode(found, type=PictureOwed | UploadOwed)
    send = None if owed is None else _sender(services, owed)
    if owed is None or send is None:
        return "superseded"
    drawn = await _drawn(services, owed)
    try:
        if drawn is not None:
            await send(drawn)
    except (RateLimited, OutcomeUnknown) as failure:
        pause = failure.seconds * SECOND if isinstance(failure, RateLimited) else _AGAIN
        await pictures.take(request, now + int(pause))
        learn(reason=failure.reason)
        return "postponed"
    except CallFailed as refusal:  # the message is gone, its time is over, or the app may not show pictures there
        learn(reason=refusal.reason)
        await pictures.settle(request)
        return "refused"
    await pictures.settle(request)
    return "superseded" if drawn is None else "ok"


async def _drawn(services: Services, owed: PictureOwed | UploadOwed) -> bytes | None:
    """The picture; none once there is another draft, or its viewer may not see the table any more."""
    wanted = owed.picture.source if owed.picture else None
    if not isinstance(wanted, BoardWanted):
        return None
    learn(game=wanted.game, version=wanted.version)
    try:
        return await board_png(services, wanted)
    except NotFound:
        return None


def _sender(services: Services, owed: PictureOwed | UploadOwed) -> Send | None:
    """How the picture is shown; none if the platform is not set up (any more)."""
    match owed:
        case PictureOwed() if services.discord is not None:
            return partial(_edit, services.discord, owed)
        case UploadOwed() if services.slack is not None:
            return partial(_upload, services.slack, owed)
        case _:
            return None


async def _edit(client: DiscordClient, owed: PictureOwed, png: bytes) -> None:
    await client.edit_original(owed.token, message_body(owed.message, png))


async def _upload(client: SlackClient, owed: UploadOwed, png: bytes) -> None:
    """Into the channel; to the asker alone if it is for nobody else, or if the app has not joined the channel."""
    wanted = owed.picture.source
    name = wanted.file_name if isinstance(wanted, BoardWanted) else "acta.png"
    picture = Upload(name, png, owed.picture.alt)
    if owed.channel:
        try:
            await client.upload(picture, owed.channel, owed.thread)
        except (Forbidden, Gone) as refusal:
            learn(reason=refusal.reason)
        else:
            return
    await client.upload(picture, await client.direct_channel(owed.user))
