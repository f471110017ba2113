"""More than some twenty mails in an hour become one."""

from services.notices.folding import MOST_AN_HOUR
from tests.kit.http import Person
from tests.kit.mail_site import MailSite, address
from tests.kit.timed_match import HOUR
from tests.services.api.tables import choose, started

OVER = 25


def at_the_full_hour(mail_site: MailSite) -> None:
    mail_site.pass_time(HOUR - mail_site.tables.now() % HOUR)


async def test_what_is_too_much_for_an_hour_comes_in_one_mail_when_it_is_over(
    mail_site: MailSite, anna: Person, brutus: Person
) -> None:
    at_the_full_hour(mail_site)
    games = [await started(anna, brutus, title=f"Table {number}") for number in range(MOST_AN_HOUR + OVER)]
    await mail_site.deliver_all()
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == MOST_AN_HOUR
    folded = [told for told in await mail_site.deliveries(anna) if told["state"] == "suppressed"]
    assert len(folded) == OVER
    assert {told["reason"] for told in folded} == {
        "You had many e-mails in that hour; this was part of one e-mail at the end of the hour."
    }
    left_out = {told["game_id"] for told in folded}
    done = next(game for game in games if game in left_out)
    await choose(anna, done)
    mail_site.pass_time(HOUR)
    await mail_site.deliver_all()
    assert len(mail_site.letters(anna)) == MOST_AN_HOUR + 1
    assert mail_site.letters(anna)[-1] == f"A lot is happening at your tables: {OVER - 1} more"
    text = [mail.get_content() for mail in mail_site.mail.messages if mail["To"] == address(anna)][-1]
    assert done not in text, "she acted there meanwhile"
    assert sum(game in text for game in left_out) == 20
    assert "… and 4 more" in text
    assert (await mail_site.deliveries(anna))[0]["kind"] == "summary"


async def test_the_next_hour_begins_anew(mail_site: MailSite, anna: Person, brutus: Person) -> None:
    at_the_full_hour(mail_site)
    for number in range(2):
        for _ in range(MOST_AN_HOUR):
            await started(anna, brutus)
        await mail_site.deliver_all()
        assert len(mail_site.letters(anna)) == (number + 1) * MOST_AN_HOUR
        mail_site.pass_time(HOUR)
