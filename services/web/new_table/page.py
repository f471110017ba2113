"""The form for a new table, and what follows when it is sent."""

from secrets import token_hex

from litestar import Response, get, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.accounts import Principal
from services.acts.option_fields import option_fields
from services.acts.terms import PRESETS, by_welcome
from services.acts.wishes import TableWish
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.queries.catalog import told_bots
from services.web.door import Web
from services.web.forms import Form, form_of
from services.web.guests import player_or_guest
from services.web.new_table.wish import filled_in, preset, sentence, some_title
from services.web.opening import open_table
from services.web.pages import frame, html, render
from services.web.refusals import FormRefusal, refused_in_words

_MOST_PLAYERS = 5


@get("/new")
async def new_table(request: AnyRequest, web: Web) -> Response[bytes]:
    slug, alone = request.query_params.get("game", ""), not _has_account(request)
    wish = preset(web.acts, slug, alone=alone)._replace(title=some_title(language_of(request)))
    return await _form(request, web, wish, token_hex(16))


@get("/new/sentence")
async def summed_up(request: AnyRequest, web: Web) -> Response[bytes]:
    """The sentence and the chairs alone, for a script that has changed the form."""
    fields = {name: request.query_params.getall(name) for name in request.query_params}
    wish = filled_in(web.acts, Form(fields))
    summed = sentence(web.acts, wish, language_of(request))
    return html(request, render("new/changed.html", frame(request, wish=wish, sentence=summed)))


@post("/new")
async def make_table(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    form = await form_of(request)
    wish = filled_in(web.acts, form)
    if not isinstance(request.user, Principal) and not (wish.private and wish.bots == wish.players - 1):
        return Redirect("/login?back=%2Fnew", status_code=303)
    try:
        player = await player_or_guest(request, web)
        game_id = await open_table(web.acts, player.principal, wish, form)
    except ActaError as error:
        refusal = refused_in_words(error, web.acts.tables.registry, language_of(request))
        return await _form(request, web, wish, form["key"], refusal)
    return Redirect(f"/games/{game_id}", status_code=303, cookies=player.cookies)


def _has_account(request: AnyRequest) -> bool:
    return isinstance(request.user, Principal) and not request.user.guest


async def _form(
    request: AnyRequest, web: Web, wish: TableWish, key: str, refusal: FormRefusal | None = None
) -> Response[bytes]:
    lang = language_of(request)
    games = [(game, option_fields(game)) for game in by_welcome(web.acts.tables.registry)]
    return await web.page(
        request,
        "new/form.html",
        here="new",
        status=200 if refusal is None else refusal.status,
        wish=wish,
        key=key,
        offered=[{"slug": game.meta.slug, "name": game.name_in(lang), "game": game, "fields": f} for game, f in games],
        counts=range(min(min(game.meta.players) for game, _ in games), _MOST_PLAYERS + 1),
        bots=told_bots(web.acts.bots, lang),
        clocks=PRESETS,
        sentence=sentence(web.acts, wish, lang),
        refusal="" if refusal is None else refusal.said,
        has_account=_has_account(request),
    )


HANDLERS = (new_table, summed_up, make_table)
