"""What a table asks back before it does something for good: the same on every page that its reader is shown."""

from typing import NamedTuple

from markupsafe import Markup

from domain.kernel.ids import GameId, Seat
from services.cache import Cache
from services.queries.positions import Position
from services.web.compressed import HOLE
from services.web.pages import written


class _Asked(NamedTuple):
    """Everything that the template is given, but for the token of its forms: it fails if it names anything else."""

    lang: str
    slug: str
    game_id: GameId
    seat: Seat | None
    players: tuple[str, ...]
    over: bool
    clocked: bool


_DIALOGS: Cache[_Asked, Markup] = Cache(256)


def dialogs(position: Position, lang: str) -> Markup:
    """The dialogs of a table and the list of its keys."""
    table = position.table
    asked = _Asked(
        lang=lang,
        slug=position.game.meta.slug,
        game_id=position.game_id,
        seat=position.seat,
        players=tuple(position.players),
        over=table.over,
        clocked=table.clock is not None,
    )
    context = {"at": asked, "lang": lang, "token": HOLE}
    return _DIALOGS.get(asked) or _DIALOGS.put(asked, Markup(written("table/dialogs.html", context)))  # noqa: S704 - escaped
