"""`/settings`: all sections on one page, each with a form of its own."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple
from zoneinfo import available_timezones

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from services.accounts import Account, Principal
from services.acts import webhooks
from services.acts.accounts import LISTED
from services.acts.acts import Acts
from services.acts.programs import FEED
from services.acts.vacations import ToldTable
from services.identity.callers import AnyRequest, require_session
from services.identity.language import language_of
from services.notices.letters import why
from services.notices.outbox import StoredDelivery
from services.notices.table_events import TABLE_EVENTS
from services.notices.targets import push_key
from services.queries.refusals import why_not
from services.story.moments import city_of, zone_today
from services.web.door import Web, WebDoor

REGIONS = ("africa", "america", "antarctica", "arctic", "asia", "atlantic", "australia", "europe", "indian", "pacific")
"""What the names of time zones begin with."""
SECTIONS = ("look", "notices", "away", "log", "chat", "programs", "webhooks", "account")
KINDS = ("turn", "next", "reminder", "clock", "started", "over", "vote", "invitation", "seat", "talk")
_DELIVERIES = 20

Saved = Annotated[str, QueryParameter(max_length=16)]
Hook = Annotated[str, QueryParameter(max_length=64)]
Cursor = Annotated[str | None, QueryParameter(name="log", pattern=r"^\d{13}/[0-9a-f]{32}\Z")]


class OfferShown(NamedTuple):
    """A code that somebody has entered, and the chat account that it would tie."""

    code: str
    platform: str
    called: str
    user: str


class Shown(NamedTuple):
    """What the page shows beside what is stored: a refusal in its section, or something that is told only once."""

    refused: str = ""
    """The section of a refusal."""
    refusal: str = ""
    token: str = ""
    feed: str = ""
    told: Sequence[ToldTable] | None = None
    chat_code: str = ""
    webhook_secret: str = ""
    hook: str = ""
    """The webhook whose deliveries are shown."""
    offer: OfferShown | None = None
    ended: Mapping[str, int] = {}
    """What was ended, and how many of each."""


@get("/settings")
async def settings_page(
    request: AnyRequest, web: Web, saved: Saved = "", log: Cursor = None, hook: Hook = ""
) -> Response[bytes]:
    """The settings of whoever asks; with what was posted to a webhook, if one is named."""
    return await show(request, web, Shown(hook=hook), saved=saved if saved in SECTIONS else "", log=log)


async def show(
    request: AnyRequest, web: WebDoor, shown: Shown, *, status: int = 200, saved: str = "", log: str | None = None
) -> Response[bytes]:
    """The page as it stands."""
    me, lang = require_session(request), language_of(request)
    account, services = await account_of(web, me), web.acts.services
    credentials = web.acts.accounts.credentials
    preferences = await services.notices.preferences.of(me.user_id)
    feed = await credentials.held_by(me.user_id, FEED)
    return await web.page(
        request,
        "settings/settings.html",
        status=status,
        here="you",
        account=account,
        preferences=preferences,
        wants={kind: getattr(preferences.kinds, kind) for kind in KINDS},
        shows={kind: getattr(preferences.push, kind) for kind in KINDS},
        browsers=await services.notices.push_subscriptions.of(me.user_id),
        push_key=await push_key(services.server.signing_key),
        muted=await services.notices.preferences.muted(me.user_id),
        channels=[*services.notices.channels],
        kinds=KINDS,
        zones=zones(lang),
        zone=zone_today(preferences.time_zone),
        deliveries=await services.notices.outbox.page(me.user_id, log, _DELIVERIES),
        why=lambda reason: why(reason).said(lang) if reason else "",
        refusal_of=lambda refusal: why_not(refusal, lang),
        held=await credentials.held_by(me.user_id, LISTED),
        current=me.credential_id,
        scopes=sorted(me.scopes),
        access=(await web.acts.accounts.access.held(me.user_id)).found(),
        linked=await services.chat.links.accounts_of(me.user_id),
        feed=feed[0] if feed else None,
        hooks=await services.notices.webhooks.of(me.user_id),
        posted=await _posted(web.acts, me.user_id, shown.hook),
        events=TABLE_EVENTS,
        mail=web.acts.send_mail is not None,
        shown=shown,
        saved=saved,
        sections=SECTIONS,
    )


async def _posted(acts: Acts, user: UserId, hook: str) -> list[StoredDelivery]:
    """What was posted lately to a webhook of a person."""
    webhook = await acts.services.notices.webhooks.find(hook) if hook else None
    if webhook is None or webhook.owner != user:
        return []
    return (await webhooks.deliveries(acts, webhook, None)).rows[:_DELIVERIES]


async def account_of(web: WebDoor, me: Principal) -> Account:
    """The account of a caller, read anew."""
    stored = await web.acts.accounts.stored.of(me.user_id)
    if stored is None:
        raise NotFound
    return stored.account


def done(section: str, **answer: Any) -> Redirect:  # noqa: ANN401 - cookies and the like, as Litestar takes them
    """Back to the page, which says that it is done."""
    return Redirect(f"/settings?saved={section}#{section}", status_code=303, **answer)


@cache
def zones(lang: str) -> dict[str, list[tuple[str, str]]]:
    """The time zones of each region, by the names that they have today and their cities in a language."""
    found: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    for zone in {zone_today(zone) for zone in available_timezones() if "/" in zone}:
        region = zone.partition("/")[0].lower()
        if region in found:
            found[region].append((zone, city_of(zone, lang)))
    return {region: sorted(places, key=lambda place: place[1]) for region, places in found.items()}


HANDLERS = [settings_page]
