"""Gathers what a letter is made of: where the server is, what players are called, which games wait."""

from collections.abc import Sequence

from domain.kernel.clock import moment
from domain.kernel.envelope import Record
from domain.kernel.ids import GameId, UserId
from domain.kernel.languages import ENGLISH
from projections import inbox
from projections import letters as words
from projections.followed_match import FollowedMatch
from projections.letters import Letter, LetterFrame, Waiting, table_name
from projections.match_follower import MatchFollower
from projections.outbox import Notice
from projections.preferences import Preferences
from projections.rows import Place
from services.bootstrap import Services, stored_accounts


def matches(services: Services) -> MatchFollower:
    """The matches of all games."""
    return MatchFollower(services.tables.store, services.tables.registry)


async def frame(services: Services, user: UserId, preferences: Preferences) -> LetterFrame:
    """What is the same in every letter of a person; mail can be stopped by a link only if there is a public address."""
    stop = None
    if services.settings.public_url is not None:
        stop = f"{services.settings.address}/api/v1/unsubscribe/{await services.preferences.stop_code(user)}"
    return LetterFrame(
        address=services.settings.address,
        language=preferences.language or ENGLISH,
        zone=preferences.time_zone,
        stop=stop,
    )


async def of_table(
    services: Services, notice: Notice, followed: FollowedMatch, log: Sequence[Record], about: LetterFrame
) -> Letter:
    """The words of a notice about one table."""
    known = await stored_accounts(services).names([*followed.people])
    context = words.context_of(notice, followed, log, known, about.language)
    return words.letter(notice, context, about)


async def digest(services: Services, user: UserId, about: LetterFrame) -> Letter | None:
    """The words of a digest: the games that wait for a person now, without the muted ones."""
    muted = set(await services.preferences.muted(user))
    place = Place(inbox.MODEL, user)
    rows = [row async for _, row in services.models.walk(place, inbox.InboxRow, backwards=False)]
    waiting = [_waiting(services, row, about.language) for row in rows if row.game.game_id not in muted]
    return words.digest(waiting, about) if waiting else None


def _waiting(services: Services, row: inbox.InboxRow, lang: str) -> Waiting:
    game = services.tables.registry.get(row.game.game)
    return Waiting(
        game=GameId(row.game.game_id),
        name=table_name(game.name_in(lang), row.game.title, lang),
        since=moment(row.since),
        deadline=None if row.deadline is None else moment(row.deadline),
    )
