"""What the picture routes depend on, and how each of them answers."""

from dataclasses import dataclass

from litestar import Response

from domain.kernel.ids import Seat
from services.api.conditional import is_known, not_modified, tagged
from services.commands.tables import MatchAt, Tables
from services.problems import too_many_requests
from services.queries.drawing_processes import DrawingProcesses, Ordered, TooManyOrders
from services.queries.names import Names, player_names
from services.queries.pictures import Style, ordered
from services.store.signing_key import SigningKey

SVG, PNG = "image/svg+xml", "image/png"
_TRY_AGAIN_SECONDS = 2


@dataclass(frozen=True)
class PictureDeps:
    """The dependencies of every route that shows a picture."""

    tables: Tables
    names: Names
    drawing: DrawingProcesses
    signing_key: SigningKey
    public_url: str

    async def order(self, shown: MatchAt, reader: Seat | None, style: Style) -> Ordered:
        """The picture of a table as a reader may see it; it shares nothing with the table, which may move on."""
        return await ordered(self.tables, shown, reader, await player_names(self.names, shown.match), style)

    async def answer(self, order: Ordered, cache: str, known: str | None) -> Response[bytes]:
        """The picture, unless the caller has this very one."""
        headers = {"Cache-Control": cache}
        if is_known(order.tag, known):
            return not_modified(order.tag, headers)
        try:
            drawn = await self.drawing.draw(order)
        except TooManyOrders as busy:
            raise too_many_requests(_TRY_AGAIN_SECONDS) from busy
        return tagged(drawn, SVG if order.width is None else PNG, order.tag, headers)
