"""`/settings`: all sections on one page, each with a form of its own."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, NamedTuple
from zoneinfo import available_timezones

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Redirect

from domain.kernel.errors import NotFound
from domain.kernel.ids import UserId
from projections.letters import why
from projections.table_events import TABLE_EVENTS
from services.bootstrap import Services, channels, push_key
from services.identity.callers import require_session
from services.identity.language import language_of
from services.play import webhooks
from services.play.deps import AnyRequest
from services.play.vacations import ToldTable
from services.queries.refusals import why_not
from services.store.accounts import Account, Principal
from services.store.accounts.model import Kind
from services.store.outbox import StoredDelivery
from services.web.deps import Web, WebDeps

SECTIONS = ("look", "notices", "away", "log", "chat", "programs", "webhooks", "account")
KINDS = ("turn", "reminder", "clock", "started", "over", "vote", "invitation", "seat")
ACTING: tuple[Kind, ...] = ("session", "personal")
FEED: tuple[Kind, ...] = ("feed",)
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


@get("/settings")
async def settings_page(
    request: AnyRequest, web: Web, saved: Saved = "", log: Cursor = None, hook: Hook = ""
) -> Response[bytes]:
    """The settings of whoever asks; with what was posted to a webhook, if one is named."""
    return await show(request, web, Shown(hook=hook), saved=saved if saved in SECTIONS else "", log=log)


async def show(
    request: AnyRequest, web: WebDeps, shown: Shown, *, status: int = 200, saved: str = "", log: str | None = None
) -> Response[bytes]:
    """The page as it stands."""
    me, lang = require_session(request), language_of(request)
    account, services = await account_of(web, me), web.services
    credentials = web.accounts.accounts.credentials
    preferences = await services.preferences.of(me.user_id)
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
        browsers=await services.push_subscriptions.of(me.user_id),
        push_key=await push_key(services),
        muted=await services.preferences.muted(me.user_id),
        channels=[*channels(services)],
        kinds=KINDS,
        zones=zones(),
        deliveries=await services.outbox.page(me.user_id, log, _DELIVERIES),
        why=lambda reason: why(reason).said(lang) if reason else "",
        refusal_of=lambda refusal: why_not(refusal, lang),
        held=await credentials.held_by(me.user_id, ACTING),
        current=me.credential_id,
        scopes=sorted(me.scopes),
        linked=await services.chat_links.accounts_of(me.user_id),
        feed=feed[0] if feed else None,
        hooks=await services.webhooks.of(me.user_id),
        posted=await _posted(services, me.user_id, shown.hook),
        events=TABLE_EVENTS,
        mail=web.accounts.send_mail is not None,
        shown=shown,
        saved=saved,
        sections=SECTIONS,
    )


async def _posted(services: Services, user: UserId, hook: str) -> list[StoredDelivery]:
    """What was posted lately to a webhook of a person."""
    webhook = await services.webhooks.find(hook) if hook else None
    if webhook is None or webhook.owner != user:
        return []
    return (await webhooks.deliveries(services, webhook, None)).rows[:_DELIVERIES]


async def account_of(web: WebDeps, me: Principal) -> Account:
    """The account of a caller, read anew."""
    stored = await web.accounts.accounts.stored.of(me.user_id)
    if stored is None:
        raise NotFound
    return stored.account


def done(section: str, **answer: Any) -> Redirect:  # noqa: ANN401 - cookies and the like, as Litestar takes them
    """Back to the page, which says that it is done."""
    return Redirect(f"/settings?saved={section}#{section}", status_code=303, **answer)


@cache
def zones() -> dict[str, list[str]]:
    """Time zones by region."""
    found: dict[str, list[str]] = {}
    for name in sorted(available_timezones()):
        region, _, place = name.partition("/")
        if place and region not in {"Etc", "SystemV", "US", "posix", "right"}:
            found.setdefault(region, []).append(name)
    return found


HANDLERS = [settings_page]
