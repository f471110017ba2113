"""The heads of each day: digests to publish elsewhere, and the lists that they are made of."""

from typing import Annotated

from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter, SkipValidation

from services.api.openapi import ANYONE, problems
from services.api.params import ENDS
from services.bootstrap import Services
from services.problems import BAD_REQUEST, NOT_FOUND, ProblemError, told
from services.queries.heads import HeadsAnswer, read_heads

PAGE = 100
Before = Annotated[
    str | None, QueryParameter(pattern=r"^\d{4}-\d\d-\d\d" + ENDS, description="Only days before this one.")
]
LIST = ResponseSpec(
    str,
    media_type=MediaType.TEXT,
    description="A line a game: the SHA-256 of `game|version|head` at the day's end. Its own SHA-256 is the digest.",
)


@get(
    "/api/v1/heads",
    tags=["reading"],
    operation_id="listHeads",
    summary="One hash a day over the heads of all games",
    description="Keep or publish a digest elsewhere: `acta verify --digest` shows any later rewrite of a game.",
    security=ANYONE,
    responses=problems(BAD_REQUEST),
)
async def heads(services: NamedDependency[SkipValidation[Services]], before: Before = None) -> HeadsAnswer:
    return await read_heads(services.heads, before, PAGE)


@get(
    "/api/v1/heads/{day:str}",
    tags=["reading"],
    operation_id="getHeadsOfDay",
    summary="The list behind a day's digest",
    description="Its lines name no game: only somebody who has the log of one can tell its line.",
    security=ANYONE,
    media_type=MediaType.TEXT,
    responses={**problems(BAD_REQUEST, NOT_FOUND), 200: LIST},
)
async def heads_of_day(services: NamedDependency[SkipValidation[Services]], day: FromPath[str]) -> Response[bytes]:
    found = await services.heads.list_of(day)
    if found is None:
        raise ProblemError(NOT_FOUND, told("no_heads", day=day))
    return Response(found, media_type=MediaType.TEXT, headers={"Cache-Control": "public, max-age=31536000, immutable"})


HANDLERS = [heads, heads_of_day]
