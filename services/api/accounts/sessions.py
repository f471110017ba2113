"""Sign-up, log-in, log-out and lost passwords: the routes for people without a session, and the way out of one."""

from typing import Annotated, Any

from litestar import Request, Response
from litestar.params import FromPath, JSONBody, QueryParameter

from services.accounts import NewAccount
from services.acts import accounts, ways_in
from services.api.accounts import schemas
from services.api.accounts.schemas import (
    AccessEnded,
    LogIn,
    Reset,
    ResetAsked,
    ResetRequest,
    Session,
    SignedUp,
    SignUp,
)
from services.api.asks import GivenApi, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.access import OPEN
from services.identity.language import language_of
from services.identity.mails import on_its_way
from services.problems import (
    BANNED,
    INVITATION_NEEDED,
    MAIL_UNAVAILABLE,
    NAME_TAKEN,
    SIGN_UP_CLOSED,
    TOO_MANY_REQUESTS,
    WRONG_CREDENTIALS,
)

routes = Routes("accounts")


@routes.post("/api/v1/users", OPEN, raises=(INVITATION_NEEDED, NAME_TAKEN, SIGN_UP_CLOSED, TOO_MANY_REQUESTS))
async def sign_up(
    request: Request[Any, Any, Any],
    api: GivenApi,
    data: JSONBody[SignUp],
    idempotency_key: IdempotencyKey = None,
) -> Response[SignedUp]:
    """Sign up.

    Creates an account and logs it in. The first account on an empty, open server becomes admin. An e-mail address
    first gets one e-mail with a link that confirms it, and nothing else until then.
    """
    wanted = NewAccount(data.name, data.password, data.email, data.invitation, key=idempotency_key or "", bot=data.bot)
    made = await ways_in.sign_up(api.acts, api.visitors.of(request), wanted)
    answer = SignedUp(made.account.user_id, made.account.name, made.token, repeated=made.repeated)
    return Response(answer, cookies=[api.visitors.cookie.holding(request, made.token)])


@routes.post("/api/v1/sessions", OPEN, status_code=200, raises=(BANNED, TOO_MANY_REQUESTS, WRONG_CREDENTIALS))
async def log_in(request: Request[Any, Any, Any], api: GivenApi, data: JSONBody[LogIn]) -> Response[Session]:
    """Log in.

    Opens a session. Its token is for the Authorization header; browsers get it as a cookie as well.
    """
    opened, mark = await ways_in.log_in(api.acts, api.visitors.of(request), data.name, data.password)
    cookies = [api.visitors.cookie.holding(request, opened.token), api.visitors.marked(request, mark)]
    return Response(Session(opened.account.user_id, opened.token), cookies=cookies)


@routes.delete("/api/v1/sessions", accounts.log_out)
async def log_out(
    request: Request[Any, Any, Any],
    api: GivenApi,
    *,
    everywhere: Annotated[bool, QueryParameter(name="all")] = False,
) -> Response[None]:
    """Log out.

    Ends the session (or personal token) that was shown; with `all=true` every session of the account.
    """
    await (accounts.log_out_everywhere if everywhere else accounts.log_out)(api.acts, ask_of(request))
    return Response(None, cookies=[api.visitors.cookie.cleared(request)])


@routes.post("/api/v1/password-resets", OPEN, status_code=202, raises=(MAIL_UNAVAILABLE, TOO_MANY_REQUESTS))
async def ask_for_reset(request: Request[Any, Any, Any], api: GivenApi, data: JSONBody[ResetRequest]) -> ResetAsked:
    """Ask for a link to set a new password.

    The link goes to the account’s e-mail address. The answer is the same for a name that nobody has.
    """
    await ways_in.ask_for_reset(api.acts, api.visitors.of(request), data.name)
    return ResetAsked(on_its_way("reset", language_of(request)))


@routes.put("/api/v1/password-resets/{secret:str}", OPEN, raises=(TOO_MANY_REQUESTS,))
async def reset_password(
    request: Request[Any, Any, Any],
    api: GivenApi,
    secret: FromPath[str],
    data: JSONBody[Reset],
) -> AccessEnded:
    """Set a new password by a link.

    Works once. Ends all access to the account: sessions, personal tokens, links, addresses of feeds, linked chats,
    browsers that show notifications, webhooks. The answer says how many of each there were.
    """
    return schemas.ended(await ways_in.reset_password(api.acts, api.visitors.of(request), secret, data.password))
