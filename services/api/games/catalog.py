"""The catalog: the games of this server, what is printed in their boxes, and the bots."""

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.openapi import PATH, problems
from services.api.params import BY_READER, ENDS, Language
from services.identity.language import language_of
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND, ProblemError, told
from services.queries.catalog import Catalog, PrintedAnswer, read_catalog, read_printed

DataHash = Annotated[
    str | None,
    QueryParameter(
        name="hash",
        pattern=r"^[0-9a-f]{64}" + ENDS,
        description="The `data_hash` of the catalog or of a log. The answer to it never changes.",
    ),
]
FOR_EVER, FOR_NOW = "public, max-age=31536000, immutable", "public, max-age=300"
"""How long an answer may be kept: another version of Acta may print other data and speak more languages."""


@get(
    "/api/v1/catalog",
    operation_id="getCatalog",
    tags=["games"],
    summary="The games of this server",
    responses=problems(BAD_REQUEST),
)
async def catalog(game_deps: NamedDependency[GameDeps], language: NamedDependency[str]) -> Catalog:
    return read_catalog(game_deps.tables.registry, game_deps.bots, language)


@get(
    "/api/v1/catalog/{slug:str}",
    tags=["games"],
    operation_id="getPrinted",
    summary="What is printed in the box of a game",
    description=(
        "Cards, tiles, map and tracks, and what each id of a view is called. With `hash` and `lang` the answer may be "
        "kept for ever: the catalog lists that address as `printed`."
    ),
    responses=problems(*PATH),
)
async def printed(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    slug: FromPath[str],
    data_hash: DataHash = None,
    lang: Language = None,
) -> Response[PrintedAnswer]:
    found = read_printed(game_deps.tables.registry.get(slug), language_of(request))
    if data_hash not in {None, found.data_hash}:
        raise ProblemError(NOT_FOUND, told("no_such_data", game=slug, data_hash=found.data_hash))
    stays = data_hash is not None and found.lang == lang
    return Response(found, headers={"Cache-Control": FOR_EVER} if stays else {"Cache-Control": FOR_NOW, **BY_READER})


HANDLERS = [catalog, printed]
