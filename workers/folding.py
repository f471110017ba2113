"""Many mails in an hour become one: what is too much for a person is told in a summary when the hour is over."""

from domain.kernel.clock import SECOND, Millis
from projections import letters as words
from projections import outbox
from projections.letters import Letter, LetterFrame, Told
from projections.outbox import Delivery
from services.bootstrap import Services
from workers import letters
from workers.relevance import Drop, Objection, by_game

HOUR: Millis = 3600 * SECOND
MOST_AN_HOUR = 20
"""How many deliveries a person gets by one channel in an hour, besides digests and summaries."""
_MOST_LINES = 20


async def by_volume(services: Services, delivery: Delivery, now: Millis) -> Objection | None:
    """Whether a person got enough in this hour; then a summary is due at its end."""
    ends = (now // HOUR + 1) * HOUR
    if await services.outbox.place_in_hour(delivery, ends) < MOST_AN_HOUR:
        return None
    await services.outbox.add(outbox.summary(delivery.notice.user, delivery.channel, ends), now)
    return Drop("folded")


async def summary(services: Services, delivery: Delivery, frame: LetterFrame, now: Millis) -> Letter | None:
    """The words of what was too much in an hour and still matters; the first of it in a line each."""
    user, ends = delivery.notice.user, int(delivery.notice.cause)
    kept = await services.outbox.suppressed_in_hour(user, delivery.channel, ends, MOST_AN_HOUR)
    told: list[Told] = []
    for read, one in enumerate(kept):
        if len(told) == _MOST_LINES:
            return words.summary(told, len(kept) - read, frame)
        notice = one.delivery.notice
        followed, log = await letters.matches(services).newest_with_log(notice.game)
        if by_game(notice, followed, now) is None:
            letter = await letters.of_table(services, notice, followed, log, frame)
            told.append(Told(game=notice.game, subject=letter.subject))
    return words.summary(told, 0, frame) if told else None
