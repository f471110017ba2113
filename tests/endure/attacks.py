"""What one attacker does to a server: `python -m tests.endure.attacks NAME URL` goes on until it is ended.

It speaks through a proxy that the server trusts, so that limits per address count for it as for any stranger.
"""

import asyncio
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable
from itertools import count

import httpx

from tests.kit.http import API, PASSWORD, Json

ADDRESS = {"X-Forwarded-For": "203.0.113.9"}
STRANGER = "cicero@example.org"
"""Whose mailbox it is, the attacker does not ask."""
SILENT = 1100
TABLES = 100
TAKEN_BACK = 50
"""Choices taken back to make a log long."""


async def account(http: httpx.AsyncClient, **more: str) -> dict[str, str]:
    """What a new account shows at each request."""
    named = {"name": f"Catilina {secrets.token_hex(6)}", "password": PASSWORD}
    answer = await http.post("/users", json=named | more)
    http.cookies.clear()
    return {"Authorization": f"Bearer {answer.json()['token']}"}


async def signed_up(http: httpx.AsyncClient) -> None:
    """Log in with a new account."""
    http.headers.update(await account(http))


async def opened(http: httpx.AsyncClient, bots: int, **terms: Json) -> str | None:
    """Open a table of the small game with bots; none if the server has had enough."""
    answer = await http.post("/games", json={"game": "taberna", "players": 1 + bots} | terms)
    if answer.status_code != httpx.codes.CREATED:
        return None
    game: str = answer.json()["game_id"]
    for _ in range(bots):
        await http.post(f"/games/{game}/seats", json={"bot": "random"})
    return game


async def hold_connections(http: httpx.AsyncClient) -> None:
    """Open connections and say nothing."""
    held = []
    for number in count():
        held.append(socket.create_connection((http.base_url.host, http.base_url.port or 80)))
        if number >= SILENT:
            held.pop(0).close()
        await asyncio.sleep(0.001)


async def ask_for_figures(http: httpx.AsyncClient) -> None:
    """Read the figures twenty times a second."""
    while True:
        await http.get(str(http.base_url.copy_with(path="/metrics")))
        await asyncio.sleep(0.05)


async def wait_and_hang_up(http: httpx.AsyncClient) -> None:
    """Wait for versions that will not come, ten at a time, and leave."""
    await signed_up(http)
    game = await opened(http, 0)
    while True:
        waiting = [asyncio.ensure_future(http.get(f"/games/{game}?min_version=999")) for _ in range(10)]
        await asyncio.wait(waiting, timeout=0.2)
        for one in waiting:
            one.cancel()


async def choose_and_take_back(http: httpx.AsyncClient, game: str | None) -> None:
    """Make the log longer and the game no further."""
    options = (await http.get(f"/games/{game}/options")).json().get("options", [])
    for option in options[:1]:
        await http.post(f"/games/{game}/commands", json={"command": option["command"]})
    await http.post(f"/games/{game}/undo", json={})


async def take_back(http: httpx.AsyncClient) -> None:
    """Choose and take back without end, and ask what changed."""
    await signed_up(http)
    game = await opened(http, 1)
    for number in count():
        await choose_and_take_back(http, game)
        if number % 10 == 0:
            await http.get(f"/games/{game}/diff?from=1&to=2")


async def read_what_is_dear(http: httpx.AsyncClient) -> None:
    """Ask for all that takes long to answer about a long game, four at a time, without a name."""
    await signed_up(http)
    game = await opened(http, 1)
    for _ in range(TAKEN_BACK):
        await choose_and_take_back(http, game)
    del http.headers["Authorization"]
    last = (await http.get(f"/games/{game}")).json()["version"]
    dear = (f"/diff?from=1&to={last}", "/recap", "/scores", "/events", "/export", "/board.png?width=2400", "/timeline")

    async def read() -> None:
        for number in count():
            for path in (*dear, f"?at={number % last}", f"/board.png?at={number % last}"):
                await http.get(f"/games/{game}{path}")

    await asyncio.gather(*(read() for _ in range(4)))


async def mail_a_stranger(http: httpx.AsyncClient) -> None:
    """Give another's address as one's own, and let things happen of which one would be told by mail."""
    host, guest = [await account(http, email=STRANGER) for _ in range(2)]
    while True:
        answer = await http.post("/games", headers=host, json={"game": "taberna", "players": 2})
        if answer.status_code == httpx.codes.CREATED:
            path = f"/games/{answer.json()['game_id']}"
            await http.post(f"{path}/seats", headers=guest, json={})
            await http.post(f"{path}/talk", headers=guest, json={"text": "Quo usque tandem?"})
        for headers in (host, guest):
            await http.post("/me/email/confirmations", headers=headers)
            await http.post("/password-resets", json={"name": STRANGER})
            await http.put("/me/email", headers=headers, json={"email": STRANGER, "password": PASSWORD})


async def ask_nonsense(http: httpx.AsyncClient) -> None:
    """Ask for what does not exist in ways that no page would."""
    await signed_up(http)
    game = await opened(http, 0)
    while True:
        for path in (
            f"/games/{game}?as=truth%0A",
            "/games/%00",
            f"/games?cursor={'x' * 3000}",
            f"/catalog/{'y' * 3000}",
        ):
            await http.get(path)
        await http.post(f"/games/{game}/preview", json={"commands": []})
        await http.delete(f"/games/{game}/talk/18446744073709551616")
        for body in (b"", b"{", b"[" * 5000, b"\xff" * 5000):
            await http.post(f"/games/{game}/commands", content=body)


async def open_tables(http: httpx.AsyncClient) -> None:
    """Open one table after the other."""
    await signed_up(http)
    while True:
        await opened(http, 0)


async def keep_bots_busy(http: httpx.AsyncClient) -> None:
    """Open many tables of bots at which nobody else plays, and stay away."""
    await signed_up(http)
    for _ in range(TABLES):
        await opened(http, 3, options={"rounds": 3})
    await asyncio.Event().wait()


async def open_streams(http: httpx.AsyncClient) -> None:
    """Open as many streams as there may be."""
    await signed_up(http)
    game = await opened(http, 0)

    async def listen() -> None:
        while True:
            async with http.stream("GET", f"/games/{game}/stream") as stream:
                async for _ in stream.aiter_bytes():
                    pass
            await asyncio.sleep(0.1)

    await asyncio.gather(*(listen() for _ in range(150)))


async def guess_passwords(http: httpx.AsyncClient) -> None:
    """Log in with wrong passwords."""
    while True:
        await http.post("/sessions", json={"name": "Livia", "password": secrets.token_hex(8)})


ATTACKS: dict[str, Callable[[httpx.AsyncClient], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        hold_connections,
        ask_for_figures,
        wait_and_hang_up,
        take_back,
        read_what_is_dear,
        mail_a_stranger,
        ask_nonsense,
        open_tables,
        keep_bots_busy,
        open_streams,
        guess_passwords,
    )
}


async def main(name: str, url: str) -> None:
    """Attack until the process is ended; a server that hangs up is called again."""
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=url + API, headers=ADDRESS, timeout=60, limits=limits) as http:
        while True:
            try:
                await ATTACKS[name](http)
            except httpx.TransportError:
                await asyncio.sleep(0.1)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
