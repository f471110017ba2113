"""The page on which a turn is planned: the table as if it were the reader's turn, and what is kept of it."""

from collections.abc import Awaitable
from functools import partial

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import NotAllowed
from domain.kernel.ids import GameId
from services.acts import plans
from services.acts.turns import Confirmed, MovedOn, Outcome, Shown
from services.identity.callers import AnyRequest
from services.queries.composing import Composed, Pointed, meant
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import Form, form_of
from services.web.table.showing import FRAGMENT, Word, reading_of, show
from services.web.table.turn_bar import parted

Answer = Response[bytes] | Redirect
LONGEST_WAIT = 24 * 3600


@get("/games/{game_id:str}/plan")
async def plan(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """The reader's next turn, as if it had begun; the table itself while there is nothing to plan."""
    reading = reading_of(request, game_id, request.query_params.get("path", ""))
    try:
        position = await plans.planning(web.acts, reading)
    except NotAllowed:
        return _to_table(game_id)
    return await show(web, request, position, reading)


@post("/games/{game_id:str}/plan/pick", status_code=200)
async def pick(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Point at something."""
    form = await form_of(request)
    path = parted(form["path"])
    choose = partial(_meant, path)
    return await _answer(
        web, request, game_id, plans.pick(web.acts, ask_of(request, form), _shown(request, form, game_id), choose)
    )


@post("/games/{game_id:str}/plan/back", status_code=200)
async def back(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Take back the last thing that was pointed at, or else the last step; or go back to a step."""
    form = await form_of(request)
    shown = _shown(request, form, game_id, form["path"])
    steps = form.number("steps")
    return await _answer(web, request, game_id, plans.back(web.acts, ask_of(request, form), shown, steps))


@post("/games/{game_id:str}/plan/discard", status_code=200)
async def discard(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Begin anew."""
    form = await form_of(request)
    shown = _shown(request, form, game_id)
    return await _answer(web, request, game_id, plans.back(web.acts, ask_of(request, form), shown, 0))


@post("/games/{game_id:str}/plan/keep", status_code=200)
async def keep(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Keep what was composed, in place of what was planned before, or as another way to play the turn."""
    form = await form_of(request)
    wait, shown = min(form.number("wait") or 0, LONGEST_WAIT), _shown(request, form, game_id)
    ask, otherwise = ask_of(request, form), "otherwise" in form
    return await _answer(web, request, game_id, plans.keep_composed(web.acts, ask, shown, wait, otherwise=otherwise))


@post("/games/{game_id:str}/plan/drop", status_code=200)
async def drop(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Give up the plan."""
    await plans.drop(web.acts, ask_of(request, await form_of(request)), game_id)
    return _to_table(game_id)


def _meant(path: tuple[str, ...], draft: Composed) -> Pointed:
    return meant(draft.pointing, path)


def _shown(request: AnyRequest, form: Form, game_id: str, path: str = "") -> Shown:
    return Shown(reading_of(request, game_id, path), form.given("draft"))


async def _answer(web: WebDoor, request: AnyRequest, game_id: str, asked: Awaitable[Outcome]) -> Answer:
    """The turn as it is planned by now; the table once it was kept, or while there is nothing to plan any more."""
    try:
        outcome = await asked
    except NotAllowed:
        return _to_table(game_id)
    position, reading = outcome.position, reading_of(request, game_id)
    if isinstance(outcome, Confirmed) or position is None:
        return _to_table(game_id)
    said = Word(outcome.why) if isinstance(outcome, MovedOn) else None
    if request.headers.get(FRAGMENT) or said:
        return await show(web, request, position, reading, said)
    path = f"?path={'+'.join(position.path)}" if position.path else ""
    return Redirect(f"/games/{game_id}/plan{path}#turn", status_code=303)


def _to_table(game_id: str) -> Redirect:
    return Redirect(f"/games/{GameId(game_id)}", status_code=303)


HANDLERS = [plan, pick, back, discard, keep, drop]
