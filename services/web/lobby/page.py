"""A table that fills up, as its reader may see it."""

from typing import Any, NamedTuple

from litestar import Response

from domain.kernel.clock import Clock
from domain.kernel.ids import GameId
from services.acts.invitations import standing_code
from services.acts.terms import PRESETS, clock_words, option_words
from services.bots import usual_bot
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.catalog import told_bots
from services.queries.game import GameAnswer, read_game
from services.queries.queries import ReadRequest
from services.render.seats import letters
from services.story.moments import window_in_words
from services.web.door import WebDoor
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
    request: AnyRequest, web: WebDoor, game_id: str, refusal: str = "", status: int = 200
) -> Response[bytes]:
    """The page of a table in its lobby, or of one that was closed there."""
    lang, user, code = language_of(request), user_of(request), code_of(request)
    seen = await read_game(web.acts, ReadRequest(game_id, user, code), lang=lang)
    game = web.acts.tables.registry.get(seen.game)
    if seen.status == "abandoned" and seen.first_seat is None:
        names = [seat.name for seat in seen.seats if seat.kind != "open"]
        closed = {"table": seen, "game_name": game.name_in(lang), "names": names}
        return await web.page(request, "lobby/closed.html", here="tables", status=status, **closed)
    hosting = user is not None and user == seen.host
    talk = await newest_lines(web, GameId(game_id), user, lang)
    shown: dict[str, Any] = {
        "table": seen,
        "game_name": game.name_in(lang),
        "chairs": _chairs(web, seen, lang),
        "least": min(game.meta.players),
        "code": code or "",
        "inviter": "" if seen.you is not None else _host_name(seen),
        "hosting": hosting,
        "talk": talk.lines,
        "last_line": talk.last,
        "link": await _link(web, seen) if hosting else "",
        "bots": told_bots(web.acts.bots, lang),
        "usual_bot": usual_bot(web.acts.bots),
        "clock_told": clock_words(None if seen.clock is None else seen.clock.terms, lang),
        "hours_told": "" if seen.clock is None else _hours(seen.clock.terms, lang),
        "options_told": option_words(game, seen.options, lang),
        "clocks": PRESETS,
        "may_be_guest": web.acts.accounts.has_guests and (seen.private and code is not None),
        "refusal": refusal,
    }
    return await web.page(request, "lobby/lobby.html", here="tables", status=status, **shown)


def _chairs(web: WebDoor, seen: GameAnswer, lang: str) -> list[Chair]:
    bots = {bot.bot: bot for bot in told_bots(web.acts.bots, lang)}
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


def _hours(clock: Clock, lang: str) -> str:
    """When the clock runs, if not always."""
    return "" if clock.window is None else window_in_words(clock.window, lang)


def _host_name(seen: GameAnswer) -> str:
    return next((seat.name for seat in seen.seats if seat.user_id is not None and seat.user_id == seen.host), "")


async def _link(web: WebDoor, seen: GameAnswer) -> str:
    """The link to pass on: a private table's holds the code of an invitation, once its host has made one."""
    address = f"{web.acts.public_url}/games/{seen.game_id}"
    if not seen.private:
        return address
    async with web.acts.tables.lock(GameId(seen.game_id)):
        loaded = await web.acts.tables.current(GameId(seen.game_id))
        code = standing_code(loaded.match, web.acts.tables.now())
    return f"{address}#invitation={code}" if code else ""
