"""Who held the seats of a table at an earlier version, which today's table may not tell."""

from domain.kernel.ids import GameId, Version
from domain.kernel.table import Table
from services.commands.tables import Tables


async def table_at(tables: Tables, game_id: GameId, now: Table, version: Version) -> Table:
    """The table at a version, as far as seats go; it is folded anew only if a seat ever changed hands."""
    if version == 0:
        return Table()
    return (await tables.at(game_id, version)).match.table if now.changed_hands else now
