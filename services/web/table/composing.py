"""Composing a turn: point at something, go back a step, discard, confirm, take back. Each is a form of its own.

A script gets the table as it is then; without one a browser is sent back to the page.
"""

from functools import partial

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from domain.kernel.ids import Version
from domain.registry import Registry
from services.acts import turns
from services.acts.turns import Composed, Confirmed, MovedOn, Outcome, Refused, Shown
from services.identity.callers import AnyRequest
from services.queries.composing import meant
from services.queries.positions import Position, Reading, read_position
from services.queries.refusals import game_rows
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import Form, form_of
from services.web.table.showing import FRAGMENT, Word, reading_of, show
from services.web.table.turn_bar import parted

Answer = Response[bytes] | Redirect
OK, CONFLICT = 200, 409


@post("/games/{game_id:str}/pick", status_code=200)
async def pick(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Point at something: the path of everything that was pointed at since the last whole command."""
    form = await form_of(request)
    path = parted(form["path"])
    outcome = await turns.pick(
        web.acts, ask_of(request, form), _shown(request, form, game_id), lambda draft: meant(draft.pointing, path)
    )
    return await _answer(web, request, game_id, outcome)


@post("/games/{game_id:str}/propose", status_code=200)
async def propose(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Have the rest of the set-up proposed, as a draft. Asked for twice it is the same."""
    web.acts.read_limit.take(request)  # it looks through every choice in several worlds
    form = await form_of(request)
    outcome = await turns.propose(web.acts, ask_of(request, form), _shown(request, form, game_id))
    return await _answer(web, request, game_id, outcome)


@post("/games/{game_id:str}/back", status_code=200)
async def back(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Take back the last thing that was pointed at, or else the last step of the draft; or go back to a step."""
    form = await form_of(request)
    shown = _shown(request, form, game_id, form["path"])
    outcome = await turns.back(web.acts, ask_of(request, form), shown, form.number("steps"))
    return await _answer(web, request, game_id, outcome)


@post("/games/{game_id:str}/discard", status_code=200)
async def discard(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Forget the whole draft."""
    form = await form_of(request)
    outcome = await turns.discard(web.acts, ask_of(request, form), _shown(request, form, game_id))
    return await _answer(web, request, game_id, outcome)


@post("/games/{game_id:str}/confirm", status_code=200)
async def confirm(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Confirm the draft that the page has shown, on the version that it has shown. A repeat is carried out once."""
    form = await form_of(request)
    shown = _shown(request, form, game_id)._replace(version=Version(form.number("version") or 0))
    outcome = await turns.confirm(web.acts, ask_of(request, form), shown)
    return await _answer(web, request, game_id, outcome, "confirmed", CONFLICT)


@post("/games/{game_id:str}/undo", status_code=200)
async def undo(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Answer:
    """Take back what was confirmed last, as far as nothing came to light since."""
    form = await form_of(request)
    outcome = await turns.take_back(web.acts, ask_of(request, form), Shown(reading_of(request, game_id)))
    return await _answer(web, request, game_id, outcome, "undone", CONFLICT)


def _shown(request: AnyRequest, form: Form, game_id: str, path: str = "") -> Shown:
    return Shown(reading_of(request, game_id, path), form.given("draft"))


async def _answer(
    web: WebDoor, request: AnyRequest, game_id: str, outcome: Outcome, done: str = "", moved_on: int = OK
) -> Answer:
    """The table after what was asked for, and what is to be said about it."""
    reading = reading_of(request, game_id)
    show_it = partial(present, web, request, outcome.position, reading)
    match outcome:
        case Composed():
            return await show_it()
        case Confirmed():
            return await show_it(Word(done) if done else None)
        case MovedOn(why=why):
            return await show_it(Word("moved_on" if why == "table" else why), CONFLICT if why == "table" else moved_on)
        case Refused(error=error):
            return await show_it(_refused(web.acts.tables.registry, error, reading.lang), CONFLICT)


def _refused(registry: Registry, refusal: ActaError, lang: str) -> Word:
    """A refusal in words."""
    problem = next(words for kind, words in game_rows(registry).items() if isinstance(refusal, kind))(refusal)
    return Word("refused", {"why": problem.detail(lang)})


async def shown(
    web: WebDoor, request: AnyRequest, reading: Reading, said: Word | None = None, status: int = OK
) -> Answer:
    """The table as it is by now."""
    return await present(web, request, await read_position(web.acts, reading), reading, said, status)


async def present(
    web: WebDoor,
    request: AnyRequest,
    position: Position | None,
    reading: Reading,
    said: Word | None = None,
    status: int = OK,
) -> Answer:
    """What a script swaps in; a browser without one is sent to the page, unless there is something to say."""
    if position is None:  # a game that runs never becomes a lobby again
        return Redirect(f"/games/{reading.game_id}", status_code=303)
    if request.headers.get(FRAGMENT) or status != OK:
        return await show(web, request, position, reading, said, status)
    path = f"?path={'+'.join(position.path)}" if position.path else ""
    return Redirect(f"/games/{reading.game_id}{path}#turn", status_code=303)


HANDLERS = [pick, propose, back, discard, confirm, undo]
