"""What happened: the timeline of a game, its recap for a caller, and the difference of two versions."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from domain.kernel.ids import Version
from projections.diff import changes
from projections.ledger import gained
from projections.recap import last_act
from services.api.games.deps import AnyRequest, GameDeps
from services.api.games.view import READS_AS
from services.api.params import AsReader, AtVersion, Invitation, Language
from services.api.reads.reading import MOST_LINES, After, Limit, begin, next_page, page, told
from services.api.reads.schemas import DiffAnswer, RecapAnswer, TimelineAnswer
from services.problems import bad_field
from services.queries.redaction import visible_state

Since = Annotated[int | None, QueryParameter(ge=0, le=2**53, description="Default: the end of your last turn.")]
FromVersion = Annotated[int, QueryParameter(name="from", ge=1, le=2**53)]
ToVersion = Annotated[int, QueryParameter(name="to", ge=1, le=2**53)]


@get(
    "/api/v1/games/{game_id:str}/timeline",
    tags=["reading"],
    summary="The game in words",
    description="One line an event, grouped by turn. A page ends where a turn does; `at` tells it up to a version, and "
    "`as` adds what that reader could read of what was sealed.",
    responses=READS_AS,
)
async def show_timeline(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    after: After = 0,
    limit: Limit = 100,
    at: AtVersion = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> TimelineAnswer:
    reading = await begin(game_deps, request, game_id, invitation, min_version=min_version, as_reader=as_reader)
    until = reading.up_to(at)
    records = await page(reading, after, limit, until)
    return TimelineAnswer(until, await told(reading, records, lang), next_page(records, after, until))


@get(
    "/api/v1/games/{game_id:str}/recap",
    tags=["reading"],
    summary="What happened since your last turn",
    description="Or since a version; with `as` since that seat's last turn. Who holds no seat is told everything.",
    responses=READS_AS,
)
async def recap(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    since: Since = None,
    as_reader: AsReader = None,
    min_version: AtVersion = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> RecapAnswer:
    reading = await begin(game_deps, request, game_id, invitation, min_version=min_version, as_reader=as_reader)
    log = await reading.log(reading.version)
    if since is None:
        since = last_act(log, reading.actors)
    since = reading.up_to(since)
    records = log[since : since + MOST_LINES]
    return RecapAnswer(
        since=since,
        version=reading.version,
        to_act=reading.to_act,
        points=gained(reading.codec, log, since, len(reading.players)),
        turns=await told(reading, records, lang),
        next=next_page(records, since, reading.version),
    )


@get(
    "/api/v1/games/{game_id:str}/diff",
    tags=["reading"],
    summary="The difference of two versions",
    description="The events between them in words, and the places at which your view (or that of `as`) differs. "
    "A version within the set-up stands for its end: a set-up is shown whole.",
    responses=READS_AS,
)
async def diff(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    game_id: FromPath[str],
    from_version: FromVersion,
    to_version: ToVersion,
    as_reader: AsReader = None,
    invitation: Invitation = None,
    lang: Language = "en",
) -> DiffAnswer:
    reading = await begin(game_deps, request, game_id, invitation, as_reader=as_reader)
    if from_version > to_version:
        raise bad_field("from", "it must not lie after `to`")
    until = reading.up_to(to_version)
    before, after = [await game_deps.tables.at(reading.game_id, Version(v)) for v in (from_version, until)]
    records = await page(reading, before.version, MOST_LINES, after.version)
    views = [visible_state(loaded.match, reading.reader) for loaded in (before, after)]
    return DiffAnswer(
        from_=before.version,
        to=after.version,
        turns=await told(reading, records, lang),
        next=next_page(records, before.version, after.version),
        changes=[*changes(*views)],
    )


HANDLERS = [show_timeline, recap, diff]
