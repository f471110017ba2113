"""Where a board can be fetched by a platform that cannot log in: what everybody may see of it, and always the same.

There is such an address only if people reach this server by https; whoever shows boards has to do without it otherwise.
"""

from domain.kernel.clock import SECOND
from domain.kernel.ids import GameId
from services.foundation import Services
from services.queries.board_pictures import BoardOrder
from services.queries.picture_links import lasting, signed


async def board_address(services: Services, wanted: BoardOrder) -> str | None:
    """The address of a board; whoever it was wanted for, it shows what everybody may see."""
    public = services.settings.public_url or ""
    if not public.startswith("https://"):
        return None
    link = lasting(GameId(wanted.game), wanted.version, wanted.lang, services.tables.now() / SECOND)
    return f"{public.rstrip('/')}/pictures/{signed(link, await services.server.signing_key.get())}.png"
