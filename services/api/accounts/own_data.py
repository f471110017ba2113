"""A copy of everything that is kept about the caller."""

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import SkipValidation

from domain.kernel.errors import NotFound
from services.api.openapi import CALLER, SESSION, needs, problems
from services.bootstrap import Services
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, session_only
from services.identity.limits import OWN_DATA_PER_ACCOUNT
from services.play.own_data import OwnData, own_data
from services.problems import TOO_MANY_REQUESTS

_FILE = {"Content-Disposition": 'attachment; filename="acta-my-data.json"', "Cache-Control": "no-store"}


@get(
    "/api/v1/me/export",
    tags=["accounts"],
    operation_id="exportMe",
    summary="Everything that is kept about you",
    description="One file: account, settings, sessions and tokens (without their secrets), notes, drafts, what you "
    "said, what was sent to you, your reports, and your games with the address of each log. Six times an hour.",
    guards=[session_only],
    security=needs(SESSION),
    responses={
        **problems(*CALLER, TOO_MANY_REQUESTS),
        200: ResponseSpec(data_container=OwnData, description="The file.", generate_examples=False),
    },
)
async def export_own_data(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    services: NamedDependency[SkipValidation[Services]],
) -> Response[bytes]:
    user = caller(request).user_id
    await account_deps.limits.count_account(OWN_DATA_PER_ACCOUNT, user)
    stored = await account_deps.accounts.stored.of(user)
    if stored is None:
        raise NotFound
    found = await own_data(services, account_deps.accounts, stored.account)
    text = msgspec.json.format(msgspec.json.encode(found), indent=2)
    return Response(text, media_type=MediaType.JSON, headers=_FILE)


HANDLERS = [export_own_data]
