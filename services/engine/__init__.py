"""The embedded Redis: found, guarded, started and checked.

Knows binaries, folders and processes. It must never know what is stored in them.
"""

from services.engine.checks import complaints, has_disk_room, has_memory_room
from services.engine.embedded import Embedded, claimed, locate, opened
from services.engine.errors import EngineError

__all__ = [
    "Embedded",
    "EngineError",
    "claimed",
    "complaints",
    "has_disk_room",
    "has_memory_room",
    "locate",
    "opened",
]
