"""What a store is filled with, by kinds of keys."""

from services.store import usage
from services.store.events import EventStore
from services.store.keys import KeyKind
from tests.kit.appended_match import played_with_undos
from tests.kit.command_line import acta as run
from tests.kit.processes import Server
from tests.services.store.servers import connected


async def test_keys_are_counted_and_weighed_by_kind(own_server: Server) -> None:
    async with connected(own_server.url) as client:
        for appended in (played_with_undos(1), played_with_undos(2)):
            for batch in appended.appends:
                await EventStore(client).append(batch)
        await client.set("another's", "x" * 1000)
        found = await usage.measure(client)
        assert found[KeyKind.EVENTS].keys == found[KeyKind.FACTS].keys == 2
        assert found[KeyKind.EVENTS].bytes > found[KeyKind.FACTS].bytes > 0
        assert found[None].keys == 1
        assert found[None].bytes > 1000
        assert sum(use.keys for use in found.values()) == await client.dbsize()
    told = run("admin", "storage", "--redis-url", own_server.url)
    assert told.returncode == 0, told.stderr
    assert "not of Acta" in told.stdout
