"""On a machine that no platform can reach: by the README alone to the first table in a channel.

The processes are the real ones, with the settings that the README names; the platforms are our doubles.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec

from tests.kit import slack
from tests.kit.browser import Browser
from tests.kit.chat_players import ChatPlayer, OnDiscord, OnSlack, open_table
from tests.kit.command_line import acta
from tests.kit.discord import APPLICATION, BOT_TOKEN, DiscordPerson, discord_server
from tests.kit.discord.gateway import discord_gateway
from tests.kit.discord.world import Channel as DiscordChannel
from tests.kit.processes import REPOSITORY, ProcessTree, running_tree, wait_for
from tests.kit.slack.socket import slack_socket
from tests.kit.slack.world import APP_TOKEN
from tests.kit.slack.world import Channel as SlackChannel
from tests.services.chat.test_setting_up import on_this_machine, section, served

CODE = re.compile(r"\b[A-Z0-9]{5}-[A-Z0-9]{5}\b")
SECONDS = 60


@asynccontextmanager
async def beside_the_server(folder: Path, environ: Mapping[str, str], address: str) -> AsyncIterator[ProcessTree]:
    """`acta serve`, and beside it `acta chat --socket` with the same settings."""
    words = ["-m", "services.cli", "chat", "--socket"]
    with served(folder, environ, address), running_tree(words, folder / "chat", environ) as listening:
        yield listening
    assert "Traceback" not in listening.output()


async def linked_and_at_a_table(player: ChatPlayer, words_of: Callable[[Any], str], address: str) -> None:
    """Have an account, type `/acta link`, confirm the code on the settings page, type `/acta new`."""
    async with httpx.AsyncClient(base_url=address) as http:
        made = await http.post("/api/v1/users", json={"name": "Livia", "password": "festina lente"})
        browser = Browser(http)
        browser.http.cookies.set("__Host-acta", made.json()["token"])  # httpx keeps none that is strict on loopback
        await player.say("link")
        [code] = CODE.findall(words_of(player.seen))
        offered = await browser.send(await browser.open("/settings"), "/settings/chat/offer", code=code)
        await browser.send(offered, "/settings/chat/link")
    await open_table(player, "concordia", 2, 1)


async def test_discord_is_listened_to(tmp_path: Path) -> None:
    text = section("Play in Discord")
    assert "leave it empty and run `acta chat --socket` beside the server with the same settings" in " ".join(
        text.split()
    )
    address, environ = on_this_machine(tmp_path)
    named = address.replace("127.0.0.1", "localhost")  # a host without a dot, as at home
    with discord_server() as (api, discord_api):
        environ |= {
            "ACTA_DISCORD_APPLICATION_ID": APPLICATION,
            "ACTA_DISCORD_PUBLIC_KEY": api.world.public_key,
            "ACTA_DISCORD_BOT_TOKEN": BOT_TOKEN,
            "ACTA_PUBLIC_URL": named,
            "ACTA_DISCORD_API": discord_api,
        }
        async with discord_gateway(api.world) as gateway, beside_the_server(tmp_path, environ, address):
            channel = api.world.channel()
            livia = DiscordPerson(api.world, gateway, "Livia", api.world.snowflake(), channel.id)
            registered = await asyncio.to_thread(acta, "discord", "register", **environ)
            assert registered.returncode == 0, registered.stderr
            doctor = await asyncio.to_thread(acta, "doctor", **environ)
            assert "Discord sends nothing by HTTP: run `acta chat --socket`" in doctor.stdout
            assert f"Discord takes no links to {named}" in doctor.stdout
            await linked_and_at_a_table(OnDiscord(livia), lambda seen: str(seen.text), named)
            told = partial(board_of, channel)
            await asyncio.to_thread(wait_for, told, seconds=SECONDS, what="the board in the channel")
            assert gateway.begun.count("identify") == 1


def board_of(channel: DiscordChannel | SlackChannel) -> bool:
    """Whether a picture stands in a channel."""
    return any(one.files for one in channel.messages.values())


def at_home() -> dict[str, Any]:
    """The manifest, changed as the README says for a machine at home."""
    text = " ".join(section("Play in Slack").split())
    assert "in the manifest set `socket_mode_enabled: true` and take out the lines with addresses" in text
    lines = (REPOSITORY / "deploy/slack-manifest.yaml").read_text("utf-8").splitlines()
    kept = "\n".join(line for line in lines if "https://acta.example.org" not in line)
    pasted = kept.replace("socket_mode_enabled: false", "socket_mode_enabled: true")
    return msgspec.yaml.decode(pasted, type=dict[str, Any])


def test_the_manifest_without_addresses_is_whole() -> None:
    """S reference/methods/apps.manifest.create: events and interactivity need an address, or Socket Mode and none."""
    pasted = at_home()
    settings = pasted["settings"]
    assert settings["socket_mode_enabled"] is True
    assert settings["interactivity"] == {"is_enabled": True}
    assert set(settings["event_subscriptions"]) == {"bot_events"}
    assert "url" not in pasted["features"]["slash_commands"][0]
    assert "http" not in str(pasted)


async def test_slack_is_listened_to(tmp_path: Path) -> None:
    text = section("Play in Slack")
    for words in ("`ACTA_SLACK_BOT_TOKEN` and `ACTA_SLACK_APP_TOKEN`", "`acta chat --socket` beside `acta serve`"):
        assert words in " ".join(text.split())
    address, environ = on_this_machine(tmp_path)
    with slack.slack_server() as api:
        api.world.scopes = set(at_home()["oauth_config"]["scopes"]["bot"])
        environ |= {
            "ACTA_SLACK_BOT_TOKEN": slack.BOT_TOKEN,
            "ACTA_SLACK_APP_TOKEN": APP_TOKEN,
            "ACTA_SLACK_API": f"{api.world.address}/api/",
        }
        async with slack_socket(api.world) as socket, beside_the_server(tmp_path, environ, address):
            channel = api.world.channel()
            livia = slack.SlackPerson(api.world, socket, "Livia", api.world.id("U"), channel.id)
            doctor = await asyncio.to_thread(acta, "doctor", **environ)
            assert "Socket Mode works: `acta chat --socket` connects by itself." in doctor.stdout
            await linked_and_at_a_table(OnSlack(livia), lambda seen: str(seen.words), address)
            told = partial(board_of, channel)
            await asyncio.to_thread(wait_for, told, seconds=SECONDS, what="the board in the channel")
