"""Devices from which somebody has logged in before: their log-ins are counted by themselves.

Else a stranger who tries wrong passwords would lock the owner out. The mark of a device is a cookie that this server
has signed for one name; it opens nothing, and whoever steals it may only guess as often as from any one device.
"""

import hmac
import re
from secrets import token_hex

from services.store.signing_key import SigningKey

SUFFIX = "-device"
"""What the name of its cookie ends in."""
SECONDS = 365 * 24 * 60 * 60
_MARK = re.compile(r"([0-9a-f]{32})-([0-9a-f]{64})")


class KnownDevices:
    """Marks devices, and knows them again."""

    def __init__(self, signing_key: SigningKey) -> None:
        self._signing_key = signing_key

    async def device_of(self, mark: str, name: str) -> str | None:
        """The device that shows a mark, if somebody has logged in by this name on it before."""
        found = _MARK.fullmatch(mark)
        if found is None or not hmac.compare_digest(found[2], await self._signature(found[1], name)):
            return None
        return found[1]

    async def mark(self, device: str | None, name: str) -> str:
        """The mark of a device that is known by this name from now on; a device that has none is given one."""
        device = device or token_hex(16)
        return f"{device}-{await self._signature(device, name)}"

    async def _signature(self, device: str, name: str) -> str:
        return hmac.digest(await self._signing_key.get(), f"device {device} {name}".encode(), "sha256").hex()
