"""What a caller does with webhooks, over HTTP or on a page: make, renew, delete, look through, send again."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.kernel.errors import NotFound
from domain.kernel.ids import GameId, UserId
from projections.table_events import TABLE_EVENTS
from services.bootstrap import Services, new_webhook_secret, refused_target
from services.problems import TOO_MANY_WEBHOOKS, ProblemError, bad_field, told
from services.queries.tables import require_visible
from services.store.outbox import Page, Settled, StoredDelivery
from services.store.webhooks import SigningSecret, Webhook, new_id

PAGE = 50
_MOST_PAGES = 20
"""How far back deliveries of one webhook are looked for among all deliveries of its owner, a page at a time."""


async def create(services: Services, owner: UserId, url: str, events: Sequence[str], game: str | None) -> Webhook:
    """A new webhook for all tables of its owner, or for a table that the owner may see."""
    if game is not None:
        await require_visible(services.tables, game, owner)
    refusal = await refused_target(services.settings, url)
    if refusal is not None:
        raise bad_field("url", refusal)
    webhook = Webhook(
        id=new_id(),
        owner=owner,
        url=url,
        events=tuple(name for name in TABLE_EVENTS if name in events),
        game=None if game is None else GameId(game),
        secrets=(SigningSecret(new_webhook_secret()),),
        created=services.tables.now(),
    )
    most = services.settings.webhooks_per_person
    if not await services.webhooks.create(webhook, most):
        raise ProblemError(TOO_MANY_WEBHOOKS, told("most_webhooks", number=most))
    return webhook


async def own(services: Services, owner: UserId, name: str) -> Webhook:
    """A webhook of its owner, or `NotFound`."""
    webhook = await services.webhooks.find(name)
    if webhook is None or webhook.owner != owner:
        raise NotFound(name)
    return webhook


async def rotate(services: Services, owner: UserId, name: str) -> Webhook:
    """The webhook with a new secret; for a day deliveries are signed with the one before, too."""
    while True:
        webhook = await own(services, owner, name)
        renewed = webhook.rotated(new_webhook_secret(), services.tables.now())
        if await services.webhooks.change(webhook, renewed):
            return renewed


async def deliveries(services: Services, webhook: Webhook, cursor: str | None) -> Page:
    """What was posted to a webhook, the newest first."""
    rows: list[StoredDelivery] = []
    for _ in range(_MOST_PAGES):
        page = await services.outbox.page(webhook.owner, cursor, PAGE)
        rows += [kept for kept in page.rows if kept.delivery.to == webhook.id]
        cursor = page.next
        if cursor is None or len(rows) >= PAGE:
            break
    return Page(rows, cursor)


async def replay(services: Services, webhook: Webhook, delivery_id: str) -> StoredDelivery:
    """Post again what has ended, under the same id; a webhook that was stopped goes on with that."""
    kept = await services.outbox.get(webhook.owner, delivery_id)
    if kept.delivery.to != webhook.id:
        raise NotFound(delivery_id)
    if webhook.stopped:
        await services.webhooks.change(webhook, replace(webhook, stopped=""))
    now = services.tables.now()
    waits = Settled("waiting", due=now, attempts=0)
    if kept.state != "waiting" and await services.outbox.settle(delivery_id, waits, now, before=kept.state):
        services.jobs.submit_delivery(delivery_id, str(now))
    return await services.outbox.get(webhook.owner, delivery_id)
