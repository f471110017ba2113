"""What the talk routes and the live stream depend on, built once when the app is assembled."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.kernel.ids import UserId
from services.api.talk.schemas import TalkLine
from services.identity.limits import CommandLimit
from services.queries.names import Names
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

    async def told(self, lines: Sequence[Line], listener: UserId | None) -> list[TalkLine]:
        """Lines as a listener may see them: without those of people whom the listener has muted.

        A removal is always told, whoever made it: it says nothing but that something is gone.
        """
        muted = await self.mutes.of(listener) if listener is not None and lines else set()
        heard = [line for line in lines if line.removes is not None or line.user not in muted]
        names = await self.names.of(line.user for line in heard)
        return [TalkLine(line.number, line.at, line.user, names[line.user], line.text, line.removes) for line in heard]
