"""A bot in a few lines: it takes the chairs that it is invited to, and plays at random wherever it is to act.

    python bot.py http://127.0.0.1:8000 acta_…

The token is one with the scope `bot:play` of an account that signed up as a bot:

    curl $api/users -H "$json" -d '{"name": "Fortuna", "password": "…", "bot": true}'    # gives a session's token
    curl $api/me/tokens -H "Authorization: Bearer …" -H "$json" -d '{"name": "bot", "scopes": ["bot:play"]}'

One connection tells of all games, so nothing is asked in vain. Replace `choose` to play better.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx

Json = dict[str, Any]
AGAIN_AFTER = 2.0
SILENCE = 60.0
"""The server says every 15 seconds that it is still there."""


def choose(options: list[Json]) -> Json:
    """The one thing that makes a bot good: which of its legal commands it plays."""
    asked = [option for option in options if not option["aside"]]
    command: Json = random.choice(asked)["command"]
    return command


def standings(http: httpx.Client) -> Iterator[Json]:
    """Where games stand: all of them at first, then each that goes on."""
    with http.stream("GET", "/api/v1/me/stream", timeout=SILENCE) as answer:
        answer.raise_for_status()
        event = ""
        for line in answer.iter_lines():
            name, _, value = line.partition(": ")
            if name == "event":
                event = value
            elif name == "data" and event == "games":
                yield from json.loads(value)
            elif name == "data" and event == "game":
                yield json.loads(value)


def act(http: httpx.Client, game: Json) -> None:
    """Do what a game waits for, if it waits for the bot. A refusal is no harm: the game has gone on, and says so."""
    path = f"/api/v1/games/{game['game_id']}"
    if game["status"] == "lobby" and game["seat"] is None:
        send(http, f"{path}/seats", {})
    elif game["seat"] in game["to_act"]:
        options = http.get(f"{path}/options").json()["options"]
        if options:
            send(http, f"{path}/commands", {"command": choose(options)})


def send(http: httpx.Client, path: str, body: Json) -> None:
    while (answer := http.post(path, json=body)).status_code == httpx.codes.TOO_MANY_REQUESTS:
        time.sleep(int(answer.headers["Retry-After"]))


def main(server: str, token: str) -> None:
    with httpx.Client(base_url=server, headers={"Authorization": f"Bearer {token}"}) as http:
        while True:
            try:
                for game in standings(http):
                    act(http, game)
            except httpx.TransportError as error:
                print(f"{error}; trying again", file=sys.stderr)
            time.sleep(AGAIN_AFTER)


if __name__ == "__main__":
    main(*sys.argv[1:])
