"""Redis has done it, and its answer is lost on the way: the command is written once and answered all the same."""

from pathlib import Path

from tests.kit.http import running_site
from tests.kit.lossy_proxy import lossy_proxy
from tests.kit.processes import running_server
from tests.services.api.tables import choose, options, started

COMMANDS = 50
APPENDS = b":commands"
"""A key that only appends carry."""


async def test_no_command_is_lost_or_doubled_when_every_other_answer_of_the_store_is(tmp_path: Path) -> None:
    lost = range(6, 6 + COMMANDS * 3, 2)  # the table is set by then; a repeat has a number of its own
    with running_server(tmp_path) as server, lossy_proxy(server.plan.socket, APPENDS, lost) as proxy:
        async with running_site(proxy.url) as site:
            anna, brutus = await site.person("Anna"), await site.person("Brutus")
            game = await started(anna, brutus)
            before = len(await site.log(game))
            versions = [(await choose(anna, game, (await options(anna, game))[0]))["version"] for _ in range(COMMANDS)]
            log = await site.log(game, before)
        assert proxy.requests > COMMANDS * 1.3, "answers were lost, and asked for again"
        assert versions == [before + 1 + number for number in range(COMMANDS)]
        assert [one.type for one in log] == ["CardLaid", "CardTakenBack"] * (COMMANDS // 2)
        assert len({one.command_id for one in log}) == COMMANDS
