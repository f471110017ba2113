"""`/games/{id}/replay?at=V`: the board at any moment, as a seat saw it or as it was, with the way there and back."""

from typing import Annotated

from litestar import Response, get, post
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect

from domain.kernel.ids import GameId, Seat, Version
from services.acts import tables
from services.bots import usual_bot
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.pictures import Style, read_picture
from services.queries.queries import ReadRequest
from services.queries.readers import SPECTATOR, TRUTH
from services.queries.replay import Replay, read_replay, steps_from
from services.queries.visible_log import open_log
from services.web.asks import ask_of
from services.web.door import Web, WebDoor
from services.web.forms import form_of
from services.web.record.replay_line import here_label, replay_track
from services.web.texts import said

At = Annotated[int | None, QueryParameter(ge=1, le=2**53)]
ChoiceNumber = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
As = Annotated[str | None, QueryParameter(name="as", pattern=r"^(\d|1\d|spectator|truth)\Z")]


@get("/games/{game_id:str}/replay")
async def replay_page(
    request: AnyRequest, web: Web, game_id: FromPath[str], at: At = None, choice: ChoiceNumber = None, as_: As = None
) -> Response[bytes] | Redirect:
    """A position of a game. The slider names a choice by its number, and is led to the version."""
    web.acts.read_limit.take(request)
    lang, asked = language_of(request), ReadRequest(game_id, user_of(request), reader=as_)
    log = await open_log(web.acts, asked)
    if as_ is None and log.table.over and log.seat is None:
        asked = asked._replace(reader=TRUTH)
        log = await open_log(web.acts, asked)
    replay = await read_replay(log, at, lang)
    if choice is not None:
        return Redirect(address(replay, at=_version_of(replay, choice), reader=as_), status_code=303)
    return await web.page(
        request,
        "record/replay.html",
        here="tables",
        replay=replay,
        board=await _board(web, asked, replay, lang),
        steps=steps_from(replay),
        track=replay_track(replay, lang),
        position=here_label(replay, lang),
        readers=_readers(replay, lang),
        reader=asked.reader if replay.you is None or as_ is not None or not log.table.over else str(replay.you),
        marked=max(
            (line.version for turn in replay.chronicle for line in turn.lines if line.version <= replay.at), default=0
        ),
        address=address,
    )


def address(replay: Replay, at: int | None, reader: str | None) -> str:
    """The address of a position."""
    seen_by = "" if reader is None else f"&as={reader}"
    return f"/games/{replay.game_id}/replay?at={replay.at if at is None else at}{seen_by}"


def _version_of(replay: Replay, choice: int) -> Version:
    if not replay.choices:
        return replay.at
    return replay.choices[min(max(choice, 1), len(replay.choices)) - 1].last


async def _board(web: WebDoor, asked: ReadRequest, replay: Replay, lang: str) -> str:
    """The board as SVG in the colours of the page; nothing before the game has begun."""
    if not replay.choices or replay.at < replay.choices[0].first:
        return ""
    drawable = await read_picture(web.acts, asked, replay.at, Style("page", lang))
    return (await web.drawing.draw(drawable.order)).decode()


def _readers(replay: Replay, lang: str) -> list[tuple[str, str]]:
    """As whom the game can be seen: only once it is over is there a choice."""
    if not replay.table.over:
        return []
    seats = [(str(seat), name) for seat, name in enumerate(replay.players)]
    return [*seats, (SPECTATOR, said("replay.spectator", lang, {})), (TRUTH, said("replay.truth", lang, {}))]


@post("/games/{game_id:str}/what-if")
async def what_if(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Redirect:
    """Open a table where the game goes on from a position, and go there."""
    form = await form_of(request)
    ask, seat = ask_of(request, form), form.number("seat")
    at, played = Version(form.number("at") or 0), None if seat is None else Seat(seat)
    new = ask.new_game()
    await tables.branch(web.acts, ask, new, tables.WhatIf(GameId(game_id), at, usual_bot(web.acts.bots), played))
    return Redirect(f"/games/{new}", status_code=303)


HANDLERS = [replay_page, what_if]
