"""What people want to be told: over HTTP, and by the link at the end of every mail."""

import re

import pytest

from tests.kit.http import Json, Person, refusal
from tests.kit.mail_site import MailSite, address
from tests.services.api.tables import started

DEFAULTS = {
    "mail": True,
    "kinds": {
        **dict.fromkeys(("turn", "started", "over", "reminder", "clock", "vote", "invitation", "seat"), True),
        **dict.fromkeys(("next", "talk"), False),
    },
    "push": {
        **dict.fromkeys(("turn", "over", "reminder", "clock", "vote", "invitation", "seat"), True),
        **dict.fromkeys(("next", "started", "talk"), False),
    },
    "language": None,
    "time_zone": "UTC",
    "quiet_hours": None,
    "digest_hour": None,
    "muted": [],
    "channels": ["mail", "push"],
}


async def test_what_is_not_named_stays(anna: Person) -> None:
    assert await anna.seen("/me/settings") == DEFAULTS
    quiet = {"from": "22:00", "to": "07:00"}
    await anna.patch("/me/settings", {"time_zone": "Europe/Rome", "quiet_hours": quiet, "digest_hour": 8})
    await anna.patch("/me/settings", {"kinds": {"over": False}, "push": {"turn": False}})
    answer = await anna.patch("/me/settings", {"kinds": {"vote": False}, "digest_hour": None})
    expected = {
        **DEFAULTS,
        "kinds": {**DEFAULTS["kinds"], "over": False, "vote": False},  # type: ignore[dict-item]  # a mapping in a mapping
        "push": {**DEFAULTS["push"], "turn": False},  # type: ignore[dict-item]  # a mapping in a mapping
        "time_zone": "Europe/Rome",
        "quiet_hours": quiet,
    }
    assert answer.json() == await anna.seen("/me/settings") == expected


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"time_zone": "Europe/Acta"}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
        ({"quiet_hours": {"from": "22:00", "to": "22:00"}}, "quiet_hours"),
        ({"quiet_hours": {"from": "22:00"}}, "quiet_hours.to"),
        ({"quiet_hours": {"from": "24:00", "to": "07:00"}}, "quiet_hours.from"),
        ({"digest_hour": 24}, "digest_hour"),
        ({"kinds": {"spam": True}}, "kinds.spam"),
        ({"kinds": {"turn": 1}}, "kinds.turn"),
    ],
)
async def test_what_cannot_be_wanted_is_refused(anna: Person, body: Json, field: str) -> None:
    problem = refusal(await anna.patch("/me/settings", body), 400, "bad-request")
    assert [error["field"] for error in problem["errors"]] == [field]
    assert await anna.seen("/me/settings") == DEFAULTS


async def test_every_mail_says_how_to_end_all_mail(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    await started(anna, brutus)
    await mail_site.deliver_all()
    [message] = [message for message in mail_site.mail.messages if message["To"] == address(anna)]
    link = re.fullmatch(r"<https://acta.example(/api/v1/unsubscribe/\S+)>", message["List-Unsubscribe"])
    assert link is not None
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link[1] in message.get_content()
    page = await mail_site.site.http.get(link[1])
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert f'<form method="post" action="{link[1]}">' in page.text
    assert (await anna.seen("/me/settings"))["mail"] is True, "looking changes nothing"
    done = await mail_site.site.http.post(link[1], data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert (await anna.seen("/me/settings"))["mail"] is False
    await started(anna, brutus)
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == 1


async def test_a_wrong_code_ends_nobodys_mail(mail_site: MailSite, anna: Person) -> None:
    for code in (f"{anna.user_id}-{'0' * 32}", f"{anna.user_id}-", "x", "x-y"):
        refusal(await mail_site.site.http.post(f"/api/v1/unsubscribe/{code}"), 404, "not-found")
    assert (await anna.seen("/me/settings"))["mail"] is True
