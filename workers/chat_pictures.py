"""The job that lets a picture follow an answer in Discord: draws the board and puts it into the message.

The message was whole without it, so that nothing is lost but a look at the board if it comes too late. To put the same
picture into the message twice changes nothing: a worker that dies over it is simply replaced.
"""

import msgspec

from domain.kernel.clock import SECOND, Millis
from services.bootstrap import Services
from services.logs import canonical_line, learn
from services.outbound.chat.discord.formatter import message_body
from services.outbound.chat.later import PictureOwed
from services.outbound.chat.message import BoardWanted
from services.outbound.chat.refusals import CallFailed, OutcomeUnknown, RateLimited
from workers.boards import board_png
from workers.job import with_services

LEASE: Millis = 30 * SECOND
"""How long a run may take before another one is made; longer than Discord is waited for."""
_AGAIN: Millis = 5 * SECOND


def follow(request: str) -> str:
    """Let the picture follow the answer to a request, and give the outcome."""
    with canonical_line("job", job="follow", request=request):
        outcome = with_services(lambda services: follow_up(services, request))
        learn(outcome=outcome)
        return outcome


async def follow_up(services: Services, request: str) -> str:
    """Put the board that an answer lacks into it, if it is still wanted; give the outcome."""
    found = await services.owed_pictures.take(request, services.tables.now() + LEASE)
    if found is None or services.discord is None:
        return "superseded"
    owed = msgspec.json.decode(found, type=PictureOwed)
    picture = await _drawn(services, owed)
    if picture is None:
        await services.owed_pictures.settle(request)
        return "superseded"
    try:
        await services.discord.edit_original(owed.token, message_body(owed.message, picture))
    except (RateLimited, OutcomeUnknown) as failure:
        pause = failure.seconds * SECOND if isinstance(failure, RateLimited) else _AGAIN
        await services.owed_pictures.take(request, services.tables.now() + int(pause))
        learn(reason=failure.reason)
        return "postponed"
    except CallFailed as refusal:  # the message is gone, or its time is over
        learn(reason=refusal.reason)
        await services.owed_pictures.settle(request)
        return "refused"
    await services.owed_pictures.settle(request)
    return "ok"


async def _drawn(services: Services, owed: PictureOwed) -> bytes | None:
    """The picture; none once the message shows another draft."""
    picture = owed.message.picture
    if picture is None or not isinstance(picture.source, BoardWanted):
        return None
    learn(game=picture.source.game, version=picture.source.version)
    return await board_png(services, picture.source)
