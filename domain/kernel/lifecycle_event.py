"""What an event of a table's life declares: its meaning for undo, clocks, audit, anonymous copies and notices."""

from collections.abc import Collection, Mapping
from typing import ClassVar, Literal, TypeAlias

from domain.kernel import pseudonyms
from domain.kernel.game import Event
from domain.kernel.ids import UserId

Notice: TypeAlias = Literal["invitation", "started", "vote", "clock", "seat", "over"]
"""The kinds of notices that follow from an event."""


class LifecycleEvent(Event, frozen=True):
    """Something that happened to a table rather than in its game."""

    ASKED_BY: ClassVar[Literal["user", "seat", "system"] | None] = None
    """Who asks for a batch that begins with this event, which then says what was asked: the audit decides it again.
    `None`: the event only follows from something else."""

    SURVIVES_UNDO: ClassVar[bool] = False
    """It neither changes the game nor bars an undo, nor is it undone: time that went by is gone."""

    TURNS_CLOCKS: ClassVar[bool] = False
    """The clocks are turned after it, even if the same ones go on."""

    NAMES_DATA: ClassVar[bool] = False
    """It says by which `rules_version` and which printed data (`data_hash`) the game goes from here on."""

    NOTICE: ClassVar[Notice | None] = None
    """The kind of notice that people get of it; `services/notices/notices.py` says which people."""

    IDENTIFYING: ClassVar[Mapping[str, pseudonyms.Replacement]] = {}
    """Fields by which people, tables or moments could be recognised, with what replaces each in an anonymous copy."""

    def people(self) -> Collection[UserId]:
        """Everyone whom it brings to the table."""
        return ()
