"""Every command asks whether its seat owes such a choice: out of place it is refused, and nothing changes."""

import pytest

from domain.kernel.game import Command
from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.commands import COMMANDS
from domain.trajan.state import Owed
from tests.domain.trajan.positions import A, B, at_turn, performing
from tests.kit.scenario import given

EXAMPLES: tuple[Command, ...] = (
    cmd.PlaceMarker(colour="blue"),
    cmd.TakeStartingCard(pile="draw"),
    cmd.TakeStartingTile(stack="need"),
    cmd.TakeMarkers(bowl="I"),
    cmd.SowMarker(colour="blue"),
    cmd.UseSpecialAction(),
    cmd.AttachPlusTwo(action="port"),
    cmd.DeclineSpecialAction(),
    cmd.SkipAction(),
    cmd.DrawCards(),
    cmd.DiscardCard(card="fish", pile="left"),
    cmd.TakeDiscard(pile="left"),
    cmd.LayOutCards(),
    cmd.ShipGoods(ship="same"),
    cmd.ChooseGoods(good="fish"),
    cmd.LayOut(),
    cmd.SetSail(),
    cmd.TakeForumTile(tile="bread"),
    cmd.Recruit(),
    cmd.MoveGeneral(province="alpes"),
    cmd.Conquer(),
    cmd.AdvanceInSenate(),
    cmd.TakeTrajanTile(stack="need"),
    cmd.Hire(),
    cmd.Build(cell="A1"),
    cmd.UseExtraAction(tile="extra_port"),
    cmd.RepeatNothing(),
    cmd.CoverNeed(tile="bread"),
    cmd.ChooseBonusTile(tile="workers"),
)

ACTION_OF: dict[type[Command], str] = {
    cmd.DrawCards: "port",
    cmd.TakeDiscard: "port",
    cmd.LayOutCards: "port",
    cmd.ShipGoods: "port",
    cmd.TakeForumTile: "forum",
    cmd.Recruit: "military",
    cmd.MoveGeneral: "military",
    cmd.Conquer: "military",
    cmd.AdvanceInSenate: "senate",
    cmd.TakeTrajanTile: "trajan",
    cmd.Hire: "construction",
    cmd.Build: "construction",
}


def _name(command: Command) -> str:
    return type(command).__name__


def test_there_is_an_example_of_every_command() -> None:
    assert [type(example) for example in EXAMPLES] == list(COMMANDS)


@pytest.mark.parametrize("command", EXAMPLES, ids=_name)
def test_a_seat_that_owes_nothing_is_refused(command: Command) -> None:
    given(GAME, at_turn()).refuses(B, command, "not_your_turn")


@pytest.mark.parametrize("command", EXAMPLES, ids=_name)
def test_a_choice_that_is_not_due_is_refused(command: Command) -> None:
    state = at_turn()
    state.hands[A] = ["fish"]
    state.public.owed = [Owed(A, "repeat" if isinstance(command, cmd.TakeMarkers) else "bowl", "senate")]
    given(GAME, state).refuses(A, command)


@pytest.mark.parametrize("command", [it for it in EXAMPLES if type(it) in ACTION_OF], ids=_name)
def test_an_action_that_is_not_the_one_owed_is_refused(command: Command) -> None:
    other = "senate" if ACTION_OF[type(command)] != "senate" else "port"
    given(GAME, performing(other)).refuses(A, command, "other_action")
