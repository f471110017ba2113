"""What reaches somebody: language, time zone, kinds of notices, quiet hours, a daily mail, muted games."""

import re

from litestar import Response, post
from litestar.params import FromPath
from litestar.response import Redirect

from domain.kernel.ids import GameId
from domain.kernel.languages import LANGUAGES
from projections.preferences import QuietHours
from services.identity.callers import require_session
from services.identity.language import language_of
from services.play.deliveries import send_again
from services.play.deps import AnyRequest
from services.web.deps import Web
from services.web.forms import form_of
from services.web.settings.pages import KINDS, Shown, done, show, zones
from services.web.texts import said

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_HOURS = 24


@post("/settings/look")
async def change_look(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Language and time zone."""
    me, form = require_session(request), await form_of(request)
    zone, language = form["time_zone"], form["language"]
    known = any(zone in names for names in zones().values()) or zone == "UTC"
    if not known or language not in {"", *LANGUAGES}:
        return await show(request, web, _refused(request, "look", "zone"), status=422)
    given = {"time_zone": zone, "language": language or None}
    await web.services.preferences.change(me.user_id, given, {})
    await web.accounts.accounts.stored.tell(me.user_id)
    return done("look")


@post("/settings/notices")
async def change_notices(request: AnyRequest, web: Web) -> Redirect | Response[bytes]:
    """Kinds of notices, quiet hours and the daily mail."""
    me, form = require_session(request), await form_of(request)
    start, end = form["quiet_from"], form["quiet_to"]
    quiet = None
    if "quiet" in form:
        if not (_TIME.fullmatch(start) and _TIME.fullmatch(end)) or start == end:
            return await show(request, web, _refused(request, "notices", "quiet"), status=422)
        quiet = QuietHours(start=start, end=end)
    hour = form.number("digest_hour")
    digest = hour if form["digest"] == "daily" and hour is not None and hour < _HOURS else None
    given = {"mail": "mail" in form, "quiet_hours": quiet, "digest_hour": digest}
    by_mail, shown = ({kind: f"{way}-{kind}" in form for kind in KINDS} for way in ("kind", "push"))
    await web.services.preferences.change(me.user_id, given, by_mail, shown)
    return done("notices")


@post("/settings/unmute/{game_id:str}")
async def unmute(request: AnyRequest, web: Web, game_id: FromPath[str]) -> Redirect:
    """Hear of a game again."""
    await web.services.preferences.unmute(require_session(request).user_id, GameId(game_id))
    return done("notices")


@post("/settings/deliveries/{delivery_id:str}/again")
async def deliver_again(request: AnyRequest, web: Web, delivery_id: FromPath[str]) -> Redirect:
    """Send again what was given up."""
    await send_again(web.services, require_session(request).user_id, delivery_id)
    return done("log")


def _refused(request: AnyRequest, section: str, key: str) -> Shown:
    return Shown(section, said(f"settings.refused.{key}", language_of(request), {}))


HANDLERS = [change_look, change_notices, unmute, deliver_again]
