"""What a caller does with webhooks: make, renew, delete, look through, send again."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.errors import KeyReused, NotFound
from domain.kernel.ids import GameId, UserId
from services.acts.acts import Acts
from services.acts.ask import Ask, digest
from services.acts.asking import act
from services.acts.notices import LOOK_UPS, put_back
from services.identity.access import SESSION
from services.notices.outbox import DeliveriesPage, StoredDelivery
from services.notices.table_events import TABLE_EVENTS
from services.notices.targets import new_webhook_secret, refused_target
from services.problems import TOO_MANY_WEBHOOKS, ProblemError, bad_field, told
from services.queries.tables import require_visible
from services.store.webhooks import SigningSecret, Webhook, new_id

PAGE = 50
_MOST_PAGES = 20
"""How far back deliveries of one webhook are looked for among all deliveries of its owner, a page at a time."""


class WebhookWish(NamedTuple):
    """Where to post which events; of a table, or of all tables of the owner."""

    url: str
    events: Sequence[str]
    game: str | None = None


@act(SESSION, guests=False)
async def create(acts: Acts, ask: Ask, wish: WebhookWish) -> Webhook:
    """A new webhook for all tables of its owner, or for a table that the owner may see. A repeat gives the first."""
    services = acts.services
    if wish.game is not None:
        await require_visible(acts.tables, wish.game, ask.user)
    name = new_id() if ask.once is None else digest("webhook", ask.user, ask.once.key)[: len(new_id())]
    webhook = Webhook(
        id=name,
        owner=ask.user,
        url=wish.url,
        events=tuple(one for one in TABLE_EVENTS if one in wish.events),
        game=None if wish.game is None else GameId(wish.game),
        secrets=(SigningSecret(new_webhook_secret()),),
        created=acts.tables.now(),
    )
    made = await services.notices.webhooks.find(name)
    if made is not None:
        return _repeated(made, webhook)
    most = services.settings.webhooks_per_person
    if len(await services.notices.webhooks.of(ask.user)) >= most:  # before anything is looked up for it
        raise _too_many(most)
    LOOK_UPS.take(ask.user)
    refusal = await refused_target(services.settings, wish.url)
    if refusal is not None:
        raise bad_field("url", refusal)
    if not await services.notices.webhooks.create(webhook, most):
        raise _too_many(most)
    return webhook


def _repeated(made: Webhook, wanted: Webhook) -> Webhook:
    """What an earlier request has made, if it asked for the same."""
    if (made.url, made.events, made.game) != (wanted.url, wanted.events, wanted.game):
        raise KeyReused
    return made


def _too_many(most: int) -> ProblemError:
    return ProblemError(TOO_MANY_WEBHOOKS, told("most_webhooks", number=most))


async def own(acts: Acts, owner: UserId, name: str) -> Webhook:
    """A webhook of its owner, or `NotFound`."""
    webhook = await acts.services.notices.webhooks.find(name)
    if webhook is None or webhook.owner != owner:
        raise NotFound(name)
    return webhook


@act(SESSION)
async def rotate(acts: Acts, ask: Ask, name: str) -> Webhook:
    """The webhook with a new secret; for a day deliveries are signed with the one before, too."""
    while True:
        webhook = await own(acts, ask.user, name)
        renewed = webhook.rotated(new_webhook_secret(), acts.tables.now())
        if await acts.services.notices.webhooks.change(webhook, renewed):
            return renewed


@act(SESSION, room=False)
async def delete(acts: Acts, ask: Ask, name: str) -> None:
    """Post nothing there any more."""
    await acts.services.notices.webhooks.delete(await own(acts, ask.user, name))


async def deliveries(acts: Acts, webhook: Webhook, cursor: str | None) -> DeliveriesPage:
    """What was posted to a webhook, the newest first."""
    rows: list[StoredDelivery] = []
    for _ in range(_MOST_PAGES):
        page = await acts.services.notices.outbox.page(webhook.owner, cursor, PAGE)
        rows += [kept for kept in page.rows if kept.delivery.to == webhook.id]
        cursor = page.next
        if cursor is None or len(rows) >= PAGE:
            break
    return DeliveriesPage(rows, cursor)


@act(SESSION)
async def replay(acts: Acts, ask: Ask, name: str, delivery_id: str) -> StoredDelivery:
    """Post again what has ended, under the same id; a webhook that was stopped goes on with that."""
    services, webhook = acts.services, await own(acts, ask.user, name)
    kept = await services.notices.outbox.get(ask.user, delivery_id)
    if kept.delivery.to != webhook.id:
        raise NotFound(delivery_id)
    if webhook.stopped:
        await services.notices.webhooks.change(webhook, replace(webhook, stopped=""))
    if kept.state == "waiting":
        return kept
    put = await put_back(acts, ask.user, kept)
    await services.notices.outbox.release(webhook.id)
    return put
