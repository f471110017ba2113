"""The people whom a person has muted, at every table."""

from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.ids import UserId
from domain.kernel.player_names import name_of
from services.acts import talk
from services.api.asks import GivenActs, ask_of
from services.api.routes import Routes
from services.api.talk.schemas import Muted, PersonAnswer
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller

routes = Routes("talk")


@routes.get("/api/v1/me/muted", READ)
async def list_muted(request: AnyRequest, acts: GivenActs, language: NamedDependency[str]) -> Muted:
    """People you have muted."""
    muted = await acts.services.talk.mutes.of(caller(request).user_id)
    names = await acts.names.of(muted)
    people = [PersonAnswer(user, name_of(user, names, language)) for user in muted]
    return Muted(sorted(people, key=lambda person: (person.name, person.user_id)))


@routes.put("/api/v1/me/muted/{user_id:str}", talk.mute)
async def mute_person(
    request: AnyRequest,
    acts: GivenActs,
    user_id: FromPath[str],
) -> None:
    """Mute a person.

    You no longer see what this person writes, at any table. Nobody is told.
    """
    await talk.mute(acts, ask_of(request), UserId(user_id))


@routes.delete("/api/v1/me/muted/{user_id:str}", talk.unmute)
async def unmute_person(
    request: AnyRequest,
    acts: GivenActs,
    user_id: FromPath[str],
) -> None:
    """Unmute a person."""
    await talk.unmute(acts, ask_of(request), UserId(user_id))
