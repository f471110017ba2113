"""What people do in a lobby, each by a button of its page."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel import lobby
from domain.kernel.errors import ActaError
from services.commands.tables import Request
from services.identity.callers import caller
from services.identity.language import language_of
from services.play import lobbies
from services.play.deps import AnyRequest
from services.play.invitations import make_link
from services.play.terms import PRESETS
from services.problems import BAD_REQUEST, ProblemError
from services.store.accounts import Principal
from services.web.deps import Web, WebDeps
from services.web.forms import Form, form_of
from services.web.guests import player_or_guest
from services.web.lobby.page import show_lobby
from services.web.refusals import refused_in_words

LONGEST_TITLE, LONGEST_WORD = 80, 128


class Wanted(NamedTuple):
    """A change that somebody asks for."""

    web: WebDeps
    principal: Principal
    named: Request
    form: Form


async def _sit(wanted: Wanted) -> None:
    door = lobbies.Door(wanted.form["invitation"] or None, wanted.form["word"][:LONGEST_WORD] or None)
    await lobbies.sit_down(wanted.web.games, wanted.principal, wanted.named, door)


async def _seat_bot(wanted: Wanted) -> None:
    await lobbies.seat_bot(wanted.web.games, wanted.principal, wanted.named, wanted.form["bot"])


async def _leave(wanted: Wanted) -> None:
    seat = wanted.form.number("seat")
    await lobbies.free_chair(wanted.web.games, wanted.principal.user_id, wanted.named, -1 if seat is None else seat)


async def _start(wanted: Wanted) -> None:
    user = wanted.principal.user_id
    await wanted.web.games.change(wanted.named, user, lambda batch: lobby.start(batch, user))


async def _link(wanted: Wanted) -> None:
    await make_link(wanted.web.games, wanted.principal, wanted.named)


async def _invite(wanted: Wanted) -> None:
    await lobbies.invite_person(wanted.web.games, wanted.principal, wanted.named, wanted.form["name"].strip())


async def _word(wanted: Wanted) -> None:
    user, word = wanted.principal.user_id, wanted.form["word"][:LONGEST_WORD].strip()
    if not word:
        raise ProblemError(BAD_REQUEST)
    await wanted.web.games.change(wanted.named, user, lambda batch: lobby.give_nonce(batch, user, word))


async def _terms(wanted: Wanted) -> None:
    user, form = wanted.principal.user_id, wanted.form
    if form["clock"] not in PRESETS:
        raise ProblemError(BAD_REQUEST)
    title, clock = " ".join(form["title"].split())[:LONGEST_TITLE], PRESETS[form["clock"]]
    await wanted.web.games.change(wanted.named, user, lambda batch: lobby.set_terms(batch, user, None, title, clock))


CHANGES: dict[str, Callable[[Wanted], Awaitable[None]]] = {
    "sit": _sit,
    "bot": _seat_bot,
    "leave": _leave,
    "start": _start,
    "link": _link,
    "invite": _invite,
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
    principal = caller(request)
    _, named = web.games.begin_change(request, game_id, None, None)
    try:
        await change(Wanted(web, principal, named, form))
    except ActaError as error:
        refusal = refused_in_words(error, web.games.tables.registry, language_of(request))
        return await show_lobby(request, web, game_id, refusal.said, refusal.status)
    leads_to = "/" if form["do"] == "leave" and form["mine"] else f"/games/{game_id}"
    return Redirect(leads_to, status_code=303, cookies=cookies)


HANDLERS = (change_lobby,)
