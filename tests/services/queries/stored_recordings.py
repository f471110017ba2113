"""Recorded games of all kinds, stored on a server."""

import hashlib

from domain.kernel.anonymous import anonymised
from domain.kernel.envelope import GENESIS
from domain.kernel.ids import GameId, Version
from services.store.events import Append, CommandKey
from tests.kit.http import Site
from tests.kit.recordings import Recording


async def store_recording(site: Site, recording: Recording) -> str:
    """Keep a copy of a recorded game on a server, as an import does; give its id."""
    records = anonymised(recording.game, recording.secret, recording.records)
    game = records[0].envelope().game
    key = CommandKey(f"import:{hashlib.sha256(records[-1].text).hexdigest()}", "")
    store = site.services.tables.store
    await store.append(Append(game, Version(0), GENESIS, records[-1].hash(), records, key, None, recording.secret))
    return GameId(game)
