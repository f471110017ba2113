"""A copy of everything that is kept about the caller."""

from typing import Any

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec

from services.acts import accounts
from services.api.asks import GivenActs, ask_of
from services.api.routes import Routes
from services.queries.own_data import OwnData

routes = Routes("accounts")

_FILE = {"Content-Disposition": 'attachment; filename="acta-my-data.json"', "Cache-Control": "no-store"}


@routes.get(
    "/api/v1/me/export",
    accounts.export_data,
    answer=ResponseSpec(data_container=OwnData, description="The file.", generate_examples=False),
)
async def export_me(request: Request[Any, Any, Any], acts: GivenActs) -> Response[bytes]:
    """Everything that we keep about you.

    One file: account, settings, sessions and tokens (without their secrets), notes, drafts, what you said, what was
    sent to you, your reports, and your games with the address of each log. Six times an hour.
    """
    kept = await accounts.export_data(acts, ask_of(request))
    text = msgspec.json.format(msgspec.json.encode(kept), indent=2)
    return Response(text, media_type=MediaType.JSON, headers=_FILE)
