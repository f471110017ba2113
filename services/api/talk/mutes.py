"""The people whom a person has muted, at every table."""

from litestar import delete, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from domain.kernel.player_names import name_of
from services.api.openapi import CALLER, PATH, needs, problems
from services.api.talk.deps import TalkDeps
from services.api.talk.schemas import Muted, PersonAnswer
from services.identity.callers import caller, requires
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, TOO_MANY_REQUESTS, bad_field

CHANGES = problems(*CALLER, *PATH, TOO_MANY_REQUESTS)


@get(
    "/api/v1/me/muted",
    tags=["talk"],
    summary="Whom you have muted",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(BAD_REQUEST, *CALLER),
)
async def list_muted(
    request: AnyRequest, talk_deps: NamedDependency[TalkDeps], language: NamedDependency[str]
) -> Muted:
    muted = await talk_deps.mutes.of(caller(request).user_id)
    names = await talk_deps.names.of(muted)
    people = [PersonAnswer(user, name_of(user, names, language)) for user in muted]
    return Muted(sorted(people, key=lambda person: (person.name, person.user_id)))


@put(
    "/api/v1/me/muted/{user_id:str}",
    tags=["talk"],
    operation_id="mutePerson",
    summary="Mute a person",
    description="You are no longer shown what this person says, at any table. Nobody is told.",
    status_code=204,
    security=needs("play"),
    responses=CHANGES,
)
async def mute(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    user_id: FromPath[str],
) -> None:
    user, other = game_deps.player(request), UserId(user_id)
    if user == other:
        raise bad_field("user_id", "mute_yourself")
    if await talk_deps.names.known(other) is None:
        raise NotFound(other)
    await talk_deps.mutes.add(user, other)


@delete(
    "/api/v1/me/muted/{user_id:str}",
    tags=["talk"],
    operation_id="unmutePerson",
    summary="Hear a person again",
    security=needs("play"),
    responses=CHANGES,
)
async def unmute(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    talk_deps: NamedDependency[TalkDeps],
    user_id: FromPath[str],
) -> None:
    if not await talk_deps.mutes.drop(game_deps.player(request), UserId(user_id)):
        raise NotFound(user_id)


HANDLERS = [list_muted, mute, unmute]
