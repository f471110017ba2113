"""Bodies of the routes about webhooks."""

from typing import Annotated

import msgspec
from msgspec import Meta

from domain.kernel.clock import written
from services.api.accounts.schemas import Body
from services.notices.letters import why
from services.notices.table_events import TABLE_EVENTS, TableEvent
from services.store.webhooks import Webhook

LONGEST_URL = 500
Events = Annotated[list[TableEvent], Meta(max_length=50, description="What is sent; none for everything.")]


class WebhookOrder(Body, frozen=True, kw_only=True):
    """Where to post what."""

    url: Annotated[
        str, Meta(min_length=1, max_length=LONGEST_URL, description="An https address on the open internet.")
    ]
    events: Events = []
    game_id: Annotated[
        str | None,
        Meta(description="A table, whose events are sent as everybody may see them; null for all of your tables."),
    ] = None


class WebhookAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook without its secret."""

    id: str
    url: str
    events: Events
    game_id: str | None
    created_at: str
    stopped: Annotated[
        str | None,
        Meta(description="Why nothing is sent any more; null as long as something is. A replay resumes it."),
    ]


class NewWebhook(WebhookAnswer, frozen=True, kw_only=True):
    """A webhook with its secret, which is told this once."""

    secret: Annotated[str, Meta(description="Signs every delivery, as Standard Webhooks describes it.")]


class WebhooksAnswer(msgspec.Struct, frozen=True):
    items: list[WebhookAnswer]


def answer(webhook: Webhook, lang: str) -> WebhookAnswer:
    """A webhook as its owner reads it."""
    return WebhookAnswer(
        id=webhook.id,
        url=webhook.url,
        events=[name for name in TABLE_EVENTS if name in webhook.events],
        game_id=webhook.game,
        created_at=written(webhook.created),
        stopped=why(webhook.stopped).said(lang) if webhook.stopped else None,
    )


def new_answer(webhook: Webhook, lang: str) -> NewWebhook:
    """A webhook as its owner reads it, with its newest secret."""
    shown = msgspec.structs.asdict(answer(webhook, lang))
    return NewWebhook(**shown, secret=webhook.secrets[0].key)
