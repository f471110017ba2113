"""What the pages stand on, built once when the app is assembled, and how a handler shows one."""

from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from domain.kernel.ids import UserId
from projections import inbox
from projections.rows import Place
from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.callers import user_of
from services.play.deps import AnyRequest, GameDeps
from services.queries.drawing_processes import DrawingProcesses
from services.web.compressed import HOLE
from services.web.forms import FormTokens
from services.web.pages import frame, html, render


@dataclass(frozen=True)
class WebDeps:
    """The dependencies of every page."""

    services: Services
    games: GameDeps
    accounts: AccountDeps
    drawing: DrawingProcesses
    tokens: FormTokens

    async def page(
        self,
        request: AnyRequest,
        template: str,
        *,
        status: int = 200,
        **context: Any,  # noqa: ANN401 - whatever the template names
    ) -> Response[bytes]:
        """Show a template within the frame: `here` names its place in the navigation."""
        user = user_of(request)
        waiting = 0 if user is None else await self.waiting(user)
        framed = frame(request, waiting=waiting, token=HOLE, **context)
        return html(request, render(template, framed), status, await self.tokens.make(request))

    async def waiting(self, user: UserId) -> int:
        """How many tables wait for somebody."""
        return await self.games.models.count(Place(inbox.MODEL, user))


Web = NamedDependency[SkipValidation[WebDeps]]
"""Type of a handler's parameter `web`."""
