"""The games that wait for a person, in words: what calendars, feeds and menus tell, each in its own form."""

from typing import NamedTuple
from uuid import UUID, uuid5

from domain.kernel.ids import UserId
from domain.kernel.player_names import name_of
from domain.kernel.words import Catalogue
from services.queries.inbox import InboxItem, read_inbox
from services.queries.queries import Queries

MOST = 100
"""Games in a feed: the soonest deadlines, then those that have waited longest."""

_NAMESPACE = UUID("b02ddf2d-5f6b-4f5c-9f0e-2f0f6b1c9a51")
"""The namespace of ids, drawn once: an item keeps its id whatever address the server is reached at."""
_WORDS = Catalogue.load("services.queries")


class WaitingGame(NamedTuple):
    """A game that has waited for the person since a moment; the same turn always has the same id."""

    id: UUID
    title: str
    text: str
    link: str
    since: str
    updated: str
    deadline: str | None


class WaitingGames(NamedTuple):
    """Everything that a feed tells. `began`: when the feed was made, for one that is empty."""

    id: UUID
    title: str
    began: str
    items: list[WaitingGame]


async def waiting_games(queries: Queries, user: UserId, began: str, lang: str) -> WaitingGames:
    """The inbox of a person in words."""
    inbox = await read_inbox(queries, user, None, MOST, lang)
    items = [_waiting(queries, user, item, lang) for item in inbox.items]
    name = name_of(user, await queries.names.of([user]), lang)
    return WaitingGames(uuid5(_NAMESPACE, user), _WORDS.say("feed.title", {"name": name}, lang=lang), began, items)


def _waiting(queries: Queries, user: UserId, item: InboxItem, lang: str) -> WaitingGame:
    game = item.game
    names = {played.meta.slug: played.name_in(lang) for played in queries.tables.registry}
    words = {"game": names.get(game.game, game.game), "title": game.title}
    others = ", ".join(seat.name for seat in game.seats if seat.seat != item.seat and seat.kind != "open")
    return WaitingGame(
        id=uuid5(_NAMESPACE, f"{game.game_id} {user} {item.since}"),
        title=_WORDS.say("feed.turn_at" if game.title else "feed.turn", words, lang=lang),
        text=_WORDS.say("feed.company" if others else "feed.alone", {"others": others}, lang=lang),
        link=f"{queries.public_url}/games/{game.game_id}",
        since=item.since,
        updated=game.updated_at,
        deadline=item.deadline,
    )
