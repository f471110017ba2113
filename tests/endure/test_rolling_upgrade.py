"""Old and new side by side: an old process refuses clearly what a newer one wrote, loses nothing, and is upgraded."""

from pathlib import Path

import httpx

from domain.kernel.ids import GameId
from services import bootstrap
from tests.kit.http import Person, refusal, running_site
from tests.kit.processes import Server, free_ports, running_tree, wait_for
from tests.projections.processes import until
from tests.services.api.live.streaming import answers
from tests.services.api.tables import choose, options, started

NEXT = "tests.kit.next_release:GAME"


async def test_an_old_process_leaves_to_a_new_one_what_it_cannot_read(own_server: Server, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    address = f"http://127.0.0.1:{port}"
    environ = {"ACTA_REDIS_URL": own_server.url, "ACTA_GAMES": NEXT, "ACTA_DATA_DIR": str(tmp_path)}
    words = ["-m", "services.cli"]
    async with running_site(own_server.url) as old, httpx.AsyncClient(base_url=address, timeout=30) as http:
        anna, brutus = [await old.person(name) for name in ("Anna", "Brutus")]
        game, untouched = await started(anna, brutus), await started(anna, brutus)
        with running_tree([*words, "api", "--port", str(port)], tmp_path / "api", environ):
            wait_for(lambda: answers(address), what="the new API")
            there = Person(http, brutus.name, brutus.user_id, brutus.token)
            await choose(anna, game)
            (laid, *_) = await options(anna, untouched)
            await choose(there, game)  # by the new schema, on a table that the old process has at hand

            refused = await anna.get(f"/games/{game}")
            refusal(refused, 503, "newer-release")
            assert refused.headers["retry-after"] == "5"
            async with old.writes_nothing():
                for what in ({"command": {"type": "EndTurn"}}, {"command": laid}):
                    refusal(await brutus.post(f"/games/{game}/commands", what, key="k"), 503, "newer-release")
            await choose(anna, untouched, laid)

            parked: list[GameId] = []
            projector = bootstrap.projector(old.services, lambda one, _error: parked.append(one))
            for partition in range(64):
                await projector.catch_up(partition)
            assert parked == [game]
            (row,) = await old.services.models.parked()
            assert row.reason.endswith("was written by a newer Acta")

            shown = await there.seen(f"/games/{game}")
            actor = (anna, there)[shown["to_act"][0]]
            await choose(Person(http, token=actor.token), game)
            assert (await there.seen(f"/games/{untouched}"))["status"] == "active", "what the old one wrote"

        async def released() -> bool:
            return await old.services.models.parked() == []

        with running_tree([*words, "projector"], tmp_path / "projector", environ):
            await until(released)
        assert await old.services.models.version(GameId(game)) == await old.services.tables.store.version(GameId(game))
