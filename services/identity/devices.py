"""Devices from which somebody has logged in before: their log-ins are counted by themselves.

Else a stranger who tries wrong passwords would lock the owner out. The mark of a device is a cookie that this server
has signed for one name; it opens nothing, and whoever steals it may only guess as often as from any one device.
"""

import hmac
import re
from secrets import token_hex

from litestar.datastructures import Cookie

from services.identity.cookies import Connection, SessionCookie
from services.store.signing_key import SigningKey

SUFFIX = "-device"
SECONDS = 365 * 24 * 60 * 60
_MARK = re.compile(r"([0-9a-f]{32})-([0-9a-f]{64})")


class KnownDevices:
    """Marks devices, and knows them again."""

    def __init__(self, signing_key: SigningKey, cookie: SessionCookie) -> None:
        self._signing_key = signing_key
        self._cookie = cookie

    async def device_of(self, connection: Connection, name: str) -> str | None:
        """The device, if somebody has logged in by this name on it before."""
        found = _MARK.fullmatch(self._cookie.read(connection, SUFFIX) or "")
        if found is None or not hmac.compare_digest(found[2], await self._signature(found[1], name)):
            return None
        return found[1]

    async def marked(self, connection: Connection, name: str) -> Cookie:
        """The cookie that marks a device as known by this name."""
        device = await self.device_of(connection, name) or token_hex(16)
        mark = f"{device}-{await self._signature(device, name)}"
        return self._cookie.beside(connection, SUFFIX, mark, SECONDS)

    async def _signature(self, device: str, name: str) -> str:
        return hmac.digest(await self._signing_key.get(), f"device {device} {name}".encode(), "sha256").hex()
