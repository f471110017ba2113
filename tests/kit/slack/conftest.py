"""One Slack for the tests of the double."""

from collections.abc import AsyncIterator, Iterator

import pytest

from services.outbound.slack.client import SlackClient
from tests.kit.slack import BOT_TOKEN, slack_server
from tests.kit.slack.api import Api
from tests.kit.slack.world import Channel


@pytest.fixture(scope="package")
def served() -> Iterator[Api]:
    with slack_server() as api:
        yield api


@pytest.fixture
def api(served: Api) -> Iterator[Api]:
    yield served
    served.world.revoked = served.world.edit_window_closed = False
    served.rates.narrow.clear()


@pytest.fixture
async def client(api: Api) -> AsyncIterator[SlackClient]:
    made = SlackClient(BOT_TOKEN, f"{api.world.address}/api/")
    yield made
    await made.close()


@pytest.fixture
def channel(api: Api) -> Channel:
    api.world.people |= {"U1": "de-DE", "U2": "en-US"}
    return api.world.channel("U1", "U2")
