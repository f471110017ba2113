"""What `acta doctor` finds of a chat platform, in words for the operator."""

import time
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from typing import NamedTuple, TypeAlias

Ask: TypeAlias = Callable[[str], Awaitable[int | str]]
"""What an address answers to a request that nobody has signed: a status, or why there was none."""
_REFUSED, _NOT_FOUND = 401, 404
_UNEASY_SECONDS = 60


class Finding(NamedTuple):
    """Something that was looked at."""

    holds: bool
    text: str


async def check_address(platform: str, address: str, ask: Ask) -> Finding:
    """Whether requests of a platform would arrive: whatever is not signed must be refused there."""
    answer = await ask(address)
    if answer == _REFUSED:
        return Finding(holds=True, text=f"{address} answers, and takes nothing that {platform} has not signed.")
    if answer == _NOT_FOUND:
        advice = (
            f"start the server anew with the settings of {platform}, and let the proxy before it pass this path on."
        )
    elif isinstance(answer, int):
        advice = "it must answer 401 to this; look at the proxy before the server, and whether the server runs."
    else:
        advice = "check its name, its certificate and that the server runs; only if others reach it, all is well."
    return Finding(holds=False, text=f"{platform} would not reach us at {address} ({answer}): {advice}")


def check_clock(platform: str, date: str, window: int, refused: str) -> Finding:
    """Whether our clock agrees with a platform's, whose date is as HTTP writes it: what is signed says when."""
    try:
        off = abs(time.time() - parsedate_to_datetime(date).timestamp())
    except ValueError:
        return Finding(holds=True, text=f"{platform} did not say what time it is.")
    if off <= _UNEASY_SECONDS:
        return Finding(holds=True, text=f"This machine's clock agrees with {platform}'s.")
    advice = f"above {window} s {refused} is refused; let NTP set the clock."
    return Finding(holds=False, text=f"This machine's clock is {off:.0f} s off {platform}'s: {advice}")
