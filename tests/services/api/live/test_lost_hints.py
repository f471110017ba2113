"""What no hint tells of is found when everything that somebody listens to is compared."""

import asyncio

import pytest

from domain.kernel.ids import GameId
from services.api.live.listener import Listener
from services.api.live.presence_mark import PresenceMark
from services.api.live.stream import GameStream, StreamPosition
from tests.kit.http import Site, running_site
from tests.kit.processes import Server
from tests.services.api.live.test_my_games_opening import SECONDS, Deaf
from tests.services.api.tables import opened


def stream_of(site: Site, game: str, listener: Listener) -> GameStream:
    """The stream of somebody without a seat."""
    mark = PresenceMark(site.services.people.presence, GameId(game), None)
    return GameStream(site.app.state.api, mark, listener, StreamPosition(0, 0), None)


@pytest.mark.parametrize("what", ["talk", "event"])
async def test_what_another_process_wrote_is_told_though_its_hint_was_lost(
    own_server: Server, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("services.server.Subscriber", Deaf)
    monkeypatch.setattr("services.api.live.hub._COMPARE_SECONDS", 0.1)
    async with running_site(own_server.url) as site, running_site(own_server.url) as elsewhere:
        anna = await elsewhere.person("Anna")
        game = await opened(anna)
        listener, told = Listener(None, None, None), bytearray()

        async def read() -> None:
            async for data in stream_of(site, game, listener).lines():
                told.extend(data)

        reading = asyncio.create_task(read())
        try:
            async with asyncio.timeout(SECONDS):
                await site.app.state.api.hub.until_subscribed()
                while not (b"SeatTaken" in told and listener.at_rest):  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.01)
                if what == "talk":
                    await anna.done(f"/games/{game}/talk", {"text": "Salvete"})
                else:
                    assert (await anna.patch(f"/games/{game}", {"title": "Salvete"})).is_success
                while b"Salvete" not in told:  # noqa: ASYNC110 - the same
                    await asyncio.sleep(0.01)
        finally:
            reading.cancel()
            await asyncio.wait([reading])
