"""Words between people: lines at a table, private notes, muted people, and reports for the admins.

None of it is an event. A game's log, its timeline and its export know nothing of what was said.
"""

from collections.abc import Sequence

from domain.kernel.clock import written
from domain.kernel.errors import NotFound, NotYourSeat
from domain.kernel.ids import GameId, UserId
from services.acts.acts import Acts
from services.acts.ask import Ask
from services.acts.asking import act
from services.identity.access import PLAY
from services.notices.notices import TALK_WAITS, postings, talk_notice
from services.problems import FORBIDDEN, ProblemError, bad_field, told
from services.queries.tables import require_visible, visible_table
from services.store.reports import TalkReport
from services.store.talk import Said


@act(PLAY)
async def say(acts: Acts, ask: Ask, game_id: str, text: str) -> Said:
    """Say something to everyone who may see the table; everyone with a seat may, before, during and after the game."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        if newest.match.table.seat_of(ask.user) is None:
            raise NotYourSeat
        chairs = newest.match.table.chairs
    acts.talk_limit.take(ask.user)
    named, now = acts.change_of(ask, game_id), acts.tables.now()
    said = await acts.services.talk.lines.say(named.game_id, ask.user, text, written(now), named.key)
    if not said.repeated:
        others = [chair.user for chair in chairs if chair.user is not None and chair.user != ask.user]
        acts.afterwards.start(_tell(acts, named.game_id, ask.user, others))
    return said


async def _tell(acts: Acts, game: GameId, speaker: UserId, others: Sequence[UserId]) -> None:
    """Put notices on their way to those who want to hear of talk, unless they have muted the speaker."""
    services = acts.services
    now, directory = services.tables.now(), services.notices.directory
    for user in others:
        if speaker not in await services.talk.mutes.of(user):
            notice = talk_notice(game, user, speaker, now)
            for posting in postings(notice, await directory.recipient(user), now + TALK_WAITS):
                await services.notices.outbox.add(posting, now)


@act(PLAY)
async def remove_line(acts: Acts, ask: Ask, game_id: str, number: int) -> None:
    """Remove a line; its author or the host may. That there was one stays visible."""
    talk, game = acts.services.talk.lines, GameId(game_id)
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        host = newest.match.table.host
    line = await talk.line(game, number)
    if line is None or line.removes is not None:
        raise NotFound(f"{game_id}: line {number}")
    if ask.user not in {line.user, host}:
        raise ProblemError(FORBIDDEN, told("not_your_line"))
    await talk.remove(game, number, ask.user, written(acts.tables.now()))


@act(PLAY)
async def report_line(acts: Acts, ask: Ask, game_id: str, number: int, reason: str) -> int:
    """Report a line to the admins, with a copy of its words; a second report by the same person gives the first."""
    await require_visible(acts.tables, game_id, ask.user)
    game = GameId(game_id)
    line = await acts.services.talk.lines.line(game, number)
    if line is None or line.text is None:
        raise NotFound(f"{game_id}: line {number}")
    acts.talk_limit.take(ask.user)
    report = TalkReport(
        at=written(acts.tables.now()),
        reporter=ask.user,
        reason=reason,
        game=game,
        line=number,
        author=line.user,
        text=line.text,
    )
    return await acts.services.talk.reports.file(report)


@act(PLAY)
async def mute(acts: Acts, ask: Ask, other: UserId) -> None:
    """No longer be shown what a person says, at any table. Nobody is told."""
    if ask.user == other:
        raise bad_field("user_id", "mute_yourself")
    if await acts.names.known(other) is None:
        raise NotFound(other)
    await acts.services.talk.mutes.add(ask.user, other)


@act(PLAY)
async def unmute(acts: Acts, ask: Ask, other: UserId) -> None:
    """Hear a person again."""
    if not await acts.services.talk.mutes.drop(ask.user, other):
        raise NotFound(other)


@act(PLAY)
async def keep_notes(acts: Acts, ask: Ask, game_id: str, text: str) -> None:
    """Write private notes in place of those before."""
    async with visible_table(acts.tables, game_id, ask.user) as newest:
        if newest.match.table.seat_of(ask.user) is None:
            raise NotYourSeat
    await acts.services.people.notes.put(GameId(game_id), ask.user, text)
