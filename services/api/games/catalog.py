"""The catalog: the games of this server, what is printed in their boxes, and the bots."""

from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from services.api.asks import GivenActs
from services.api.params import BY_READER, ENDS, Language
from services.api.routes import Routes
from services.identity.access import ANYONE
from services.identity.callers import AnyRequest
from services.identity.language import language_of
from services.problems import NOT_FOUND, ProblemError, told
from services.queries.catalog import Catalog, PrintedAnswer, read_catalog, read_printed

routes = Routes("games")

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


@routes.get("/api/v1/catalog", ANYONE)
async def get_catalog(acts: GivenActs, language: NamedDependency[str]) -> Catalog:
    """The games of this server."""
    return read_catalog(acts.tables.registry, acts.bots, language)


@routes.get("/api/v1/catalog/{slug:str}", ANYONE)
async def get_printed(
    request: AnyRequest,
    acts: GivenActs,
    slug: FromPath[str],
    data_hash: DataHash = None,
    lang: Language = None,
) -> Response[PrintedAnswer]:
    """What is printed in the box of a game.

    Cards, tiles, map and tracks, and what each id of a view is called. With `hash` and `lang` the answer may be kept
    for ever: the catalog lists that address as `printed`.
    """
    box = read_printed(acts.tables.registry.get(slug), language_of(request))
    if data_hash not in {None, box.data_hash}:
        raise ProblemError(NOT_FOUND, told("no_such_data", game=slug, data_hash=box.data_hash))
    stays = data_hash is not None and box.lang == lang
    return Response(box, headers={"Cache-Control": FOR_EVER} if stays else {"Cache-Control": FOR_NOW, **BY_READER})
