"""Where a table lives: its host lets it live in a channel, chooses what is said there, and ends that."""

from msgspec.structs import replace

from services.acts import channels
from services.chat.action import Action
from services.chat.call import HERE, ChatCall
from services.chat.here import bind
from services.chat.message import Answer, ChoiceGroup, Menu, MenuChoice, Message
from services.chat.reference import Reference
from services.chat.tables import AT_TABLE
from services.store.chat.bindings import Binding, ChannelSettings, Pictures

_TOLD = ("turns", "scorings", "rounds", "final")
_YES, _NO = "yes", "no"
_PICTURES: tuple[Pictures, ...] = ("live", "turn", "round", "none")


@Action("channel", command=AT_TABLE, stores="never", who="host")
async def channel(call: ChatCall) -> Answer:
    """What is said of a table here, or that it does not live here yet."""
    binding = await call.services.chat.bindings.find(call.game, call.request.place)
    if binding is None:
        buttons = [call.button_here("settlehere", "main"), call.button_here("table")]
        return call.tell(call.line("channel.not_here"), buttons=buttons)
    return _settings(call, binding)


@Action("settlehere", who="host")
async def settle_here(call: ChatCall) -> Answer:
    """Let a table live here."""
    if not await bind(call, call.game):
        return call.tell(call.line("channel.too_many"))
    return await channel(call)


@Action("leavehere", who="host")
async def leave_here(call: ChatCall) -> Answer:
    """Let a table live here no longer."""
    await channels.unbind(call.acts, call.ask(), call.game, call.request.place)
    return await channel(call)


@Action("tell", who="host")
@Action("tellpicture", who="host")
async def tell(call: ChatCall) -> Answer:
    """Say a kind of thing here, or no longer."""
    binding = await call.services.chat.bindings.find(call.game, call.request.place)
    value = call.values[0] if call.values else ""
    if binding is not None and value:
        settings = _changed(binding.settings, value)
        await channels.bind(call.acts, call.ask(), replace(binding, settings=settings))
    return await channel(call)


def _changed(settings: ChannelSettings, value: str) -> ChannelSettings:
    """The settings with one of them as the value says; a menu of an earlier release says only which one."""
    if value in _PICTURES:
        return replace(settings, pictures=value)
    name, _, wanted = value.partition(" ")
    if name not in _TOLD:
        return settings
    return replace(settings, **{name: wanted == _YES if wanted else not getattr(settings, name)})


def _settings(call: ChatCall, binding: Binding) -> Message:
    settings = binding.settings
    kinds = [
        MenuChoice(
            call.say(f"channel.{one}"),
            f"{one} {_NO if getattr(settings, one) else _YES}",
            call.say("new.yes" if getattr(settings, one) else "new.no"),
        )
        for one in _TOLD
    ]
    pictures = [MenuChoice(call.say(f"channel.pictures_{one}"), one) for one in _PICTURES]
    now = call.say(f"channel.pictures_{settings.pictures}")
    return call.tell(
        call.line("channel.here"),
        menus=[
            _menu(call, "tell", call.say("channel.told"), kinds),
            _menu(call, "tellpicture", call.say("channel.pictures", now=now), pictures),
        ],
        buttons=[call.button_here("leavehere", "danger"), call.button_here("table")],
    )


def _menu(call: ChatCall, action: str, words: str, choices: list[MenuChoice]) -> Menu:
    reference = Reference(action=action, game=call.game, part=HERE)
    return Menu(words, (ChoiceGroup("", tuple(choices)),), reference)
