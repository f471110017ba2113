"""What the caller wants to be told and when, and the games that the caller has muted."""

import msgspec
from litestar.params import FromPath, JSONBody
from msgspec import UNSET

from domain.kernel.ids import UserId
from services.acts import notices
from services.api.asks import GivenActs, ask_of
from services.api.notices.schemas import SettingsAnswer, SettingsChange
from services.api.routes import Routes
from services.identity.access import READ
from services.identity.callers import AnyRequest, caller
from services.notices.desk import NoticeDesk

routes = Routes("notices")


@routes.get("/api/v1/me/settings", READ)
async def get_settings(request: AnyRequest, acts: GivenActs) -> SettingsAnswer:
    """Which notifications you get, and when."""
    return await _answer(acts.services.notices, caller(request).user_id)


@routes.patch("/api/v1/me/settings", notices.change_settings)
async def change_settings(
    request: AnyRequest,
    acts: GivenActs,
    data: JSONBody[SettingsChange],
) -> SettingsAnswer:
    """Change which notifications you get, and when.

    A digest replaces the e-mails about your turns and the first reminder. The last reminder (nine tenths of your time
    are over) and everything else goes out by itself, outside of the quiet hours.
    """
    given = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not UNSET}
    by_mail, shown = (msgspec.to_builtins(given.pop(name, {})) for name in ("kinds", "push"))
    ask = ask_of(request)
    await notices.change_settings(acts, ask, notices.SettingsWish(given, by_mail, shown))
    return await _answer(acts.services.notices, ask.user)


async def _answer(desk: NoticeDesk, user: UserId) -> SettingsAnswer:
    preferences = await desk.preferences.of(user)
    return SettingsAnswer(
        mail=preferences.mail,
        kinds=preferences.kinds,
        push=preferences.push,
        language=preferences.language,
        time_zone=preferences.time_zone,
        quiet_hours=preferences.quiet_hours,
        digest_hour=preferences.digest_hour,
        muted=[str(game) for game in await desk.preferences.muted(user)],
        channels=list(desk.channels),
    )


@routes.put("/api/v1/games/{game_id:str}/mute", notices.mute_game)
async def mute_game(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> None:
    """Mute a game."""
    await notices.mute_game(acts, ask_of(request), game_id)


@routes.delete("/api/v1/games/{game_id:str}/mute", notices.unmute_game)
async def unmute_game(request: AnyRequest, acts: GivenActs, game_id: FromPath[str]) -> None:
    """Unmute a game."""
    await notices.unmute_game(acts, ask_of(request), game_id)
