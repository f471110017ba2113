"""What the adapters of all platforms share: what they refuse, what they answer first, how they ask the core."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple, TypeAlias

import structlog

from domain.kernel.errors import ActaError
from services.chat.core import ChatCore
from services.chat.message import Answer
from services.chat.requests import ChatRequest
from services.chat.wording import note
from services.logs import learn

_log = structlog.get_logger()

Rest: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class NotWanted(Exception):
    """A platform refuses for good to be listened to; the text is a sentence that says why and what to do."""


class NotUnderstood(ValueError):
    """The platform has sent something that is none of what we ask for."""


class FirstAnswer(NamedTuple):
    """What a platform is answered at once, and what is to be done when that has gone out."""

    body: bytes = b""
    rest: Rest | None = None


NOTHING = FirstAnswer()


async def ask(core: ChatCore, request: ChatRequest) -> Answer:
    """The core's answer; whatever breaks, somebody waits for one."""
    try:
        return await core.answer(request)
    except Exception as error:  # noqa: BLE001 - the edge of the chat: whoever asked must be told
        learn(error=type(error).__name__)
        if not isinstance(error, ActaError):
            _log.exception("chat_failed", request=request.id)
        return note("broken", request.person)
