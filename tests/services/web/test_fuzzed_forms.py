"""Forms that were filled in by somebody who means no good: whatever they hold, the server itself never fails."""

import pytest

from services.identity.limits import CommandLimit
from tests.kit.browser import HTML, ORIGIN, Browser
from tests.kit.http import Site
from tests.kit.page_routes import pages
from tests.kit.people import logged_in
from tests.services.api.tables import started

AREAS = ("/settings", "/admin", "/games/{game_id}/what-if")
FIELDS = (
    *("act", "at", "back", "days", "digest", "digest_hour", "email", "from", "job", "language", "mail", "name"),
    *("new_password", "note", "password", "quiet", "quiet_from", "quiet_to", "scope", "seat", "time_zone", "until"),
)
NASTY = (
    *(
        "",
        "0",
        "-1",
        "1e9",
        "9" * 40,
        "x" * 5000,
        "\x00",
        "\ud7ff\ufffe",
        "\u202e evil",
        "../../etc/passwd",
        "Europe/../UTC",
    ),
    *("<script>alert(1)</script>", "{{ 7 * 7 }}", "%s%n", "2026-02-31", "24:00", "null", "[]", "admin", "retry", "٣"),
)
PARTS = {"{delivery_id}": "0" * 32, "{token_id}": "nothing", "{number}": "7"}


@pytest.mark.parametrize("value", NASTY, ids=lambda value: ascii(value)[:20])
async def test_no_form_brings_the_server_down(
    site: Site, browser: Browser, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CommandLimit, "take", lambda *_: None)  # a form that is refused for that was not tried
    other = await site.person("Marcus")
    game = await started(site.admin, other)
    logged_in(browser, site.admin)
    token = (await browser.open("/settings")).form("/settings/look")["token"]
    addresses = sorted(path for method, path in pages(site) if method == "POST" and path.startswith(AREAS))
    assert len(addresses) > 15
    for address in addresses:
        path = address.replace("{game_id}", game)
        for part, filled in PARTS.items():
            path = path.replace(part, filled)
        form = {**dict.fromkeys(FIELDS, value), "token": token}
        answer = await browser.http.post(path, data=form, headers={**HTML, "Origin": ORIGIN})
        assert answer.status_code < 500, path
        assert "<script>alert(1)</script>" not in answer.text
