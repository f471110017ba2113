"""What the caller wants to be told and when, and the games that the caller has muted."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from litestar import delete, get, patch, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, SkipValidation
from msgspec import UNSET

from domain.kernel.ids import GameId, UserId
from services.api.notices.schemas import SettingsAnswer, SettingsChange
from services.api.openapi import BODY, CALLER, SESSION, needs, problems
from services.bootstrap import Services, channels
from services.identity.account_deps import AccountDeps
from services.identity.callers import caller, requires, session_only
from services.play.deps import AnyRequest, GameDeps
from services.problems import BAD_REQUEST, NOT_FOUND, TOO_MANY_REQUESTS, bad_field
from services.queries.tables import require_visible

MUTE = problems(BAD_REQUEST, *CALLER, NOT_FOUND, TOO_MANY_REQUESTS)


@get(
    "/api/v1/me/settings",
    tags=["notices"],
    operation_id="getSettings",
    summary="What you are told, and when",
    guards=[requires("read")],
    security=needs("read"),
    responses=problems(*CALLER),
)
async def show_settings(request: AnyRequest, services: NamedDependency[SkipValidation[Services]]) -> SettingsAnswer:
    return await _answer(services, caller(request).user_id)


@patch(
    "/api/v1/me/settings",
    tags=["notices"],
    summary="Change what you are told, and when",
    description="A digest takes the place of the mails about your turns and of the first reminder. The last reminder "
    "(nine tenths of your time are over) and everything else goes out by itself, outside of the quiet hours.",
    guards=[session_only],
    security=needs(SESSION),
    responses=problems(*BODY, *CALLER),
)
async def change_settings(
    request: AnyRequest,
    account_deps: NamedDependency[AccountDeps],
    services: NamedDependency[SkipValidation[Services]],
    data: JSONBody[SettingsChange],
) -> SettingsAnswer:
    _check(data)
    user = caller(request).user_id
    given = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not UNSET}
    by_mail, shown = (msgspec.to_builtins(given.pop(name, {})) for name in ("kinds", "push"))
    await services.preferences.change(user, given, by_mail, shown)
    if "language" in given:
        await account_deps.accounts.stored.tell(user)
    return await _answer(services, user)


def _check(data: SettingsChange) -> None:
    """What types alone cannot say."""
    if data.time_zone is not UNSET:
        try:
            ZoneInfo(data.time_zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise bad_field("time_zone", "no_time_zone", zone=data.time_zone) from None
    if data.quiet_hours and data.quiet_hours.start == data.quiet_hours.end:
        raise bad_field("quiet_hours", "quiet_hours")


async def _answer(services: Services, user: UserId) -> SettingsAnswer:
    preferences = await services.preferences.of(user)
    return SettingsAnswer(
        mail=preferences.mail,
        kinds=preferences.kinds,
        push=preferences.push,
        language=preferences.language,
        time_zone=preferences.time_zone,
        quiet_hours=preferences.quiet_hours,
        digest_hour=preferences.digest_hour,
        muted=[str(game) for game in await services.preferences.muted(user)],
        channels=list(channels(services)),
    )


@put(
    "/api/v1/games/{game_id:str}/mute",
    tags=["notices"],
    operation_id="muteGame",
    summary="Hear nothing more of a game",
    status_code=204,
    security=needs("play"),
    responses=MUTE,
)
async def mute(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    services: NamedDependency[SkipValidation[Services]],
    game_id: FromPath[str],
) -> None:
    user = game_deps.player(request)
    await require_visible(game_deps.tables, game_id, user)
    await services.preferences.mute(user, GameId(game_id))


@delete(
    "/api/v1/games/{game_id:str}/mute",
    tags=["notices"],
    operation_id="unmuteGame",
    summary="Hear of a game again",
    security=needs("play"),
    responses=MUTE,
)
async def unmute(
    request: AnyRequest,
    game_deps: NamedDependency[GameDeps],
    services: NamedDependency[SkipValidation[Services]],
    game_id: FromPath[str],
) -> None:
    user = game_deps.player(request)
    await require_visible(game_deps.tables, game_id, user)
    await services.preferences.unmute(user, GameId(game_id))


HANDLERS = [show_settings, change_settings, mute, unmute]
