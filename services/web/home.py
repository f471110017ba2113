"""The first page: for a stranger what this is and a table to try it at, for a player the tables that wait."""

from litestar import Response, get

from services.play.deps import AnyRequest
from services.web.deps import Web


@get("/")
async def home(request: AnyRequest, web: Web) -> Response[bytes]:
    return await web.page(request, "home/newcomer.html", here="home")


HANDLERS = [home]
