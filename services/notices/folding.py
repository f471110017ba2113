"""Many mails in an hour become one: what is too much for a person is told in a summary when the hour is over."""

from domain.kernel.clock import SECOND, Millis
from services.notices import gathering, letters, notices
from services.notices.desk import NoticeDesk
from services.notices.letters import Letter, LetterFrame, SummaryLine
from services.notices.notices import Delivery
from services.notices.outbox import Outbox
from services.notices.relevance import Drop, Objection, by_game

HOUR: Millis = 3600 * SECOND
MOST_AN_HOUR = 20
"""How many deliveries a person gets by one channel in an hour, besides digests and summaries."""
_MOST_LINES = 20


async def by_volume(outbox: Outbox, delivery: Delivery, now: Millis) -> Objection | None:
    """Whether a person got enough in this hour; then a summary is due at its end."""
    ends = (now // HOUR + 1) * HOUR
    if await outbox.place_in_hour(delivery, ends) < MOST_AN_HOUR:
        return None
    await outbox.add(notices.summary(delivery.notice.user, delivery.channel, ends), now)
    return Drop("folded")


async def summary(desk: NoticeDesk, delivery: Delivery, frame: LetterFrame, now: Millis) -> Letter | None:
    """The words of what was too much in an hour and still matters; the first of it in a line each."""
    user, ends = delivery.notice.user, int(delivery.notice.cause)
    suppressed = await desk.outbox.suppressed_in_hour(user, delivery.channel, ends, MOST_AN_HOUR)
    lines: list[SummaryLine] = []
    for read, one in enumerate(suppressed):
        if len(lines) == _MOST_LINES:
            return letters.summary(lines, len(suppressed) - read, frame)
        notice = one.delivery.notice
        followed = await desk.matches.newest(notice.game)
        if by_game(notice, followed, now) is None:
            letter = await gathering.letter_of_table(desk, notice, followed, frame)
            lines.append(SummaryLine(game=notice.game, subject=letter.subject))
    return letters.summary(lines, 0, frame) if lines else None
