"""Planned turns: what a caller wants to be played once the next turn begins. Nobody else can tell that one exists."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from domain.kernel.plans import MOST_ALTERNATIVES
from services.acts import plans
from services.acts.acts import Acts
from services.api.asks import GivenActs, ask_of
from services.api.games.schemas import Body, PreviewBody
from services.api.games.table import MOVES
from services.api.routes import Routes
from services.identity.access import LOGGED_IN
from services.identity.callers import AnyRequest, caller
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.options import CommandValue
from services.queries.planning import PlanAnswer
from services.queries.preview import PreviewAnswer
from services.store.plans import ANY

routes = Routes("play")

LONGEST_WAIT = 24 * 3600


class PlanAlternative(Body, frozen=True):
    commands: Annotated[
        list[CommandValue],
        Meta(min_length=1, max_length=50, description="The choices of the turn, as its preview offers them."),
    ]


class PlanBody(Body, frozen=True):
    alternatives: Annotated[
        list[PlanAlternative],
        Meta(
            min_length=1,
            max_length=MOST_ALTERNATIVES,
            description="The first one is played that is still legal and costs and brings the same.",
        ),
    ]
    wait_seconds: Annotated[
        int, Meta(ge=0, le=LONGEST_WAIT, description="How long you want to think again once the turn has begun.")
    ] = 0
    revision: Annotated[
        Annotated[str, Meta(max_length=64)] | None,
        Meta(description="The plan that this replaces: refused if it is another one by now."),
    ] = None


@routes.get("/api/v1/games/{game_id:str}/plans", LOGGED_IN)
async def get_plan(
    request: AnyRequest, acts: GivenActs, game_id: FromPath[str], language: NamedDependency[str]
) -> PlanAnswer:
    """Your planned turn.

    It stays here once it was played or could not be, with the reason, until you plan again.
    """
    return await _own_plan(acts, request, game_id, language)


async def _own_plan(acts: Acts, request: AnyRequest, game_id: str, language: str) -> PlanAnswer:
    plan = await plans.own_plan(acts, caller(request).user_id, game_id, language)
    if plan is None:
        raise ProblemError(NOT_FOUND, told("no_plan"))
    return plan


@routes.put("/api/v1/games/{game_id:str}/plans", plans.keep, raises=MOVES)
async def put_plan(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    data: JSONBody[PlanBody],
) -> PlanAnswer:
    """Plan your next turn.

    It is played once, as soon as your turn begins. Nothing of it tells the others that it exists before that.
    """
    former = ANY if data.revision is None else data.revision
    wanted = plans.Wanted([one.commands for one in data.alternatives], data.wait_seconds, former)
    await plans.keep(acts, ask_of(request), game_id, wanted)
    return await _own_plan(acts, request, game_id, language)


@routes.delete("/api/v1/games/{game_id:str}/plans", plans.drop)
async def delete_plan(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> None:
    """Give up your plan."""
    await plans.drop(acts, ask_of(request), game_id)


@routes.post("/api/v1/games/{game_id:str}/plans/preview", plans.preview, status_code=200, raises=MOVES)
async def preview_plan(
    request: AnyRequest,
    acts: GivenActs,
    game_id: FromPath[str],
    language: NamedDependency[str],
    data: JSONBody[PreviewBody],
) -> PreviewAnswer:
    """Preview your next turn.

    As if it had begun: what you could choose after these choices, as far as you can know by now. Nothing is written.
    """
    return await plans.preview(acts, ask_of(request), game_id, data.commands, language)
