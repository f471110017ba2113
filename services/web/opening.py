"""Opening a table and giving its chairs to bots, by the form of a new table or by a single button."""

import re
import tomllib
from hashlib import sha256
from importlib.resources import files
from secrets import token_hex
from typing import Any

import msgspec
from litestar import post
from litestar.response import Redirect

from domain.kernel.lobby import Terms
from services.play import lobbies
from services.play.deps import AnyRequest, GameDeps, new_game_id
from services.store.accounts import Principal
from services.web.deps import Web
from services.web.forms import form_of
from services.web.guests import player_or_guest

_KEY = re.compile(r"[0-9a-f]{32}")


class TableOrder(msgspec.Struct, frozen=True):
    """A table that somebody asks for; `key` makes a form that is sent twice open one table."""

    game: str
    terms: Terms
    bots: int
    bot: str
    key: str


class FirstTable(msgspec.Struct, frozen=True):
    players: int
    bot: str = "random"
    options: dict[str, Any] = {}


FIRST_TABLES = msgspec.convert(
    tomllib.loads(files("services.web").joinpath("first_tables.toml").read_text("utf-8")), dict[str, FirstTable]
)


def key_of(text: str, game: str) -> str:
    """The key of what a form asks for: sent twice it is the same, for another game another."""
    return sha256(f"{text} {game}".encode()).hexdigest() if _KEY.fullmatch(text) else token_hex(16)


async def open_table(request: AnyRequest, deps: GameDeps, principal: Principal, order: TableOrder) -> str:
    """Open a table, let its bots sit down, and give its id; a full table starts by itself."""
    game_id = new_game_id(principal.user_id, order.key)
    _, named = deps.begin_change(request, game_id, None, order.key)
    await lobbies.open_table(deps, principal, named, order.game, order.terms)
    for number in range(order.bots):
        _, seating = deps.begin_change(request, game_id, None, f"{order.key} {number}")
        await lobbies.seat_bot(deps, principal, seating, order.bot)
    return game_id


def first_table(deps: GameDeps, slug: str, key: str) -> TableOrder:
    """The table at which somebody begins; a game that is not known here begins with as few as it can."""
    game = deps.tables.registry.get(slug)
    wanted = FIRST_TABLES.get(slug) or FirstTable(min(game.meta.players))
    terms = Terms(wanted.players, wanted.options, private=True)
    return TableOrder(slug, terms, wanted.players - 1, wanted.bot, key)


@post("/play")
async def play_now(request: AnyRequest, web: Web) -> Redirect:
    """A table with bots at once, for whoever asks: a stranger sits there as a guest."""
    form = await form_of(request)
    order = first_table(web.games, form["game"], key_of(form["key"], form["game"]))
    player = await player_or_guest(request, web)
    game_id = await open_table(request, web.games, player.principal, order)
    return Redirect(f"/games/{game_id}", status_code=303, cookies=player.cookies)


HANDLERS = (play_now,)
