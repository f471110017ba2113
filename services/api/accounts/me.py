"""The caller's own account: who am I, password, mail address, tokens."""

from typing import Any

from litestar import Request, Response
from litestar.params import FromPath, JSONBody

from domain.kernel.errors import NotFound
from services.acts import accounts, programs
from services.api.accounts import schemas
from services.api.accounts.schemas import (
    EmailChange,
    NameChange,
    NewToken,
    PasswordChange,
    PasswordChanged,
    TokenOrder,
    Tokens,
)
from services.api.asks import GivenActs, GivenApi, ask_of
from services.api.idempotency import IdempotencyKey
from services.api.routes import Routes
from services.identity.access import READ, READ_OR_BOT
from services.identity.callers import caller
from services.problems import NAME_TAKEN, TOO_MANY_TOKENS, WRONG_CREDENTIALS

routes = Routes("accounts")


@routes.get("/api/v1/me", READ_OR_BOT)
async def get_me(request: Request[Any, Any, Any], acts: GivenActs) -> schemas.Me:
    """Who you are."""
    principal = caller(request)
    stored = await acts.accounts.stored.of(principal.user_id)
    if stored is None:
        raise NotFound
    return schemas.me(stored.account, principal.scopes)


@routes.put("/api/v1/me/password", accounts.change_password, raises=(WRONG_CREDENTIALS,))
async def change_password(
    request: Request[Any, Any, Any], api: GivenApi, data: JSONBody[PasswordChange]
) -> Response[PasswordChanged]:
    """Change the password.

    Ends every session and every link for a forgotten password, and opens a new session. With `everywhere` it ends all
    other access too: personal tokens, addresses of feeds, linked chats, browsers that show notifications, webhooks. The
    answer says how many of each there were.
    """
    opened = await accounts.change_password(
        api.acts, ask_of(request), data.password, data.new_password, everywhere=data.everywhere
    )
    answer = PasswordChanged(opened.account.user_id, opened.token, schemas.ended(opened.ended))
    return Response(answer, cookies=[api.visitors.cookie.holding(request, opened.token)])


@routes.put("/api/v1/me/name", accounts.change_name, raises=(NAME_TAKEN, WRONG_CREDENTIALS))
async def change_name(request: Request[Any, Any, Any], acts: GivenActs, data: JSONBody[NameChange]) -> schemas.Me:
    """Change the name.

    Games show the new name at once, past ones too: their logs know you by your id. For 30 days the old name still logs
    you in, and nobody else can take it. Three times a day.
    """
    ask = ask_of(request)
    return schemas.me(await accounts.change_name(acts, ask, data.password, data.name), ask.caller.scopes)


@routes.put("/api/v1/me/email", accounts.change_email, raises=(WRONG_CREDENTIALS,))
async def change_email(request: Request[Any, Any, Any], api: GivenApi, data: JSONBody[EmailChange]) -> None:
    """Change or remove the e-mail address.

    A new address first gets one e-mail with a link that confirms it, and nothing else until then.
    """
    await accounts.change_email(api.acts, ask_of(request), api.visitors.of(request), data.password, data.email)


@routes.get("/api/v1/me/tokens", READ)
async def list_tokens(request: Request[Any, Any, Any], acts: GivenActs) -> Tokens:
    """List sessions and personal tokens.

    Everything that can act for you, newest first. None of the secrets is shown.
    """
    principal = caller(request)
    held = await acts.accounts.credentials.held_by(principal.user_id, accounts.LISTED)
    return Tokens([schemas.token(one, principal.credential_id) for one in held])


@routes.post("/api/v1/me/tokens", programs.make_token, raises=(TOO_MANY_TOKENS,))
async def make_token(
    request: Request[Any, Any, Any],
    acts: GivenActs,
    data: JSONBody[TokenOrder],
    idempotency_key: IdempotencyKey = None,
) -> NewToken:
    """Create a personal token.

    For a program that acts for you. A repeat with the same Idempotency-Key gives the same token a new secret, because
    the first one cannot be shown again.
    """
    wish = programs.TokenWish(data.name, data.scopes, data.expires_in_days)
    issued = await programs.make_token(acts, ask_of(request, data, idempotency_key), wish)
    made = issued.credential
    return NewToken(
        made.id, made.name, made.scopes, schemas.instant(made.expires_at), issued.secret, repeated=issued.repeated
    )


@routes.delete("/api/v1/me/tokens/{token_id:str}", accounts.end_token)
async def end_token(request: Request[Any, Any, Any], acts: GivenActs, token_id: FromPath[str]) -> None:
    """End a session or a personal token."""
    await accounts.end_token(acts, ask_of(request), token_id)
