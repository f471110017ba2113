"""When something is sent: quiet hours and daily digests in every time zone, and what is not wanted at all."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.clock import SECOND, Millis
from services.notices.notices import Recipient, postings
from services.notices.preferences import Kinds, Preferences, QuietHours
from tests.kit.timed_match import BEGIN, DAY, HOUR
from tests.projections.logs import TURN_OF_ANNA

ZONES = sorted(available_timezones())
MOMENTS = st.integers(0, 4 * 365 * 24 * 3600).map(lambda seconds: BEGIN + seconds * SECOND)
TIMES = st.times().map(lambda time: f"{time:%H:%M}")


def wall(at: Millis, zone: str) -> datetime:
    return datetime.fromtimestamp(at / SECOND, UTC).astimezone(ZoneInfo(zone))


def is_quiet(at: Millis, zone: str, hours: QuietHours) -> bool:
    shown = f"{wall(at, zone):%H:%M}"
    if hours.start < hours.end:
        return hours.start <= shown < hours.end
    return shown >= hours.start or shown < hours.end


class TestPreferences:
    @given(MOMENTS, st.sampled_from(ZONES), TIMES, TIMES)
    def test_what_comes_in_quiet_hours_waits_for_their_end_in_any_zone(
        self, at: Millis, zone: str, start: str, end: str
    ) -> None:
        hours = QuietHours(start=start, end=end)
        sent = Preferences(time_zone=zone, quiet_hours=hours).sent_at(at)
        if start == end or not is_quiet(at, zone, hours):
            assert sent == at
            return
        assert at < sent <= at + DAY + 2 * HOUR
        assert not is_quiet(sent, zone, hours)
        assert is_quiet(sent - 1, zone, hours)
        between = range(at, sent, max(1, (sent - at) // 50))
        assert all(is_quiet(moment, zone, hours) for moment in between)

    def test_quiet_hours_hold_when_clocks_are_put_forward(self) -> None:
        quiet = Preferences(time_zone="Europe/Rome", quiet_hours=QuietHours(start="22:00", end="07:00"))
        late = datetime(2026, 3, 28, 23, tzinfo=ZoneInfo("Europe/Rome"))
        morning = datetime(2026, 3, 29, 7, tzinfo=ZoneInfo("Europe/Rome"))
        assert quiet.sent_at(millis(late)) == millis(morning)
        assert millis(morning) - millis(late) == 7 * HOUR, "that night has an hour less"

    @given(MOMENTS, st.sampled_from(ZONES), st.integers(0, 23))
    def test_a_digest_comes_every_day_at_its_hour_in_any_zone(self, at: Millis, zone: str, hour: int) -> None:
        person = Preferences(time_zone=zone, digest_hour=hour)
        digest = person.next_digest(at)
        assert digest is not None
        assert at < digest <= at + DAY + 2 * HOUR
        shown = wall(digest, zone)
        skipped = wall(digest - 1, zone).utcoffset() != shown.utcoffset()
        assert skipped or (shown.hour, shown.minute) == (hour, 0)
        following = person.next_digest(digest)
        assert following is not None
        assert 22 * HOUR <= following - digest <= 26 * HOUR

    def test_a_kind_that_is_not_wanted_is_not_posted(self) -> None:
        for person in (Preferences(mail=False), Preferences(kinds=Kinds(turn=False))):
            assert postings(TURN_OF_ANNA, Recipient(("mail",), person), BEGIN) == []

    def test_each_channel_has_a_delivery_of_its_own_and_the_same_one_every_time(self) -> None:
        reached = Recipient(("mail", "pigeon"), Preferences())
        first, again = (postings(TURN_OF_ANNA, reached, BEGIN) for _ in range(2))
        assert first == again
        assert len({posting.delivery.id for posting in first}) == 2

    def test_a_digest_gathers_turns_and_leaves_the_last_reminder_alone(self) -> None:
        reached = Recipient(("mail",), Preferences(digest_hour=8))
        turns = [msgspec.structs.replace(TURN_OF_ANNA, cause=str(version)) for version in (3, 5)]
        [one], [other] = (postings(turn, reached, BEGIN) for turn in turns)
        assert one == other
        assert (one.delivery.notice.kind, one.due) == ("digest", BEGIN + 20 * HOUR)
        half, most = (msgspec.structs.replace(TURN_OF_ANNA, kind="reminder", about=share) for share in ("50", "90"))
        assert postings(half, reached, BEGIN, is_planned=True) == []
        [last] = postings(most, reached, BEGIN, is_planned=True)
        assert (last.delivery.notice, last.due, last.planned) == (most, BEGIN, True)


def millis(at: datetime) -> Millis:
    return round(at.timestamp() * SECOND)
