"""Sign-up, log-in, log-out and lost passwords: the routes for people without a session, and the way out of one."""

from typing import Annotated, Any

from litestar import Request, Response, delete, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from services.api.accounts.schemas import LogIn, Reset, ResetAsked, ResetRequest, Session, SignedUp, SignUp
from services.api.idempotency import IdempotencyKey
from services.api.openapi import BODY, CALLER, LOGGED_IN, NO_CONTENT, PATH, REPEATABLE, problems
from services.identity import log_ins
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, require_session
from services.identity.language import language_of
from services.identity.mails import on_its_way
from services.identity.middleware import IGNORES_CREDENTIALS
from services.problems import (
    BAD_REQUEST,
    BANNED,
    FORBIDDEN,
    INVITATION_NEEDED,
    MAIL_UNAVAILABLE,
    NAME_TAKEN,
    SIGN_UP_CLOSED,
    TOO_MANY_REQUESTS,
    WRONG_CREDENTIALS,
)
from services.store.accounts import LoggedIn, NewAccount

NEWCOMER = (*BODY, FORBIDDEN, TOO_MANY_REQUESTS)
"""What any of the routes for people who are not logged in can answer."""


@post(
    "/api/v1/users",
    tags=["accounts"],
    summary="Sign up",
    description="Makes an account and logs it in. The first account of an empty, open server becomes admin. "
    "A mail address gets one mail with a link that confirms it, and nothing else before that.",
    opt={IGNORES_CREDENTIALS: True},
    responses=problems(*NEWCOMER, *REPEATABLE, SIGN_UP_CLOSED, INVITATION_NEEDED, NAME_TAKEN),
)
async def sign_up(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    data: JSONBody[SignUp],
    idempotency_key: IdempotencyKey = None,
) -> Response[SignedUp]:
    wanted = NewAccount(data.name, data.password, data.email, data.invitation, key=idempotency_key or "", bot=data.bot)
    made, confirmation = await log_ins.sign_up(request, account_deps, wanted)
    answer = SignedUp(made.account.user_id, made.account.name, made.token, repeated=made.repeated)
    return Response(answer, cookies=[account_deps.cookie.holding(request, made.token)], background=confirmation)


@post(
    "/api/v1/sessions",
    tags=["accounts"],
    summary="Log in",
    description="Opens a session. Its token is for the Authorization header; browsers get it as a cookie as well.",
    status_code=200,
    opt={IGNORES_CREDENTIALS: True},
    responses=problems(*NEWCOMER, WRONG_CREDENTIALS, BANNED),
)
async def log_in(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], data: JSONBody[LogIn]
) -> Response[Session]:
    opened, cookies = await log_ins.log_in(request, account_deps, data.name, data.password)
    return Response(Session(opened.account.user_id, opened.token), cookies=cookies)


@delete(
    "/api/v1/sessions",
    tags=["accounts"],
    summary="Log out",
    description="Ends the session (or personal token) that was shown; with `all=true` every session of the account.",
    security=LOGGED_IN,
    responses={**problems(BAD_REQUEST, *CALLER), 204: NO_CONTENT},
)
async def log_out(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    *,
    everywhere: Annotated[bool, QueryParameter(name="all")] = False,
) -> Response[None]:
    if everywhere:
        await account_deps.accounts.credentials.revoke(require_session(request).user_id, ["session"])
    else:
        principal = caller(request)
        await account_deps.accounts.credentials.revoke(principal.user_id, [principal.kind], principal.credential_id)
    return Response(None, cookies=[account_deps.cookie.cleared(request)])


@post(
    "/api/v1/password-resets",
    tags=["accounts"],
    summary="Ask for a link to set a new password",
    description="The link goes to the account's mail address. The answer is the same for a name that nobody has.",
    status_code=202,
    opt={IGNORES_CREDENTIALS: True},
    responses=problems(*NEWCOMER, MAIL_UNAVAILABLE),
)
async def ask_for_reset(
    request: Request[Any, Any, Any], account_deps: NamedDependency[AccountDeps], data: JSONBody[ResetRequest]
) -> Response[ResetAsked]:
    return Response(
        ResetAsked(on_its_way("reset", language_of(request))),
        background=await log_ins.ask_for_reset(request, account_deps, data.name),
    )


@put(
    "/api/v1/password-resets/{secret:str}",
    tags=["accounts"],
    summary="Set a new password by a link",
    description="Good once. Ends every session, personal token and other link of the account.",
    status_code=204,
    opt={IGNORES_CREDENTIALS: True},
    responses=problems(*NEWCOMER, *PATH),
)
async def reset_password(
    request: Request[Any, Any, Any],
    account_deps: NamedDependency[AccountDeps],
    secret: FromPath[str],
    data: JSONBody[Reset],
) -> None:
    await log_ins.reset_password(request, account_deps, secret, data.password)


def session_response(request: Request[Any, Any, Any], account_deps: AccountDeps, opened: LoggedIn) -> Response[Session]:
    answer = Session(opened.account.user_id, opened.token)
    return Response(answer, cookies=[account_deps.cookie.holding(request, opened.token)])
