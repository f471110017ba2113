"""A place that is gone: the table is taken from it and says so, and those who look after the table are told."""

import structlog

from domain.kernel.clock import Millis
from services.foundation import Services
from services.notices.notices import Notice, postings
from services.store.chat.bindings import Binding

_log = structlog.get_logger()


async def leave(services: Services, binding: Binding, now: Millis) -> None:
    """Tell nothing there any more; the host, and whoever chose the place, hear of it by mail or from their browser."""
    if not await services.chat.bindings.leave(binding.game, binding.place, now):
        return
    _log.warning("chat_place_gone", game=binding.game, platform=binding.place.platform, channel=binding.place.channel)
    host = (await services.matches.newest(binding.game)).match.table.host
    recipients = services.notices.directory
    for user in {host, binding.by}:
        about = binding.place.platform.title()
        notice = Notice(kind="channel", user=user, game=binding.game, cause=f"channel/{now}", about=about)
        for posting in postings(notice, await recipients.recipient(user), now):
            await services.notices.outbox.add(posting, now)
