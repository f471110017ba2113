"""Web Push: notices shown by the browsers that a person has allowed to, also while no page of ours is open.

Where a browser is reached it says itself, so a stranger says it: the rules of webhooks hold for it. A browser that
has withdrawn its permission answers so, and is forgotten. Never logs an address, a key or a text.
"""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import msgspec

from domain.kernel.clock import SECOND, Millis
from domain.kernel.ids import UserId
from services.notices.channels import Outgoing
from services.outbound.not_sent import NotSent, RefusedForGood
from services.outbound.push_messages import encrypted, server_key, signed, topic_of
from services.outbound.webhooks import EndpointGone, EndpointMissing, WebhookSender
from services.store.push_subscriptions import PushSubscription, PushSubscriptions

KEPT_SECONDS = 24 * 3600
"""How long a push service keeps a message for a browser that is off; a turn may be over after that."""
_SIGNED_SECONDS = 12 * 3600
_LONGEST_TITLE, _LONGEST_TEXT = 120, 300


class PushChannel:
    """Browsers as a channel: a person is reached by all that were allowed to show notices."""

    def __init__(
        self,
        sender: WebhookSender,
        subscriptions: PushSubscriptions,
        secret: Callable[[], Awaitable[bytes]],
        contact: str,
        now: Callable[[], Millis],
    ) -> None:
        """`secret` gives what the server's key is made from, `contact` is told to push services."""
        self._sender = sender
        self._subscriptions = subscriptions
        self._secret = secret
        self._contact = contact
        self._now = now

    async def address(self, user: UserId) -> str | None:
        """The person, if any browser shows notices."""
        return user if await self._subscriptions.of(user) else None

    async def send(self, to: str, outgoing: Outgoing) -> str:
        """Send to every browser of a person; one that accepts is enough."""
        browsers = await self._subscriptions.of(UserId(to))
        outcomes = await asyncio.gather(*(self._outcome(UserId(to), one, outgoing) for one in browsers))
        for outcome in outcomes:
            if isinstance(outcome, str):
                return outcome
        raise next((failure for failure in outcomes if isinstance(failure, NotSent)), RefusedForGood("no_browser"))

    async def _outcome(self, user: UserId, browser: PushSubscription, outgoing: Outgoing) -> str | NotSent | None:
        """What the push service of a browser said or why nothing was sent; none from a browser that is gone."""
        try:
            return await self._post(browser, outgoing)
        except (EndpointGone, EndpointMissing):
            await self._subscriptions.remove(user, browser.id)
        except NotSent as failure:
            return failure
        return None

    async def _post(self, to: PushSubscription, outgoing: Outgoing) -> str:
        parts = urlsplit(to.endpoint)
        until = self._now() // SECOND + _SIGNED_SECONDS
        key = server_key(await self._secret())
        headers = {
            "Authorization": signed(key, f"{parts.scheme}://{parts.netloc}", self._contact, until),
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "normal",
            "Topic": topic_of(outgoing.id),
        }
        return await self._sender.post(to.endpoint, headers, encrypted(_message(outgoing), to.p256dh, to.auth))


def _message(outgoing: Outgoing) -> bytes:
    """What the browser shows: the subject, the first thing that is said, and where a click leads."""
    opening = " ".join(outgoing.text.partition("\n\n")[0].split())
    message = {"title": outgoing.subject[:_LONGEST_TITLE], "body": opening[:_LONGEST_TEXT], "url": outgoing.link}
    return msgspec.json.encode(message)
