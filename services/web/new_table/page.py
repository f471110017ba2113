"""The form for a new table, and what follows when it is sent."""

from litestar import Response, get, post
from litestar.response import Redirect

from domain.kernel.errors import ActaError
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.play.option_fields import option_fields
from services.play.terms import PRESETS, by_welcome
from services.queries.catalog import told_bots
from services.store.accounts import Principal
from services.web.deps import Web
from services.web.forms import Form, form_of
from services.web.guests import player_or_guest
from services.web.new_table.wish import Wish, filled_in, order_of, preset, sentence
from services.web.opening import open_table
from services.web.pages import frame, html, render
from services.web.refusals import Refused, refused_in_words

_MOST_PLAYERS = 5


@get("/new")
async def new_table(request: AnyRequest, web: Web) -> Response[bytes]:
    slug, alone = request.query_params.get("game", ""), not _has_account(request)
    return await _form(request, web, preset(web.games, slug, language_of(request), alone=alone))


@get("/new/sentence")
async def summed_up(request: AnyRequest, web: Web) -> Response[bytes]:
    """The sentence and the chairs alone, for a script that has changed the form."""
    fields = {name: request.query_params.getall(name) for name in request.query_params}
    wish = filled_in(web.games, Form(fields))
    summed = sentence(web.games, wish, language_of(request))
    return html(request, render("new/changed.html", frame(request, wish=wish, sentence=summed)))


@post("/new")
async def make_table(request: AnyRequest, web: Web) -> Response[bytes] | Redirect:
    wish = filled_in(web.games, await form_of(request))
    if not isinstance(request.user, Principal) and not (wish.private and wish.bots == wish.players - 1):
        return Redirect("/login?back=%2Fnew", status_code=303)
    try:
        player = await player_or_guest(request, web)
        game_id = await open_table(request, web.games, player.principal, order_of(wish))
    except ActaError as error:
        return await _form(request, web, wish, refused_in_words(error, web.games.tables.registry, language_of(request)))
    return Redirect(f"/games/{game_id}", status_code=303, cookies=player.cookies)


def _has_account(request: AnyRequest) -> bool:
    return isinstance(request.user, Principal) and not request.user.guest


async def _form(request: AnyRequest, web: Web, wish: Wish, refusal: Refused | None = None) -> Response[bytes]:
    lang = language_of(request)
    games = [(game, option_fields(game)) for game in by_welcome(web.games.tables.registry)]
    return await web.page(
        request,
        "new/form.html",
        here="new",
        status=200 if refusal is None else refusal.status,
        wish=wish,
        offered=[{"slug": game.meta.slug, "name": game.name_in(lang), "game": game, "fields": f} for game, f in games],
        counts=range(min(min(game.meta.players) for game, _ in games), _MOST_PLAYERS + 1),
        bots=told_bots(web.games.bots, lang),
        clocks=PRESETS,
        sentence=sentence(web.games, wish, lang),
        refusal="" if refusal is None else refusal.said,
        has_account=_has_account(request),
    )


HANDLERS = (new_table, summed_up, make_table)
