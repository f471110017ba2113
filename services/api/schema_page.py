"""The OpenAPI document and the page that shows it, with the files of that page."""

from collections.abc import Iterable
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

from litestar import Router
from litestar.file_system import BaseLocalFileSystem
from litestar.openapi.plugins import SwaggerRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types.composite_types import PathType
from litestar.types.file_types import FileInfo

from domain.kernel.game import AnyGame
from services.api.document.document import DocumentConfig, operation_id
from services.api.openapi import COMPONENTS

ASSETS = "/schema/assets"
DESCRIPTION = """\
Play Roman board games, a turn at a time. Every choice is an immutable event; what you see is what your seat may know.

Sign up at `POST /api/v1/users`, send the token as `Authorization: Bearer …`, open a table at `POST /api/v1/games`,
and choose from `GET /api/v1/games/{game_id}/options`.
"""


def openapi(games: Iterable[AnyGame]) -> DocumentConfig:
    """What the document says of the whole API and of these games."""
    page = SwaggerRenderPlugin(
        js_url=f"{ASSETS}/swagger-ui-bundle.js",
        css_url=f"{ASSETS}/swagger-ui.css",
        standalone_preset_js_url=f"{ASSETS}/swagger-ui-standalone-preset.js",
        favicon=f'<link rel="icon" href="{ASSETS}/favicon-32x32.png">',
    )
    return DocumentConfig(
        title="Acta",
        version="1",
        description=DESCRIPTION,
        components=COMPONENTS,
        path="/schema",
        render_plugins=[page],
        operation_id_creator=operation_id,
        games=tuple(games),
    )


def page_files() -> Router:
    """The files of the API page come with a Python package: the page works without internet."""
    package = find_spec("swagger_ui")
    places = () if package is None else package.submodule_search_locations or ()
    folders: list[Path | PathLike[str] | str] = [Path(place) / "static" for place in places]
    return create_static_files_router(path=ASSETS, directories=folders, file_system=Files(), include_in_schema=False)


class Files(BaseLocalFileSystem):
    """Files of which no name is an error: what cannot even be looked for is not there."""

    async def info(self, path: PathType, **more: Any) -> FileInfo:  # noqa: ANN401 - the framework's signature
        """Describe a file, or raise `FileNotFoundError`."""
        try:
            return await super().info(path, **more)
        except (ValueError, OSError) as error:  # a NUL byte, or a name that is too long
            raise FileNotFoundError(path) from error
