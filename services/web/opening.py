"""Opening a table and giving its chairs to bots, by the form of a new table or by a single button."""

import re
import tomllib
from importlib.resources import files
from secrets import token_hex
from typing import Any

import msgspec
from litestar import post
from litestar.response import Redirect

from domain.kernel.ids import GameId
from domain.registry import Registry
from services.accounts import Principal
from services.acts import seats, tables
from services.acts.acts import Acts
from services.acts.ask import Ask, Once, digest
from services.acts.wishes import TableWish
from services.free_text import NONCE
from services.identity.callers import AnyRequest
from services.web.door import Web
from services.web.forms import Form, form_of
from services.web.guests import player_or_guest

_KEY = re.compile(r"[0-9a-f]{32}")


class FirstTable(msgspec.Struct, frozen=True):
    players: int
    bot: str = "random"
    options: dict[str, Any] = {}


FIRST_TABLES = msgspec.convert(
    tomllib.loads(files("services.web").joinpath("first_tables.toml").read_text("utf-8")), dict[str, FirstTable]
)


def key_of(text: str, wish: TableWish) -> str:
    """The key of what a form asks for: sent twice it is the same, for another table another."""
    if not _KEY.fullmatch(text):
        return token_hex(16)
    options = msgspec.json.encode(wish.options, order="deterministic").decode()
    return digest(text, wish.game.meta.slug, wish.players, wish.bots, options)


async def open_table(acts: Acts, caller: Principal, wish: TableWish, form: Form) -> GameId:
    """Open the table that a form describes; its key makes a form that is sent twice open one.

    A word for the shuffle comes in two steps, since it must not be known before the table has promised its secret:
    first an empty one, for which the table is opened and does not begin; then the word itself, with the same key.
    """
    ask = Ask(caller, Once("page new", key_of(form["key"], wish)))
    game_id, word = ask.new_game(), form.given("word")
    if word is not None:
        await tables.open_table(acts, ask, game_id, wish._replace(bots=min(wish.bots, wish.players - 2)))
    if word:
        await seats.give_nonce(acts, ask.step("word"), game_id, word[: NONCE.longest])
    if word != "":
        await tables.open_table(acts, ask, game_id, wish)
    return game_id


def first_table(registry: Registry, slug: str) -> TableWish:
    """The table at which somebody begins; a game that is not known here begins with as few as it can."""
    game = registry.get(slug)
    wanted = FIRST_TABLES.get(slug) or FirstTable(min(game.meta.players))
    return TableWish(game, wanted.players, wanted.options, private=True, bots=wanted.players - 1, bot=wanted.bot)


@post("/play")
async def play_now(request: AnyRequest, web: Web) -> Redirect:
    """A table with bots at once, for whoever asks: a stranger sits there as a guest."""
    form = await form_of(request)
    wish = first_table(web.acts.tables.registry, form["game"])
    wish = wish._replace(bot=form["bot"] or wish.bot)
    player = await player_or_guest(request, web)
    game_id = await open_table(web.acts, player.principal, wish, form)
    return Redirect(f"/games/{game_id}", status_code=303, cookies=player.cookies)


HANDLERS = (play_now,)
