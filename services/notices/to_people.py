"""Carries a delivery to its person: asks whether it is still wanted, finds its words, and sends them."""

from domain.kernel.clock import Millis
from services.notices import folding, gathering
from services.notices.attempts import BROKEN, HOLD, MOST_ATTEMPTS, chance, ended, not_sent
from services.notices.channels import NoticeChannel, Outgoing
from services.notices.desk import NoticeDesk
from services.notices.letters import Letter, LetterFrame
from services.notices.notices import Delivery
from services.notices.outbox import Settled, Taken
from services.notices.plan_whys import by_plan
from services.notices.relevance import Drop, Objection, Wait, by_game, by_mute, by_preference, by_presence, by_reminder
from services.outbound.not_sent import NotSent, Unusable


async def attempt(desk: NoticeDesk, channel: NoticeChannel, taken: Taken, now: Millis) -> Settled:
    """Send a delivery by a channel, unless something has made it needless, and give what became of it."""
    delivery = taken.delivery
    if taken.attempts > MOST_ATTEMPTS:  # only if processes died of it
        return ended("parked", f"too_often:{BROKEN}")
    to = await channel.address(delivery.notice.user)
    if to is None:
        return ended("suppressed", "no_address")
    outgoing = await _outgoing(desk, delivery, now)
    if isinstance(outgoing, Drop):
        return ended("suppressed", outgoing.reason)
    if isinstance(outgoing, Wait):
        return Settled("waiting", outgoing.reason, due=outgoing.until, attempts=taken.attempts - 1)
    try:
        return ended("accepted", await channel.send(to, outgoing))
    except NotSent as failure:
        if isinstance(failure, Unusable):
            await desk.outbox.pause(delivery.channel, now + HOLD)
        return not_sent(failure, taken.attempts, now)


async def _outgoing(desk: NoticeDesk, delivery: Delivery, now: Millis) -> Outgoing | Objection:
    """What is to be sent, or the objection to it."""
    notice = delivery.notice
    held = await desk.outbox.paused_until(delivery.channel)
    if held > now:
        return Wait(held + int(HOLD * chance()))
    preferences = await desk.preferences.of(notice.user)
    objection = by_preference(delivery, preferences, now)
    if objection is not None:
        return objection
    frame = await gathering.frame_of(desk, notice.user, preferences)
    if notice.kind in {"digest", "summary"}:
        letter = await _gathered(desk, delivery, frame, now)
        if letter is None:
            return Drop("nothing_waits")
    else:
        followed = await desk.matches.newest(notice.game)
        objection = await by_mute(desk.preferences, notice) or by_game(notice, followed, now)
        objection = objection or by_reminder(delivery, followed, preferences, now)
        objection = objection or await by_presence(desk.presence, notice, now)
        objection = objection or await by_plan(desk.plans, delivery, followed, now)
        objection = objection or await folding.by_volume(desk.outbox, delivery, now)
        if objection is not None:
            return objection
        letter = await gathering.letter_of_table(desk, notice, followed, frame)
    link = f"/games/{notice.game}" if notice.game else "/"
    return Outgoing(id=delivery.id, subject=letter.subject, text=letter.text, stop=frame.stop, link=link)


async def _gathered(desk: NoticeDesk, delivery: Delivery, frame: LetterFrame, now: Millis) -> Letter | None:
    if delivery.notice.kind == "digest":
        return await gathering.digest(desk, delivery.notice.user, frame)
    return await folding.summary(desk, delivery, frame, now)
