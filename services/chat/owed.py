"""Pictures that follow answers: a worker draws them, so that nobody waits for that."""

import msgspec

from domain.kernel.clock import SECOND, Millis
from services.bootstrap import Services
from services.outbound.chat.later import PictureOwed, UploadOwed

_SWEEP_AFTER: Millis = 15 * SECOND
"""After this time a picture is looked for whose job is lost."""


async def owe_picture(services: Services, request: str, owed: PictureOwed | UploadOwed) -> None:
    """Let a picture follow the answer to a request."""
    due = services.tables.now() + _SWEEP_AFTER
    await services.owed_pictures.owe(request, msgspec.json.encode(owed), due)
    services.jobs.submit_picture(request)
