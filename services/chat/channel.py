"""Where a table lives: its host lets it live in a channel, chooses what is said there, and ends that."""

from msgspec.structs import replace

from domain.kernel.errors import NotYourSeat
from domain.kernel.ids import GameId
from services.chat.asked import HERE, Actions, Asked
from services.chat.bound import bind
from services.chat.tables import table_of
from services.outbound.chat.message import Answer, Button, Choice, ChoiceGroup, Menu, Message
from services.outbound.chat.reference import Reference
from services.queries.tables import visible_table
from services.store.chat.bindings import Binding, ChannelSettings, Pictures

_TOLD = ("turns", "scorings", "rounds", "final")
_YES, _NO = "yes", "no"
_PICTURES: tuple[Pictures, ...] = ("live", "turn", "round", "none")


async def channel(asked: Asked) -> Answer:
    """What is said of a table here, or that it does not live here yet."""
    game = await _own_table(asked)
    return _shown(asked, game, await asked.deps.services.bindings.find(game, asked.request.place))


async def settle_here(asked: Asked) -> Answer:
    """Let a table live here."""
    game = await _own_table(asked)
    if not await bind(asked, game):
        return Message(lines=(asked.line("channel.too_many"),), private=True, replaces=asked.replaces)
    return await channel(asked)


async def leave_here(asked: Asked) -> Answer:
    """Let a table live here no longer."""
    game = await _own_table(asked)
    await asked.deps.services.bindings.unbind(game, asked.request.place)
    return await channel(asked)


async def tell(asked: Asked) -> Answer:
    """Say a kind of thing here, or no longer."""
    game, bindings = await _own_table(asked), asked.deps.services.bindings
    kept = await bindings.find(game, asked.request.place)
    value = asked.values[0] if asked.values else ""
    if kept is not None and value:
        await bindings.bind(replace(kept, settings=_changed(kept.settings, value)))
    return await channel(asked)


def _changed(settings: ChannelSettings, value: str) -> ChannelSettings:
    """The settings with one of them as the value says; a menu of an earlier release says only which one."""
    if value in _PICTURES:
        return replace(settings, pictures=value)
    name, _, wanted = value.partition(" ")
    if name not in _TOLD:
        return settings
    return replace(settings, **{name: wanted == _YES if wanted else not getattr(settings, name)})


async def _own_table(asked: Asked) -> GameId:
    """The table that is meant, whose host must ask."""
    game = await table_of(asked)
    async with visible_table(asked.deps.games.tables, game, asked.principal.user_id) as newest:
        if newest.match.table.host != asked.principal.user_id:
            raise NotYourSeat
    return game


def _shown(asked: Asked, game: GameId, kept: Binding | None) -> Message:
    def reference(action: str) -> Reference:
        return Reference(action=action, game=game, part=HERE)

    table = asked.button(reference("table"))
    if kept is None:
        buttons = (asked.button(reference("settlehere"), "main"), table)
        return Message(lines=(asked.line("channel.not_here"),), buttons=buttons, private=True, replaces=asked.replaces)
    told = [
        Choice(
            asked.say(f"channel.{one}"),
            f"{one} {_NO if getattr(kept.settings, one) else _YES}",
            asked.say("new.yes" if getattr(kept.settings, one) else "new.no"),
        )
        for one in _TOLD
    ]
    pictures = [Choice(asked.say(f"channel.pictures_{one}"), one) for one in _PICTURES]
    now = asked.say(f"channel.pictures_{kept.settings.pictures}")
    menus = (
        Menu(asked.say("channel.told"), (ChoiceGroup("", tuple(told)),), reference("tell")),
        Menu(asked.say("channel.pictures", now=now), (ChoiceGroup("", tuple(pictures)),), reference("tellpicture")),
    )
    ending: tuple[Button, ...] = (asked.button(reference("leavehere"), "danger"), table)
    return Message(
        lines=(asked.line("channel.here"),), menus=menus, buttons=ending, private=True, replaces=asked.replaces
    )


ACTIONS: Actions = {
    "channel": channel,
    "settlehere": settle_here,
    "leavehere": leave_here,
    "tell": tell,
    "tellpicture": tell,
}
