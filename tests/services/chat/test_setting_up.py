"""Somebody who has never made an app follows the README to the letter, with nothing but what stands there.

The platforms are our doubles, and the address is one of this machine: what a person clicks at Discord and Slack is done
by the test, in the README's order.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from services.chat.actions import commands
from services.chat.slack.app import EVENTS, SCOPES
from tests.kit import slack
from tests.kit.command_line import acta
from tests.kit.discord import APPLICATION, BOT_TOKEN, Discord, DiscordPerson, Shown, discord_server
from tests.kit.discord.people import PERMISSIONS, ByHttp, signed
from tests.kit.processes import REPOSITORY, free_ports, running_tree, wait_for
from tests.kit.slack.people import FORM
from tests.kit.slack.people import signed as signed_by_slack

HOST = "https://acta.example.org"
RIGHTS = {
    "see channels": 10,
    "send messages": 11,
    "embed links": 14,
    "attach files": 15,
    "read the history": 16,
    "also in threads": 38,
}
"""The rights that the README names, and Discord's bits of them."""


def section(title: str) -> str:
    """A section of the README."""
    return (REPOSITORY / "README.md").read_text("utf-8").partition(f"#### {title}\n")[2].partition("\n##")[0]


def named_settings(text: str) -> set[str]:
    """The settings of the first block of a section."""
    return set(re.findall(r"\b(ACTA_\w+)=", text.partition("```sh")[2].partition("```")[0]))


@contextmanager
def served(folder: Path, environ: Mapping[str, str], address: str) -> Iterator[None]:
    """`acta serve`, until it answers."""
    with running_tree(["-m", "services.cli", "serve"], folder / "output", environ):
        wait_for(lambda: _answers(address), what="the server")
        yield


def _answers(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def on_this_machine(folder: Path) -> tuple[str, dict[str, str]]:
    """An address, and what is not the README's: where the server keeps its data and listens."""
    [port] = free_ports(1)
    return f"http://127.0.0.1:{port}", {"ACTA_PORT": str(port), "ACTA_DATA_DIR": str(folder / "data")}


def saved_at_discord(world: Discord, endpoint: str) -> None:
    """What Discord does before it saves an endpoint: it says hello, and tries a signature that does not hold."""
    ping = msgspec.json.encode({"type": 1, "id": "1", "application_id": APPLICATION, "token": "t", "version": 1})
    hello = httpx.post(endpoint, content=ping, headers=signed(world, ping))
    assert (hello.status_code, hello.json()) == (200, {"type": 1})
    forged = signed(world, ping) | {"X-Signature-Ed25519": "0" * 128}
    assert httpx.post(endpoint, content=ping, headers=forged).status_code == 401
    world.endpoint = endpoint


async def test_discord_is_set_up_as_the_readme_says(tmp_path: Path) -> None:
    text = section("Play in Discord")
    public, environ = on_this_machine(tmp_path)
    token = tmp_path / "token"
    token.write_text(BOT_TOKEN)
    with discord_server() as (api, discord_api):
        given = {
            "ACTA_DISCORD_APPLICATION_ID": APPLICATION,
            "ACTA_DISCORD_PUBLIC_KEY": api.world.public_key,
            "ACTA_DISCORD_BOT_TOKEN_FILE": str(token),
            "ACTA_PUBLIC_URL": public,
        }
        assert named_settings(text) - {"ACTA_DISCORD_BOT_TOKEN"} == set(given)
        environ |= given | {"ACTA_DISCORD_API": discord_api}
        with served(tmp_path, environ, public):
            registered = acta("discord", "register", **environ)
            assert registered.returncode == 0, registered.stderr
            [path] = re.findall(rf"`{HOST}(/integrations/\S+)`", text)
            saved_at_discord(api.world, public + path)
            doctor = acta("doctor", **environ)
            assert doctor.returncode == 0, doctor.stdout
            for words in ("knows the application", "public_key is the application's", "commands of this release"):
                assert words in doctor.stdout
            assert f"{public}{path} answers" in doctor.stdout
            async with httpx.AsyncClient(base_url=public) as http:
                world = api.world
                livia = DiscordPerson(world, ByHttp(world, http), "Livia", world.snowflake(), world.channel().id)
                for name in re.findall(r"`/acta (\w+)`", text):
                    assert name in commands()
                    assert isinstance(await livia.command(name), Shown)
    [permissions] = re.findall(r"permissions=(\d+)", text)
    assert permissions == PERMISSIONS == str(sum(1 << bit for bit in RIGHTS.values()))
    assert all(right in " ".join(text.split()) for right in RIGHTS)
    assert "scope=bot+applications.commands" in text


def test_slack_is_set_up_as_the_readme_says(tmp_path: Path) -> None:
    text = section("Play in Slack")
    public, environ = on_this_machine(tmp_path)
    with slack.slack_server() as api:
        given = {
            "ACTA_PUBLIC_URL": public,
            "ACTA_SLACK_SIGNING_SECRET": slack.SIGNING_SECRET,
            "ACTA_SLACK_BOT_TOKEN": slack.BOT_TOKEN,
        }
        assert named_settings(text) == set(given)
        [file] = re.findall(r"\]\((deploy/\S+\.yaml)\)", text)
        manifest = (REPOSITORY / file).read_text("utf-8").replace(HOST, public)
        pasted: dict[str, Any] = msgspec.yaml.decode(manifest, type=dict[str, Any])
        api.world.scopes = set(pasted["oauth_config"]["scopes"]["bot"])
        environ |= given | {"ACTA_SLACK_API": f"{api.world.address}/api/"}
        with served(tmp_path, environ, public):
            events = pasted["settings"]["event_subscriptions"]
            challenge = msgspec.json.encode({"token": "x", "challenge": "3eZbrw1aB", "type": "url_verification"})
            found = httpx.post(events["request_url"], content=challenge, headers=signed_by_slack(api.world, challenge))
            assert found.text == "3eZbrw1aB", "Retry on the page Event Subscriptions"
            assert events["bot_events"] == list(EVENTS)
            doctor = acta("doctor", **environ)
            for words in ("Slack knows the app", "has every scope", "clock agrees"):
                assert words in doctor.stdout
            assert "set public_url to the https address" in doctor.stdout, "which a machine of tests has not"
            nobody: Any = None  # the requests are only written down here
            livia = slack.SlackPerson(api.world, nobody, "Livia", api.world.id("U"), api.world.channel().id)
            for name in re.findall(r"`/acta (\w+)`", text):
                assert name in commands()
                seen = len(livia.sees())
                body = livia.command_body(name)
                headers = signed_by_slack(api.world, body) | {"Content-Type": FORM}
                url = pasted["features"]["slash_commands"][0]["url"]
                assert httpx.post(url, content=body, headers=headers).status_code == 200
                wait_for(lambda seen=seen: len(livia.sees()) > seen, what=f"the answer to {name}")  # type: ignore[misc] # its default is an int
    assert all(f"`{scope}`" in text for scope in SCOPES)
