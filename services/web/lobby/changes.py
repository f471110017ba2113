"""What people do in a lobby, each by a button of its page."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.acts import invitations, seats, tables
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.terms import PRESETS
from services.free_text import NONCE, TITLE
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import BAD_REQUEST, ProblemError
from services.web.asks import ask_of
from services.web.door import Web
from services.web.forms import Form, form_of
from services.web.guests import player_or_guest
from services.web.lobby.page import show_lobby
from services.web.refusals import refused_in_words


class Wanted(NamedTuple):
    """A change of a table that somebody asks for by a form."""

    acts: Acts
    ask: Ask
    game_id: str
    form: Form


async def _sit(wanted: Wanted) -> None:
    door = seats.Door(wanted.form["invitation"] or None, wanted.form["word"][: NONCE.longest].strip() or None)
    await seats.sit_down(*wanted[:3], door)


async def _word(wanted: Wanted) -> None:
    await seats.give_nonce(*wanted[:3], wanted.form["word"][: NONCE.longest].strip())


async def _terms(wanted: Wanted) -> None:
    form = wanted.form
    if form["clock"] not in PRESETS:
        raise ProblemError(BAD_REQUEST)
    title = " ".join(form["title"].split())[: TITLE.longest]
    await tables.change_terms(*wanted[:3], tables.NewTerms(title=title, clock=PRESETS[form["clock"]]))


CHANGES: dict[str, Callable[[Wanted], Awaitable[object]]] = {
    "sit": _sit,
    "bot": lambda wanted: seats.seat_bot(*wanted[:3], wanted.form["bot"]),
    "leave": lambda wanted: seats.free_chair(*wanted[:3], wanted.form.number("seat")),
    "start": lambda wanted: tables.start(*wanted[:3]),
    "link": lambda wanted: invitations.make_link(*wanted[:3]),
    "invite": lambda wanted: seats.invite_person(*wanted[:3], wanted.form["name"].strip()),
    "word": _word,
    "terms": _terms,
}


@post("/games/{game_id:str}/lobby")
async def change_lobby(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Response[bytes] | Redirect:
    form, cookies = await form_of(request), list[Cookie]()
    change = CHANGES.get(form["do"])
    if change is None:
        raise ProblemError(BAD_REQUEST)
    if form["do"] == "sit" and form["invitation"]:  # whoever was invited sits down at once, with or without an account
        cookies = (await player_or_guest(request, web)).cookies
    try:
        await change(Wanted(web.acts, ask_of(request, form), game_id, form))
    except ActaError as error:
        refusal = refused_in_words(error, web.acts.tables.registry, language_of(request))
        return await show_lobby(request, web, game_id, refusal.said, refusal.status)
    leads_to = "/" if form["do"] == "leave" and form["mine"] else f"/games/{game_id}"
    return Redirect(leads_to, status_code=303, cookies=cookies)


HANDLERS = (change_lobby,)
