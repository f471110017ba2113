"""All tables that a reader may know of, by what can be done at them: sit down, watch, look back."""

from typing import Any

from litestar import Response, get

from projections.rows import EVERYONE
from services.acts.terms import by_welcome
from services.identity.callers import AnyRequest, caller, user_of
from services.identity.language import language_of
from services.queries.lists import GameList, ListRequest, read_list
from services.web.door import Web
from services.web.listing import card

SHOWN = {"open": ("lobby",), "running": ("active", "scoring"), "finished": ("finished",)}
PAGE = 30


@get("/tables")
async def tables(request: AnyRequest, web: Web) -> Response[bytes]:
    asked, lang = request.query_params, language_of(request)
    show = asked.get("show", "open") if asked.get("show", "open") in SHOWN else "open"
    games = [(one.meta.slug, one.name_in(lang)) for one in by_welcome(web.acts.tables.registry)]
    mine, game = bool(asked.get("mine")), asked.get("game", "") if asked.get("game") in dict(games) else ""
    wanted = ListRequest(
        user_of(request),
        caller(request).user_id if mine else EVERYONE,
        game=game or None,
        cursor=asked.get("cursor") or None,
    )
    found = await _listed(web, wanted, show, lang)
    cards = [card(web.acts, one, lang) for one in found.items if not (asked.get("live") and not _is_live(one.clock))]
    context: dict[str, Any] = {"show": show, "mine": mine, "game": game, "following": found.next}
    context["live"] = bool(asked.get("live"))
    return await web.page(request, "tables/tables.html", here="tables", cards=cards, games=games, **context)


async def _listed(web: Web, wanted: ListRequest, show: str, lang: str) -> GameList:
    """A page of one status, or of several together; a page of several has no next one."""
    pages = [await read_list(web.acts, wanted._replace(status=status), PAGE, lang) for status in SHOWN[show]]
    items = sorted((one for page in pages for one in page.items), key=lambda one: one.created_at, reverse=True)
    return GameList(items, pages[0].next)


def _is_live(clock: object) -> bool:
    seconds = getattr(clock, "turn_seconds", None)
    return seconds is not None and seconds <= 3600  # noqa: PLR2004 - an hour a turn is an evening's table


HANDLERS = (tables,)
