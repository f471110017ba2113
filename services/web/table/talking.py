"""What people say at a table, and what each of them notes down for themselves."""

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from services.acts import talk
from services.identity.callers import AnyRequest
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import form_of
from services.web.table.composing import shown
from services.web.table.showing import Word, reading_of


@post("/games/{game_id:str}/say", status_code=200)
async def say_something(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Say something to everyone who may see the table."""
    form = await form_of(request)
    await talk.say(web.acts, ask_of(request, form), game_id, form["text"].strip())
    return await shown(web, request, reading_of(request, game_id), Word("said"))


@post("/games/{game_id:str}/notes", status_code=200)
async def keep_notes(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    """Write private notes in place of those before."""
    form = await form_of(request)
    await talk.keep_notes(web.acts, ask_of(request, form), game_id, form["text"])
    return await shown(web, request, reading_of(request, game_id), Word("kept"))


HANDLERS = [say_something, keep_notes]
