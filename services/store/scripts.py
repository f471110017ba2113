"""Lua scripts that live beside this module, loaded once and run by their digest."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from redis.exceptions import NoScriptError

from services.store.client import Client


class Script:
    """One script; the server learns it when it is first needed, and again after it was restarted."""

    def __init__(self, name: str) -> None:
        """Read `<name>.lua`."""
        self._text = files("services.store").joinpath(f"{name}.lua").read_bytes()
        self._digest = hashlib.sha1(self._text, usedforsecurity=False).hexdigest()

    async def run(self, client: Client, keys: Sequence[str], arguments: Sequence[object]) -> Any:  # noqa: ANN401 - as it says
        """Run it; the answer is what the script returns."""
        values = [*keys, *arguments]
        try:
            return await client.evalsha(self._digest, len(keys), *values)
        except NoScriptError:
            return await client.eval(self._text.decode(), len(keys), *values)
