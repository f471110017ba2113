"""How the routes of pictures answer."""

from litestar import Response
from litestar.openapi.datastructures import ResponseSpec

from services.api.conditional import is_known, not_modified, tagged
from services.api.params import BY_READER
from services.problems import too_many_requests
from services.queries.drawing_processes import DrawingProcesses, Ordered, TooManyOrders

SVG, PNG = "image/svg+xml", "image/png"
_TRY_AGAIN_SECONDS = 2


def picture_of(media_type: str) -> ResponseSpec:
    """What the OpenAPI says of a picture."""
    return ResponseSpec(bytes, media_type=media_type, generate_examples=False, description="The picture.")


async def answer_picture(drawing: DrawingProcesses, order: Ordered, cache: str, known: str | None) -> Response[bytes]:
    """The picture, unless the caller has this very one."""
    headers = {"Cache-Control": cache, **BY_READER}
    if is_known(order.tag, known):
        return not_modified(order.tag, headers)
    return tagged(await draw(drawing, order), SVG if order.width is None else PNG, order.tag, headers)


async def draw(drawing: DrawingProcesses, order: Ordered) -> bytes:
    """The picture, unless too many wait for theirs."""
    try:
        return await drawing.draw(order)
    except TooManyOrders as busy:
        raise too_many_requests(_TRY_AGAIN_SECONDS) from busy
