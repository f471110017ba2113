"""The files of the pages: style sheets, modules, icons and fonts, for ever at an address that names their contents.

All of them share one part of the address, a hash of everything: a style sheet names fonts and a module names modules
by relative addresses, without a build step.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from functools import cached_property, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type

import brotli
from litestar import Response, get
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from services.identity.access import ACCESS, OPEN
from services.identity.callers import AnyRequest
from services.render.png import png
from services.web import board_colours, fonts


def _icon(width: int) -> bytes:
    return png(files("services.web").joinpath("static", "icon.svg").read_text("utf-8"), width)


MADE: dict[str, Callable[[], bytes]] = {
    "fonts.css": fonts.css,
    "colours.css": board_colours.shared_css,
    "boards.css": board_colours.css,
    "draws.json": lambda: files("domain.kernel").joinpath("draws.json").read_bytes(),
}
"""Files that are made when the server starts."""
MADE_LATER: dict[str, Callable[[], bytes]] = {
    **{name: partial(fonts.woff2, file) for name, file in fonts.FILES.items()},
    **{f"icon-{width}.png": partial(_icon, width) for width in (192, 512)},
}
"""Files that are made in a thread when somebody asks for them first, because they take long."""
FOR_EVER = "public, max-age=31536000, immutable"
NOT_KEPT = "no-cache"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2"}
_COMPRESSED = {".js", ".css", ".svg", ".json"}
_HASH_LENGTH = 12


class Asset:
    """A file, compressed when it is asked for so."""

    def __init__(self, name: str, body: bytes) -> None:
        self.body = body
        ending = name[name.rindex(".") :]
        self.media_type = _TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"
        self.is_text = ending in _COMPRESSED

    @cached_property
    def gzipped(self) -> bytes:
        return gzip.compress(self.body, mtime=0)

    @cached_property
    def brotlied(self) -> bytes:
        return bytes(brotli.compress(self.body))

    def encoded(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The body in the best encoding that a browser accepts, with the headers that say so."""
        if not self.is_text:
            return self.body, {}
        if "br" in accepted:
            return self.brotlied, {"Content-Encoding": "br", "Vary": "Accept-Encoding"}
        if "gzip" in accepted:
            return self.gzipped, {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return self.body, {"Vary": "Accept-Encoding"}


class Assets:
    """All files of the pages, in memory."""

    def __init__(self) -> None:
        found = dict(_walk(files("services.web").joinpath("static"), ""))
        found |= {name: make() for name, make in MADE.items()}
        self._assets = {name: Asset(name, body) for name, body in found.items()}
        digest = hashlib.sha256()
        for name in sorted(found):
            digest.update(f"{name} {len(found[name])} ".encode() + found[name])
        self.version = digest.hexdigest()[:_HASH_LENGTH]

    def url(self, name: str) -> str:
        """The address of a file; a template that misspells one fails."""
        if name not in self._assets and name not in MADE_LATER:
            raise KeyError(name)
        return f"/static/{self.version}/{name}"

    def named(self, prefix: str, ending: str = "") -> set[str]:
        """The names of files that begin and end so, without that beginning and what follows their dot."""
        found = (name for name in self._assets if name.startswith(prefix) and name.endswith(ending))
        return {name.removeprefix(prefix).rpartition(".")[0] for name in found}

    async def find(self, name: str) -> Asset:
        if name in self._assets:
            return self._assets[name]
        if name not in MADE_LATER:
            raise NotFound
        body = await asyncio.to_thread(MADE_LATER[name])
        return self._assets.setdefault(name, Asset(name, body))


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        name = prefix + entry.name
        found += _walk(entry, f"{name}/") if entry.is_dir() else [(name, entry.read_bytes())]
    return found


ASSETS = Assets()


@get("/static/{version:str}/{name:path}", include_in_schema=False, opt={ACCESS: OPEN})
async def asset(request: AnyRequest, version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A file. A page of another release asks by another hash: it gets today's file, and keeps it for no time."""
    found = await ASSETS.find(name.removeprefix("/"))
    body, headers = found.encoded(request.headers.get("accept-encoding", ""))
    headers["Cache-Control"] = FOR_EVER if version == ASSETS.version else NOT_KEPT
    return Response(body, media_type=found.media_type, headers=headers)
