"""Gathers what a letter is made of: where the server is, what players are called, which games wait."""

from msgspec.structs import replace

from domain.kernel.clock import moment
from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import ENGLISH
from domain.registry import Registry
from projections import inbox
from projections.followed_match import FollowedMatch
from projections.rows import ModelKey
from services.notices import letters
from services.notices.desk import NoticeDesk
from services.notices.letters import DigestGame, Letter, LetterFrame, table_name
from services.notices.notices import Notice
from services.notices.plan_whys import whys_of_turn
from services.notices.preferences import Preferences


async def frame_of(desk: NoticeDesk, user: UserId, preferences: Preferences) -> LetterFrame:
    """What is the same in every letter of a person; mail can be stopped by a link only if there is a public address."""
    stop = None
    if desk.settings.public_url is not None:
        stop = f"{desk.settings.address}/api/v1/unsubscribe/{await desk.preferences.stop_code(user)}"
    return LetterFrame(
        address=desk.settings.address,
        language=preferences.language or ENGLISH,
        zone=preferences.time_zone,
        stop=stop,
    )


async def letter_of_table(desk: NoticeDesk, notice: Notice, followed: FollowedMatch, frame: LetterFrame) -> Letter:
    """The words of a notice about one table; only whoever is to act is told what happened meanwhile."""
    names = await desk.accounts.names([*followed.people])
    log = await desk.tables.store.read(notice.game) if notice.kind == "turn" else ()
    context = letters.context_of(notice, followed, log, names, frame.language)
    whys = await whys_of_turn(desk.plans, notice, followed.match.game, frame.language)
    return letters.letter(notice, replace(context, plan=whys), frame)


async def digest(desk: NoticeDesk, user: UserId, frame: LetterFrame) -> Letter | None:
    """The words of a digest: the games that wait for a person now, without the muted ones."""
    muted = set(await desk.preferences.muted(user))
    place = ModelKey(inbox.MODEL, user)
    rows = [row async for _, row in desk.models.walk(place, inbox.InboxRow, backwards=False)]
    waiting = [_waiting(desk.tables.registry, row, frame.language) for row in rows if row.game.game_id not in muted]
    return letters.digest(waiting, frame) if waiting else None


def _waiting(registry: Registry, row: inbox.InboxRow, lang: str) -> DigestGame:
    return DigestGame(
        game=GameId(row.game.game_id),
        name=table_name(registry.get(row.game.game).name_in(lang), row.game.title, lang),
        since=moment(row.since),
        deadline=None if row.deadline is None else moment(row.deadline),
    )
