"""Whom this server may post to: addresses that people name, and browsers with their keys."""

import asyncio

from services.outbound.not_sent import NotSent
from services.outbound.push_messages import is_usable, public_bytes, server_key, text_of
from services.outbound.signatures import new_secret
from services.outbound.webhooks import BadTarget, WebhookSender
from services.settings import Settings
from services.store.push_subscriptions import PushSubscription
from services.store.signing_key import SigningKey

_LOOK_UP_SECONDS = 2.0


async def refused_target(settings: Settings, url: str) -> str | None:
    """Why nothing is ever posted to an address; none if something may be, also if its host cannot be found just now."""
    try:
        async with asyncio.timeout(_LOOK_UP_SECONDS):
            await WebhookSender(settings.webhook_hosts).check(url)
    except BadTarget as refusal:
        return refusal.reason
    except (NotSent, TimeoutError):
        pass  # each attempt looks it up anew, and says in the list of deliveries what it met
    return None


async def refused_browser(settings: Settings, subscription: PushSubscription) -> str | None:
    """Why nothing can be shown in a browser; none if something may be."""
    if not is_usable(subscription.p256dh, subscription.auth):
        return "bad_browser_keys"
    return await refused_target(settings, subscription.endpoint)


def new_webhook_secret() -> str:
    """A secret to sign with."""
    return new_secret()


async def push_key(signing_key: SigningKey) -> str:
    """What a browser is to know this server by."""
    return text_of(public_bytes(server_key(await signing_key.get())))
