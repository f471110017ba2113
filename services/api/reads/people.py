"""What belongs to a person across games: the inbox and the page of results, from the stored models."""

from collections import Counter
from collections.abc import Mapping, Sequence

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from domain.kernel.words import name_at_table
from projections import inbox, lobby, profile
from projections.rows import Place
from services.api.games.deps import AnyRequest, GameDeps
from services.api.openapi import LOGGED_IN, problems
from services.api.params import Cursor, GameAtVersion
from services.api.reads.schemas import (
    AverageAnswer,
    InboxAnswer,
    InboxItem,
    ResultAnswer,
    RivalryAnswer,
    StandingAnswer,
    UserAnswer,
)
from services.identity.authentication import caller, user_of
from services.problems import BAD_REQUEST, NOT_FOUND
from services.queries.lists import listed
from services.queries.tables import wait_for_models

PAGE = 50


@get(
    "/api/v1/me/inbox",
    tags=["reading"],
    summary="The games that wait for you",
    description="The soonest deadline first; then those without one, the one that has waited longest first. "
    "`POST /api/v1/me/feeds` makes an address for calendars and feed readers.",
    security=LOGGED_IN,
    responses=problems(BAD_REQUEST),
)
async def show_inbox(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], cursor: Cursor = None, min_version: GameAtVersion = None
) -> InboxAnswer:
    user = caller(request).user_id
    await wait_for_models(game_deps.tables, game_deps.models, min_version)
    place = Place(inbox.MODEL, user)
    page = await game_deps.models.page(place, inbox.InboxRow, _all, cursor, PAGE, backwards=False)
    games = await listed(game_deps.names, [row.game for row in page.rows])
    items = [InboxItem(row.seat, row.since, row.deadline, game) for row, game in zip(page.rows, games, strict=True)]
    return InboxAnswer(items, page.next)


def _all(_row: object) -> bool:
    return True


@get(
    "/api/v1/users/{user_id:str}",
    tags=["reading"],
    summary="A person's games and results",
    description="Counted from the games that you may see: private ones show only to their own people.",
    responses=problems(BAD_REQUEST, NOT_FOUND),
)
async def show_user(
    request: AnyRequest, game_deps: NamedDependency[GameDeps], user_id: FromPath[str], min_version: GameAtVersion = None
) -> UserAnswer:
    user, reader = UserId(user_id), user_of(request)
    name = await game_deps.names.known(user)
    if name is None:
        raise NotFound(user)
    await wait_for_models(game_deps.tables, game_deps.models, min_version)
    games = [row async for _, row in game_deps.models.walk(Place(lobby.MODEL, user), lobby.LobbyRow)]
    finished = [row async for _, row in game_deps.models.walk(Place(profile.MODEL, user), profile.ProfileRow)]
    finished = [row for row in finished if row.known_to(reader)]
    rivalries, results = profile.rivalries(finished), finished[:PAGE]
    people = {standing.user for row in results for standing in row.standings if standing.user is not None}
    names = await game_deps.names.of(people | {rivalry.user for rivalry in rivalries})
    return UserAnswer(
        user_id=user,
        name=name,
        games=dict(Counter(row.status for row in games if _counts(row, user, reader))),
        averages=[_average(average) for average in profile.averages(finished)],
        head_to_head=[_rivalry(rivalry, names) for rivalry in rivalries],
        results=[_result(row, names) for row in results],
    )


def _counts(row: lobby.LobbyRow, user: UserId, reader: UserId | None) -> bool:
    """Whether a game is one of the person's own that the reader may know of; what-if games are not counted."""
    return row.branch_of is None and row.seats_user(user) and row.known_to(reader)


def _average(found: profile.Average) -> AverageAnswer:
    return AverageAnswer(found.game, found.played, found.won, found.score, found.place)


def _rivalry(found: profile.Rivalry, names: Mapping[UserId, str]) -> RivalryAnswer:
    return RivalryAnswer(found.user, names[found.user], found.played, found.won, found.lost, found.tied)


def _result(row: profile.ProfileRow, names: Mapping[UserId, str]) -> ResultAnswer:
    return ResultAnswer(
        row.game_id, row.game, row.title, row.ended_at, row.seat, _standings(row.standings, names), row.tie_break
    )


def _standings(standings: Sequence[profile.Standing], names: Mapping[UserId, str]) -> list[StandingAnswer]:
    return [
        StandingAnswer(
            seat=standing.seat,
            name=name_at_table(standing.seat, standing.user, standing.bot, names),
            place=standing.place,
            score=standing.score,
            won=standing.won,
            user_id=standing.user,
            bot=standing.bot,
            resigned=standing.resigned,
        )
        for standing in standings
    ]


HANDLERS = [show_inbox, show_user]
