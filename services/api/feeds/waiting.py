"""What the feeds tell: the games that wait for a person, in words. The same for every form that they are written in."""

from typing import NamedTuple
from uuid import UUID, uuid5

from domain.kernel.ids import UserId
from domain.kernel.words import Catalogue
from projections import inbox
from projections.rows import Place
from services.api.games.deps import GameDeps
from services.queries.lists import ListedGame, listed

MOST = 100
"""Games in a feed: the soonest deadlines, then those that have waited longest."""

_OURS = UUID("b02ddf2d-5f6b-4f5c-9f0e-2f0f6b1c9a51")
"""The namespace of ids, drawn once: an item keeps its id whatever address the server is reached at."""
_WORDS = Catalogue.load("services.api.feeds")


class Waiting(NamedTuple):
    """A game that has waited for the person since a moment; the same turn always has the same id."""

    id: UUID
    title: str
    text: str
    link: str
    since: str
    updated: str
    deadline: str | None


class Inbox(NamedTuple):
    """Everything that a feed tells. `began`: when the feed was made, for one that is empty."""

    id: UUID
    title: str
    began: str
    items: list[Waiting]


async def inbox_of(game_deps: GameDeps, user: UserId, began: str, lang: str) -> Inbox:
    """The inbox of a person, from the stored models."""
    place = Place(inbox.MODEL, user)
    page = await game_deps.models.page(place, inbox.InboxRow, lambda _: True, None, MOST, backwards=False)
    games = await listed(game_deps.names, [row.game for row in page.rows])
    items = [_waiting(game_deps, user, row, game, lang) for row, game in zip(page.rows, games, strict=True)]
    name = (await game_deps.names.of([user]))[user]
    return Inbox(uuid5(_OURS, user), _WORDS.say("feed.title", {"name": name}, lang=lang), began, items)


def _waiting(game_deps: GameDeps, user: UserId, row: inbox.InboxRow, game: ListedGame, lang: str) -> Waiting:
    names = {game.meta.slug: game.meta.name for game in game_deps.tables.registry}
    words = {"game": names.get(game.game, game.game), "title": game.title}
    others = ", ".join(seat.name for seat in game.seats if seat.seat != row.seat and seat.kind != "open")
    return Waiting(
        id=uuid5(_OURS, f"{game.game_id} {user} {row.since}"),
        title=_WORDS.say("feed.turn_at" if game.title else "feed.turn", words, lang=lang),
        text=_WORDS.say("feed.company" if others else "feed.alone", {"others": others}, lang=lang),
        link=f"{game_deps.public_url}/games/{game.game_id}",
        since=row.since,
        updated=game.updated_at,
        deadline=row.deadline,
    )
