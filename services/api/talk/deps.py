"""What the talk routes and the live stream depend on, built once when the app is assembled."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.ids import UserId
from services.identity.limits import CommandLimit
from services.queries.names import Names
from services.queries.talk import TalkLine, visible_lines
from services.store.mutes import Mutes
from services.store.reports import Reports
from services.store.talk import Line, Talk

LINES_PER_SECOND = 1
LINE_BURST = 20


def talk_limit() -> CommandLimit:
    """How often one person may speak."""
    return CommandLimit(LINES_PER_SECOND, LINE_BURST)


@dataclass(frozen=True)
class TalkDeps:
    """The dependencies of every route that says or tells what was said."""

    talk: Talk
    mutes: Mutes
    reports: Reports
    names: Names
    limit: CommandLimit

    async def visible(self, lines: Sequence[Line], listener: UserId | None, lang: str) -> list[TalkLine]:
        """The lines as a listener may see them."""
        return await visible_lines(self.mutes, self.names, lines, listener, lang)
