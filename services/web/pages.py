"""How a page is made: a template, the words of the reader's language, and the frame around every page."""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response
from litestar.datastructures import Cookie
from markupsafe import Markup

from services.accounts import Principal
from services.identity.cookies import Connection
from services.identity.language import language_of
from services.render.seats import letters
from services.render.theme import palette
from services.story.moments import decimal_in_words
from services.web.assets import ASSETS
from services.web.compressed import Sheet
from services.web.moments import instant, moment
from services.web.seat_marks import seat_mark
from services.web.texts import WORDS, has_words, say
from services.web.user_links import user_link

LOOKS = ("light", "dark")
LOOK, LANGUAGE = "look", "lang"
"""Parameters of any address that choose how pages look and what they speak, remembered by cookies of the same name."""
HABITS: Mapping[str, str] = {"motion": "calm", "keys": "off", "sound": "on"}
"""Further parameters of that kind, which a device remembers: what each is if it is not as usual."""
HTML = "text/html"
_YEAR = 365 * 24 * 3600
_WORTH_COMPRESSING = 1000


def link(href: str, words: str) -> Markup:
    """A link within a sentence."""
    return Markup('<a href="{}">{}</a>').format(href, words)


def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("services.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals |= {"say": say, "has_words": has_words, "asset": ASSETS.url, "letters": letters}
    made.globals |= {"COLOURS": palette(), "seat_mark": seat_mark}
    made.globals |= {"user_link": user_link, "instant": instant, "decimal": decimal_in_words}
    made.globals |= {"moment": moment, "languages": sorted(WORDS.languages), "link": link, "art": ASSETS.named("art/")}
    made.globals["table_modules"] = sorted(ASSETS.named("table/", ".js") - {"early"})
    return made


_TEMPLATES = _environment()


def render(template: str, context: Mapping[str, Any]) -> Sheet:
    """A template as HTML. What it names must be there; its `token` is a hole, or empty where it has no form."""
    return Sheet(written(template, context))


def written(template: str, context: Mapping[str, Any]) -> str:
    """A template as the text of a page, or of a part that several pages share."""
    return _TEMPLATES.get_template(template).render(context)


def frame(connection: Connection, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever the template names
    """What every page needs of the request: language, look, reader; `more` adds to it or replaces it."""
    user = connection.scope.get("user")
    return {
        "lang": language_of(connection),
        "look": look_of(connection),
        "habits": {name: unusual for name, unusual in HABITS.items() if _chosen(connection, name) == unusual},
        "me": user if isinstance(user, Principal) else None,
        "asked_who": "user" in connection.scope,  # nobody is asked where there is no page
        "path": connection.scope["path"],
        "here": "",
        "waiting": 0,
        "token": "",
        **more,
    }


def _chosen(connection: Connection, name: str) -> str:
    return connection.query_params.get(name) or connection.cookies.get(name) or ""


def look_of(connection: Connection) -> str:
    """The look that the reader chose: `light`, `dark`, or empty for what the system prefers."""
    wanted = _chosen(connection, LOOK)
    return wanted if wanted in LOOKS else ""


def html(connection: Connection, sheet: Sheet, status: int = 200, token: str = "") -> Response[bytes]:
    """A page as an answer: compressed, kept by nobody, and with what its address has chosen remembered."""
    headers = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding, Cookie"}
    packs = sheet.length > _WORTH_COMPRESSING and "gzip" in connection.headers.get("accept-encoding", "")
    if packs:
        headers["Content-Encoding"] = "gzip"
    body = sheet.gzipped(token) if packs else sheet.filled(token)
    return Response(body, status_code=status, media_type=HTML, headers=headers, cookies=_choices(connection))


def _choices(connection: Connection) -> list[Cookie]:
    chosen: list[Cookie] = []
    if connection.query_params.get(LANGUAGE) in WORDS.languages:
        chosen.append(_remembered(LANGUAGE, connection.query_params[LANGUAGE]))
    if LOOK in connection.query_params:
        chosen.append(_remembered(LOOK, look_of(connection)))
    for name, unusual in HABITS.items():
        if name in connection.query_params:
            chosen.append(_remembered(name, unusual if connection.query_params[name] == unusual else ""))
    return chosen


def _remembered(name: str, value: str) -> Cookie:
    return Cookie(key=name, value=value, max_age=_YEAR, path="/", samesite="lax", httponly=True)
