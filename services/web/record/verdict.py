"""`/games/{id}/record`: the record of a game, its heads, its file, and whether it holds."""

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.queries.game import read_game
from services.queries.queries import ReadRequest
from services.queries.verdict import Verdicts
from services.web.door import Web

Check = Annotated[bool, QueryParameter()]
_VERDICTS = Verdicts()


@get("/games/{game_id:str}/record")
async def record_page(
    request: AnyRequest, web: Web, game_id: FromPath[str], *, check: Check = False
) -> Response[bytes]:
    """What can be said about the record; it is checked only when somebody asks for it, which takes a moment."""
    web.acts.read_limit.take(request)
    asked = ReadRequest(game_id, user_of(request))
    lang = language_of(request)
    game = await read_game(web.acts, asked, lang=lang)
    players = [seat.name for seat in game.seats]
    verdict = await _VERDICTS.read(web.acts, asked, lang, players) if check else None
    name = web.acts.tables.registry.get(game.game).name_in(lang)
    return await web.page(request, "record/record.html", here="proof", game=game, name=name, verdict=verdict)


HANDLERS = [record_page]
