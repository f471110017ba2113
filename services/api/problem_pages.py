"""What the `type` of a problem leads to: a few words about that kind of problem."""

import msgspec
from litestar import get
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from services.api.openapi import PATH, problems
from services.problems import KINDS


class ProblemKind(msgspec.Struct, frozen=True):
    type: str
    title: str
    status: int
    advice: str


@get("/problems/{slug:str}", tags=["problems"], summary="Explain a kind of problem", responses=problems(*PATH))
async def explain_problem(slug: FromPath[str]) -> ProblemKind:
    kind = KINDS.get(slug)
    if kind is None:
        raise NotFound
    return ProblemKind(kind.type, kind.title, kind.status, kind.advice)
