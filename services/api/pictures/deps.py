"""What the picture routes depend on, and how each of them answers."""

from dataclasses import dataclass

from litestar import Response

from services.api.conditional import is_known, not_modified, tagged
from services.api.params import BY_READER
from services.problems import too_many_requests
from services.queries.drawing_processes import DrawingProcesses, Ordered, TooManyOrders
from services.queries.sources import Sources
from services.store.signing_key import SigningKey

SVG, PNG = "image/svg+xml", "image/png"
_TRY_AGAIN_SECONDS = 2


@dataclass(frozen=True)
class PictureDeps:
    """The dependencies of every route that shows a picture."""

    sources: Sources
    drawing: DrawingProcesses
    signing_key: SigningKey

    async def answer(self, order: Ordered, cache: str, known: str | None) -> Response[bytes]:
        """The picture, unless the caller has this very one."""
        headers = {"Cache-Control": cache, **BY_READER}
        if is_known(order.tag, known):
            return not_modified(order.tag, headers)
        return tagged(await self.draw(order), SVG if order.width is None else PNG, order.tag, headers)

    async def draw(self, order: Ordered) -> bytes:
        """The picture, unless too many wait for theirs."""
        try:
            return await self.drawing.draw(order)
        except TooManyOrders as busy:
            raise too_many_requests(_TRY_AGAIN_SECONDS) from busy
