"""Runs the Lua scripts of the folder `lua`, each known to Redis by its digest.

Every write that must happen whole or not at all is one of them, and each is safe when the client sends it twice.
"""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from services.store.client import Client


class Script:
    """One script; the server learns it when it is first needed, and again after it was restarted."""

    def __init__(self, name: str, *shared: str) -> None:
        """Read `<name>.lua`, and before it the functions of each `shared/<shared>.lua` that it needs."""
        folder = files("services.store").joinpath("lua")
        places = [*(folder.joinpath("shared", f"{one}.lua") for one in shared), folder.joinpath(f"{name}.lua")]
        self.text = "".join(place.read_text("utf-8") for place in places)
        self.digest = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    async def run(self, client: Client, keys: Sequence[str], arguments: Sequence[object]) -> Any:  # noqa: ANN401 - as it says
        """Run it; the answer is what the script returns."""
        try:
            return await client.execute_command("EVALSHA", self.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return await client.eval(self.text, len(keys), *keys, *arguments)
