"""The first page: for a stranger what this is and a table to try it at, for a player the tables that wait."""

from secrets import token_hex
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.response import Redirect

from domain.kernel.clock import Millis, moment
from domain.kernel.errors import ActaError
from domain.kernel.ids import UserId
from services.acts.acts import Acts
from services.acts.terms import by_welcome
from services.bots import LEVELS
from services.identity.callers import AnyRequest, require_scope, user_of
from services.identity.language import language_of
from services.queries.catalog import told_bots
from services.queries.inbox import InboxItem, read_inbox
from services.queries.lists import ListedGame, ListRequest, read_list
from services.queries.people import read_results
from services.queries.queries import ReadRequest
from services.queries.timeline import read_recap
from services.queries.visible_log import open_log
from services.web.door import Web
from services.web.listing import Mark, TableCard, card

MOST_WAITING = 30
MOST_TOLD = 3
"""Tables whose news are told: each is read from its log."""
MOST_LINES = 3
SHOWN, READ = 4, 50
EIGHTHS = 8


class News(NamedTuple):
    """A line of what happened since, and whose it was."""

    mark: Mark | None
    text: str


class Waiting(NamedTuple):
    """A table that waits for the reader."""

    table: TableCard
    deadline: str | None
    since: str
    used: int
    """How many eighths of the time are over."""
    news: list[News]


@get("/")
async def home(request: AnyRequest, web: Web) -> Response[bytes]:
    user, lang = user_of(request), language_of(request)
    if user is not None:
        require_scope(request, "read")
    lobbies = await _games(web.acts, ListRequest(user, status="lobby"), lang)
    open_tables = [card(web.acts, one, lang) for one in lobbies if not _sits(one, user)]
    levels = [bot for bot in told_bots(web.acts.bots, lang) if bot.bot in LEVELS]
    shown: dict[str, Any] = {
        "levels": levels,
        "open_tables": open_tables[:SHOWN],
        "open_count": len(open_tables),
        "key": token_hex(16),
    }
    if user is None:
        return await _newcomer(request, web, lang, shown)
    waiting = [
        await _waiting(web.acts, item, user, lang, told=number < MOST_TOLD)
        for number, item in enumerate((await read_inbox(web.acts, user, None, MOST_WAITING, lang)).items)
    ]
    here = {one.table.game.game_id for one in waiting}
    mine = [one for one in await _games(web.acts, ListRequest(user, user), lang) if one.game_id not in here]
    shown["others"] = [card(web.acts, one, lang) for one in mine if one.status in {"active", "scoring"}]
    shown["lobbies"] = [card(web.acts, one, lang) for one in mine if one.status == "lobby"]
    shown["finished"] = await read_results(web.acts, user, SHOWN, lang)
    shown["names"] = {game.meta.slug: game.name_in(lang) for game in web.acts.tables.registry}
    return await web.page(request, "home/player.html", here="home", waits=waiting, games=_offered(web, lang), **shown)


async def _newcomer(request: AnyRequest, web: Web, lang: str, shown: dict[str, Any]) -> Response[bytes]:
    running = await _games(web.acts, ListRequest(None, status="active"), lang)
    live = card(web.acts, running[0], lang) if running else None
    guests = web.acts.accounts.has_guests
    offered = _offered(web, lang)
    return await web.page(request, "home/newcomer.html", here="home", live=live, games=offered, guests=guests, **shown)


@get("/next")
async def next_table(request: AnyRequest, web: Web) -> Redirect:
    """On to the table that waits most urgently, but for the one that is left (`after`); or home if none does."""
    user = require_scope(request, "read").user_id
    items = (await read_inbox(web.acts, user, None, 2, language_of(request))).items
    found = [one.game.game_id for one in items if one.game.game_id != request.query_params.get("after")]
    return Redirect(f"/games/{found[0]}" if found else "/", status_code=303)


async def _games(deps: Acts, asked: ListRequest, lang: str) -> list[ListedGame]:
    return (await read_list(deps, asked, READ, lang)).items


def _sits(game: ListedGame, user: UserId | None) -> bool:
    return user is not None and any(seat.user_id == user for seat in game.seats)


def _offered(web: Web, lang: str) -> list[dict[str, Any]]:
    """The games of this server, the most welcoming first."""
    return [
        {"slug": game.meta.slug, "name": game.name_in(lang), "players": game.meta.players}
        for game in by_welcome(web.acts.tables.registry)
    ]


async def _waiting(deps: Acts, item: InboxItem, user: UserId, lang: str, *, told: bool) -> Waiting:
    table = card(deps, item.game, lang)
    news = await _news(deps, table, user, lang) if told else []
    used = 0 if item.deadline is None else _used(moment(item.since), moment(item.deadline), deps.tables.now())
    return Waiting(table, item.deadline, item.since, used, news)


def _used(since: Millis, deadline: Millis, now: Millis) -> int:
    return EIGHTHS if now >= deadline else max(EIGHTHS * (now - since) // max(deadline - since, 1), 0)


async def _news(deps: Acts, table: TableCard, user: UserId, lang: str) -> list[News]:
    try:
        log = await open_log(deps, ReadRequest(table.game.game_id, user))
        recap = await read_recap(log, None, lang)
    except ActaError:  # a damaged record tells nothing here; its own page says why
        return []
    lines = [(turn.actor, line.text) for turn in recap.turns for line in turn.lines if not line.retracted]
    return [
        News(table.marks[actor] if isinstance(actor, int) and actor < len(table.marks) else None, text)
        for actor, text in lines[-MOST_LINES:]
    ]


HANDLERS = (home, next_table)
