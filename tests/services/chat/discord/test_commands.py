"""Discord is told the commands once, and again only if something has changed."""

import pytest

from services.chat.actions import commands
from services.chat.discord.commands import compared, definition, register
from tests.kit.command_line import acta
from tests.kit.discord import APPLICATION, BOT_TOKEN
from tests.kit.discord.api import Api
from tests.kit.discord.commands import check_commands
from tests.services.chat.discord.conftest import Club

PUTS = "PUT /applications/{application}/commands"


def test_discord_takes_them() -> None:
    check_commands([definition()])


@pytest.mark.parametrize("locale", ["en-US", "de", "fr", "ru"])
def test_every_command_is_described_in_every_language(locale: str) -> None:
    described = [option["description_localizations"][locale] for option in definition()["options"]]
    assert len(set(described)) == len(commands())


async def test_what_is_known_is_not_sent_again(club: Club) -> None:
    club.world.commands = []
    client = club.site.services.chat.discord
    assert client is not None
    first = await register(client)
    assert "/acta move" in first.added
    sent = club.api.calls.count(PUTS)
    assert not any(await register(client))
    assert club.api.calls.count(PUTS) == sent


async def test_what_discord_drops_is_no_change_and_where_a_command_is_used_is_one(club: Club) -> None:
    client = club.site.services.chat.discord
    assert client is not None
    await register(client)
    (known,) = club.world.commands
    assert "en-US" not in known["description_localizations"], "it says the same as the default"
    known["contexts"] = [1, 0]
    assert not any(await register(client)), "in whatever order"
    known["contexts"] = [0]
    assert (await register(client)).changed == ["/acta"]
    known["integration_types"] = [0, 1]
    club.world.commands = [known]
    assert (await register(client)).changed == ["/acta"]


async def test_what_has_changed_is_told(club: Club) -> None:
    client = club.site.services.chat.discord
    assert client is not None
    await register(client)
    (known,) = club.world.commands
    known["options"][0]["description"] = "before"
    known["options"].append({"type": 1, "name": "old", "description": "gone"})
    known["options"] = [option for option in known["options"] if option["name"] != "link"]
    changes = await register(client)
    assert changes == (["/acta link"], ["/acta help"], ["/acta old"])
    assert not any(compared(club.world.commands, definition()))


def settings_of(served: tuple[Api, str]) -> dict[str, str]:
    """What an operator would set."""
    api, address = served
    return {
        "ACTA_DISCORD_APPLICATION_ID": APPLICATION,
        "ACTA_DISCORD_PUBLIC_KEY": api.world.public_key,
        "ACTA_DISCORD_BOT_TOKEN": BOT_TOKEN,
        "ACTA_DISCORD_API": address,
    }


def test_the_command_line_registers_and_says_what_changed(discord: tuple[Api, str]) -> None:
    discord[0].world.commands = []
    environ = settings_of(discord)
    first, again = acta("discord", "register", **environ), acta("discord", "register", **environ)
    assert first.returncode == 0, first.stderr
    assert "New: /acta, /acta help" in first.stdout
    assert "Discord knew the commands already." in again.stdout
    refused = acta("discord", "register", **environ | {"ACTA_DISCORD_BOT_TOKEN": "a.b.c"})
    assert "acta: Discord refused: 401" in refused.stderr
    assert "Check the token and the application id." in refused.stderr
    assert "discord_bot_token are needed" in acta("discord", "register").stderr


def test_one_server_has_to_invite_the_application_first(discord: tuple[Api, str]) -> None:
    environ = settings_of(discord)
    uninvited = acta("discord", "register", "--guild", "5", **environ)
    assert "50001 Missing Access. Invite the application to that server first." in uninvited.stderr
    discord[0].world.guilds["5"] = []
    known = acta("discord", "register", "--guild", "5", **environ)
    assert "New: /acta, /acta help" in known.stdout, known.stderr
    again = acta("discord", "register", "--guild", "5", **environ)
    assert "Discord knew the commands already." in again.stdout, again.stderr
