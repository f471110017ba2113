"""Whether an address of ours answers, asked as a platform would come: from outside, over its public name."""

import httpx

_SECONDS = 5.0


async def status_of_nonsense(address: str) -> int | str:
    """What an address answers to a request that nobody has signed: the status, or why there was none."""
    try:
        async with httpx.AsyncClient(timeout=_SECONDS) as http:
            return (await http.post(address, content=b"{}", headers={"Content-Type": "application/json"})).status_code
    except httpx.HTTPError as error:
        return str(error) or type(error).__name__
