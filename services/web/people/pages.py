"""`/people` and `/users/{name}`: counted from the games that the reader may know of."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.people import read_user
from services.queries.people_seen import read_people
from services.web.door import Web
from services.web.people.figures import figures_of
from services.web.user_links import user_link

_MOST_PEOPLE = 100
_SHOWN = 12

Name = Annotated[str | None, QueryParameter(max_length=64)]
Whole = Annotated[bool, QueryParameter(name="all")]


@get("/people")
async def people_page(request: AnyRequest, web: Web, name: Name = None) -> Response[bytes] | Redirect:
    """Who was seen at tables lately; a name that is asked for leads to its page."""
    caller = user_of(request)
    if name and await web.acts.names.user_called(name) is not None:
        return Redirect(user_link(name), status_code=303)
    people = await read_people(web.acts, caller)
    met = (await read_user(web.acts, caller, caller, language_of(request))).head_to_head if caller is not None else []
    return await web.page(
        request, "people/people.html", here="people", people=people[:_MOST_PEOPLE], met=met, asked=name or ""
    )


@get("/users/{name:path}")
async def user_page(request: AnyRequest, web: Web, name: FromPath[str], *, whole: Whole = False) -> Response[bytes]:
    """A person's games and results. A name may hold a slash, so that it is all that follows."""
    name = name.removeprefix("/")
    user, caller = await web.acts.names.user_called(name), user_of(request)
    stored = None if user is None else await web.acts.accounts.stored.of(user)
    if user is None or stored is None:
        raise NotFound(name)
    person = await read_user(web.acts, UserId(user), caller, language_of(request))
    games = {game.meta.slug: game.name_in(language_of(request)) for game in web.acts.tables.registry}
    return await web.page(
        request,
        "people/user.html",
        here="you" if user == caller else "people",
        person=person,
        since=stored.account.created_at,
        figures=figures_of(person, games),
        results=person.results if whole else person.results[:_SHOWN],
        hidden=0 if whole else max(len(person.results) - _SHOWN, 0),
        finished=sum(average.played for average in person.averages),
        running=sum(person.games.get(status, 0) for status in ("active", "scoring")),
        games=games,
        own=user == caller,
    )


HANDLERS = [people_page, user_page]
