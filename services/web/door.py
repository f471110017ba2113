"""What the pages stand on, built once when the app is assembled, and how a handler shows one."""

from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from domain.kernel.ids import UserId
from projections import inbox
from projections.rows import ModelKey
from services.accounts import Principal
from services.acts.acts import Acts
from services.identity.callers import AnyRequest
from services.identity.visitors import Visitors
from services.queries.drawing_processes import DrawingProcesses
from services.web.compressed import HOLE
from services.web.forms import FormTokens
from services.web.pages import frame, html, render


@dataclass(frozen=True)
class WebDoor:
    """The acts, and what presents them: who calls, pictures, the tokens of forms."""

    acts: Acts
    visitors: Visitors
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
        me = request.user
        waiting = await self.waiting(me.user_id) if isinstance(me, Principal) and "read" in me.scopes else 0
        framed = frame(request, waiting=waiting, token=HOLE, **context)
        return html(request, render(template, framed), status, await self.tokens.make(request))

    async def waiting(self, user: UserId) -> int:
        """How many tables wait for somebody."""
        return await self.acts.models.count(ModelKey(inbox.MODEL, user))


Web = NamedDependency[SkipValidation[WebDoor]]
"""Type of a handler's parameter `web`."""
