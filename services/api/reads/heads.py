"""The heads of each day: digests to publish elsewhere, and the lists that they are made of."""

from typing import Annotated

from litestar import MediaType, Response
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter

from services.api.asks import GivenActs
from services.api.params import ENDS
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.heads import HeadsAnswer, read_heads

routes = Routes("reading")

PAGE = 100
Before = Annotated[
    str | None, QueryParameter(pattern=r"^\d{4}-\d\d-\d\d" + ENDS, description="Only days before this one.")
]
LIST = ResponseSpec(
    str,
    media_type=MediaType.TEXT,
    description="A line a game: the SHA-256 of `game|version|head` at the day's end. Its own SHA-256 is the digest.",
)


@routes.get("/api/v1/heads", ANYONE)
async def list_heads(acts: GivenActs, before: Before = None) -> HeadsAnswer:
    """One hash a day over the heads of all games.

    Keep or publish a digest elsewhere: `acta verify --digest` shows any later rewrite of a game.
    """
    server = acts.services.server
    return await read_heads(server.heads, server.head_key, before, PAGE)


@routes.get("/api/v1/heads/{day:str}", ANYONE, answer=LIST)
async def get_heads_of_day(acts: GivenActs, day: FromPath[str]) -> Response[bytes]:
    """The list behind a day's digest.

    Its lines name no game: only somebody who has the log of one can tell its line.
    """
    heads = await acts.services.server.heads.list_of(day)
    if heads is None:
        raise ProblemError(NOT_FOUND, told("no_heads", day=day))
    return Response(heads, media_type=MediaType.TEXT, headers={"Cache-Control": "public, max-age=31536000, immutable"})
