"""What the `type` of a problem leads to: a few words about that kind of problem."""

from typing import Any

import msgspec
from litestar import Request, get
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from services.api.openapi import PATH, problems
from services.identity.language import language_of
from services.problems import KINDS


class ProblemKind(msgspec.Struct, frozen=True):
    type: str
    title: str
    status: int
    advice: str


@get("/problems/{slug:str}", tags=["problems"], summary="Explain a kind of problem", responses=problems(*PATH))
async def explain_problem(request: Request[Any, Any, Any], slug: FromPath[str]) -> ProblemKind:
    language = language_of(request)
    kind = KINDS.get(slug)
    if kind is None:
        raise NotFound
    return ProblemKind(kind.type, kind.title(language), kind.status, kind.advice(language))
