"""`/rules/{slug}`: the rules in short with drawings, a turn and a scoring worked out, every sign, and a glossary."""

import asyncio
import re
from functools import cache
from importlib.resources import files
from secrets import token_hex

from litestar import Response, get
from litestar.params import FromPath

from domain.kernel.errors import NotFound
from domain.kernel.glossary import glossary
from domain.kernel.languages import LANGUAGES
from services.identity.callers import AnyRequest, user_of
from services.identity.language import language_of
from services.web.door import Web
from services.web.rules.drawings import worked

_FIRST = "en"
_SECTIONS = re.compile(r'<h2 id="(\w+)">(.+?)</h2>')


@get("/rules/{slug:str}")
async def rules_page(request: AnyRequest, web: Web, slug: FromPath[str]) -> Response[bytes]:
    """The rules of a game, in the reader's language if they are written in it."""
    lang, registry = language_of(request), web.acts.tables.registry
    written_in = lang if summary(slug, lang) else _FIRST
    found = summary(slug, written_in)
    if found is None:
        raise NotFound(slug)
    game = registry.get(slug)
    drawn = await asyncio.to_thread(worked, game, found, lang)
    return await web.page(
        request,
        "rules/rules.html",
        here="rules",
        meta=game.meta,
        name=game.name_in(lang),
        games=[(one.meta.slug, one.name_in(lang)) for one in registry if summary(one.meta.slug, _FIRST)],
        summary=drawn.prose if drawn else found,
        drawn=drawn,
        key=token_hex(16),
        can_play=web.acts.accounts.has_guests or user_of(request) is not None,
        sections=_SECTIONS.findall(found),
        written_in=written_in,
        terms=glossary(game),
        speaks=sorted(LANGUAGES, key=lambda one: one != lang),
    )


@cache
def summary(slug: str, language: str) -> str | None:
    """The file of a game in a language, as HTML of our own."""
    if not slug.replace("-", "").isalnum():
        return None
    file = files("services.web.rules").joinpath(language, f"{slug}.html")
    return file.read_text("utf-8") if file.is_file() else None


HANDLERS = [rules_page]
