"""People who play by the messages that a chat shows them, on either platform the same: buttons, menus, nothing else.

What they press they find by its meaning, not by its words, so that they play in any language.
"""

import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET

from services.chat.reference import Reference, UnknownReference, parse
from tests.kit import discord, slack
from tests.kit.discord import people as on_discord
from tests.kit.slack import people as on_slack

MARK = "#"
"""Stands behind a reference on Slack, see its formatter."""
Seen = Any
"""A message or a modal, as its platform's double shows it."""


class Pressable(NamedTuple):
    """Something that can be pressed or chosen: what it carries, its value, and how it is done."""

    reference: Reference
    value: str
    press: Callable[[], Awaitable[Seen]]


class ChatPlayer(Protocol):
    """Somebody in a channel, with the thing that they look at."""

    seen: Seen

    async def say(self, name: str, **options: str) -> None:
        """A command; its options in the order in which they are typed."""
        ...

    def look(self) -> None:
        """Look at the newest message of the channel that has buttons and that everybody sees."""
        ...

    def pressables(self) -> list[Pressable]:
        """Everything that can be pressed or chosen in what the person looks at."""
        ...


@dataclass
class OnDiscord:
    """Somebody in Discord."""

    person: discord.DiscordPerson
    seen: Seen = field(default=None, repr=False)

    async def say(self, name: str, **options: str) -> None:
        self.seen = await self.person.command(name, **options)

    def look(self) -> None:
        shown = self.person.world.visible(self.person.channel)
        self.seen = next(one for one in reversed(shown) if on_discord.buttons(one))

    def pressables(self) -> list[Pressable]:
        person, seen, found = self.person, self.seen, list[Pressable]()
        for button in on_discord.buttons(seen):
            if button.custom_id is not UNSET and not button.disabled:
                data = {"component_type": on_discord.BUTTON, "custom_id": button.custom_id}
                found.append(Pressable(parse(str(button.custom_id)), "", partial(person.use, seen, data)))
        for menu in on_discord.selects(seen):
            of_menu = parse(menu.custom_id)
            found += [Pressable(of_menu, line.value, partial(person.pick, seen, menu, line)) for line in menu.options]
        return found


@dataclass
class OnSlack:
    """Somebody in Slack."""

    person: slack.SlackPerson
    seen: Seen = field(default=None, repr=False)

    async def say(self, name: str, **options: str) -> None:
        self.seen = await self.person.command(" ".join([name, *options.values()]))

    def look(self) -> None:
        shown = self.person.world.visible(self.person.channel)
        self.seen = next(one for one in reversed(shown) if on_slack.buttons(one))

    def pressables(self) -> list[Pressable]:
        person, seen, found = self.person, self.seen, list[Pressable]()
        for button in on_slack.buttons(seen):
            carried = _on_slack(button.action_id)
            if carried is not None:
                found.append(Pressable(carried, str(button.value or ""), partial(person.press_button, seen, button)))
        for menu in on_slack.selects(seen):
            carried = _on_slack(menu.action_id)
            if carried is not None:
                lines = on_slack.options(menu)
                found += [Pressable(carried, line.value, partial(person.pick, seen, menu, line)) for line in lines]
        return found


def _on_slack(action_id: str) -> Reference | None:
    try:
        return parse(action_id.partition(MARK)[0])
    except UnknownReference:  # a link, or the menu that searches
        return None


async def press(player: ChatPlayer, action: str, value: str | None = None) -> None:
    """Press what does that, with that value; the player looks at what comes of it."""
    fitting = [it for it in player.pressables() if it.reference.action == action and value in {None, it.value}]
    assert fitting, f"no {action} {value or ''} in {player.seen}"
    player.seen = await fitting[0].press()


def actions(player: ChatPlayer) -> set[str]:
    """What can be done with what the player looks at."""
    return {it.reference.action for it in player.pressables()}


def game_of(player: ChatPlayer) -> str:
    """The table that the player looks at."""
    return next(it.reference.game for it in player.pressables() if it.reference.game)


async def open_table(host: ChatPlayer, slug: str, players: int, bots: int, **chosen: str) -> str:
    """Open a table by its form, with these menus used before; its id."""
    await host.say("new", game=slug, players=str(players), bots=str(bots))
    for action, value in {**({"newbot": "random"} if bots else {}), "newclock": "none", **chosen}.items():
        await press(host, action, value)
    await press(host, "newopen")
    host.look()
    return game_of(host)


def is_asked(player: ChatPlayer) -> bool:
    """Whether the player looks at a turn that is to be composed or confirmed."""
    return bool({"pick", "confirm"} & actions(player))


async def choose(player: ChatPlayer, rng: random.Random) -> None:
    """One press, as a person would: a line of the last menu, sometimes another page, and confirm once it is whole."""
    lines = [it for it in player.pressables() if it.reference.action == "pick"]
    chosen = [it for it in lines if it.value]
    if not chosen:
        await press(player, "confirm")
        return
    pages = [it for it in lines if not it.value]
    last = [it for it in chosen if it.reference == chosen[-1].reference]
    turned = pages and rng.random() < 0.3
    player.seen = await rng.choice(pages if turned else last).press()


async def play_turn(player: ChatPlayer, rng: random.Random, most: int) -> int:
    """Choose until the player is not asked any more, or that often; how often it was."""
    presses = 0
    while is_asked(player) and presses < most:
        await choose(player, rng)
        presses += 1
    return presses


async def play_on(player: ChatPlayer, others: Callable[[], Awaitable[None]], limits: "Limits") -> int:
    """Play turn after turn, the others in between, until the table asks no more or a limit is reached."""
    rng, presses = random.Random(7), 0
    for _ in range(limits.turns):
        presses += await play_turn(player, rng, limits.presses - presses)
        if presses >= limits.presses:
            break
        await others()
        await player.say("move")
        if not is_asked(player):
            break
    return presses


class Limits(NamedTuple):
    """How long somebody plays."""

    turns: int
    presses: int


WHOLE: Mapping[bool, Limits] = {True: Limits(5000, 5000), False: Limits(3, 12)}
"""A whole game, and some turns of one."""
