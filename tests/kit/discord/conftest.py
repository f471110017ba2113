"""One Discord for the tests of the double."""

from collections.abc import Iterator

import httpx
import pytest

from tests.kit.discord import BOT_TOKEN, discord_server
from tests.kit.discord.api import Api
from tests.kit.discord.world import Channel


@pytest.fixture(scope="package")
def served() -> Iterator[tuple[Api, httpx.Client]]:
    with discord_server() as (api, address):
        headers = {"User-Agent": "DiscordBot (https://acta.example, 1)", "Authorization": f"Bot {BOT_TOKEN}"}
        with httpx.Client(base_url=address, headers=headers) as client:
            yield api, client


@pytest.fixture
def api(served: tuple[Api, httpx.Client]) -> Api:
    return served[0]


@pytest.fixture
def client(served: tuple[Api, httpx.Client]) -> httpx.Client:
    return served[1]


@pytest.fixture
def channel(api: Api) -> Channel:
    api.world.ahead += 1  # a new second, in which nothing was sent
    return api.world.channel()
