"""Which cookie a server sets that was not told its public address."""

import pytest

from tests.kit.processes import Server
from tests.services.api.accounts.app import Setup, running
from tests.services.api.accounts.test_routes import PASSWORD, sign_up

pytestmark = pytest.mark.anyio

CREDENTIALS = {"name": "Livia", "password": PASSWORD}


@pytest.mark.parametrize(
    ("base_url", "name", "is_secure"),
    [
        ("http://localhost:8000", "__Host-acta", True),
        ("http://127.0.0.1:8000", "__Host-acta", True),
        ("http://[::1]:8000", "__Host-acta", True),
        ("http://192.168.1.20:8000", "acta", False),
        ("http://acta.lan", "acta", False),
    ],
)
async def test_without_a_public_url_the_address_decides(
    server: Server, base_url: str, name: str, is_secure: bool
) -> None:
    async with running(Setup(server.url, public_url="")) as site, site.client(base_url=base_url) as http:
        await sign_up(http)
        answer = await http.post("/api/v1/sessions", json=CREDENTIALS)
        assert answer.headers["set-cookie"].startswith(f"{name}=acta_")
        assert ("Secure" in answer.headers["set-cookie"]) == is_secure
        cookie = {"Cookie": f"{name}={answer.json()['token']}"}
        http.cookies.clear()
        assert (await http.get("/api/v1/me", headers=cookie)).status_code == 200
