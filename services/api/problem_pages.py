"""What the `type` of a problem leads to: a few words about that kind of problem."""

import msgspec
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import KINDS

routes = Routes("problems")


class ProblemKind(msgspec.Struct, frozen=True):
    type: str
    title: str
    status: int
    advice: str


@routes.get("/problems/{slug:str}", ANYONE)
async def explain_problem(request: AnyRequest, slug: FromPath[str]) -> ProblemKind:
    """Explain a kind of problem."""
    language = language_of(request)
    kind = KINDS.get(slug)
    if kind is None:
        raise NotFound
    return ProblemKind(kind.type, kind.title(language), kind.status, kind.advice(language))
