"""A table that fills up, as its reader may see it."""

from typing import Any, NamedTuple

from litestar import Response

from domain.kernel.ids import GameId
from services.identity.callers import user_of
from services.identity.language import language_of
from services.play.deps import AnyRequest
from services.play.invitations import standing_code
from services.play.terms import PRESETS, clock_words, option_words
from services.queries.catalog import told_bots
from services.queries.game import GameAnswer, read_game
from services.queries.sources import ReadRequest
from services.render.seats import letters
from services.web.deps import WebDeps
from services.web.table.heard import newest_lines


class Chair(NamedTuple):
    """A chair of the lobby."""

    number: int
    letter: str
    name: str
    kind: str
    line: str
    mine: bool
    has_word: bool


def code_of(request: AnyRequest) -> str | None:
    """The code of an invitation, which a script takes out of the link and hands over."""
    return request.query_params.get("invitation") or None


async def show_lobby(
    request: AnyRequest, web: WebDeps, game_id: str, refusal: str = "", status: int = 200
) -> Response[bytes]:
    """The page of a table in its lobby."""
    lang, user, code = language_of(request), user_of(request), code_of(request)
    seen = await read_game(web.games, ReadRequest(game_id, user, code), lang=lang)
    game = web.games.tables.registry.get(seen.game)
    hosting = user is not None and user == seen.host
    shown: dict[str, Any] = {
        "table": seen,
        "game_name": game.name_in(lang),
        "chairs": _chairs(web, seen, lang),
        "least": min(game.meta.players),
        "code": code or "",
        "hosting": hosting,
        "talk": await newest_lines(web, GameId(game_id), user, lang),
        "link": await _link(web, seen) if hosting else "",
        "bots": told_bots(web.games.bots, lang),
        "clock_told": clock_words(None if seen.clock is None else seen.clock.terms, lang),
        "options_told": option_words(game, seen.options, lang),
        "clocks": PRESETS,
        "may_be_guest": web.accounts.accounts.has_guests and (seen.private and code is not None),
        "refusal": refusal,
    }
    return await web.page(request, "lobby/lobby.html", here="tables", status=status, **shown)


def _chairs(web: WebDeps, seen: GameAnswer, lang: str) -> list[Chair]:
    bots = {bot.bot: bot for bot in told_bots(web.games.bots, lang)}
    return [
        Chair(
            number=seat.seat,
            letter=letter if seat.kind != "open" else "?",
            name=seat.name,
            kind=seat.kind,
            line=bots[seat.bot].line if seat.bot in bots else "",
            mine=seat.seat == seen.you,
            has_word=seat.gave_nonce,
        )
        for seat, letter in zip(seen.seats, letters([seat.name for seat in seen.seats]), strict=True)
    ]


async def _link(web: WebDeps, seen: GameAnswer) -> str:
    """The link to pass on: a private table's holds the code of an invitation, once its host has made one."""
    address = f"{web.games.public_url}/games/{seen.game_id}"
    if not seen.private:
        return address
    async with web.games.tables.lock(GameId(seen.game_id)):
        loaded = await web.games.tables.current(GameId(seen.game_id))
        code = standing_code(loaded.match, web.games.tables.now())
    return f"{address}#invitation={code}" if code else ""
