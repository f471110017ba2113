from services.render.drawing import Target
from services.render.plain import PlainRenderer
from services.render.pointing import Pointing
from tests.kit.taberna.commands import EndTurn, RunErrand, Tip

SELL, GIFT, END = RunErrand(what="sell"), RunErrand(what="gift"), EndTurn()
PATHS = {SELL: ("errand", "sell"), GIFT: ("errand", "gift"), END: ("bar:end",)}
POINTING = Pointing([(SELL, "Sell a jar"), (GIFT, "Give a jar"), (END, "End the turn")], PATHS.__getitem__)


def test_the_first_things_of_all_paths_can_be_pointed_at() -> None:
    targets = POINTING.next_targets((), str.upper)
    assert targets == {"errand": Target("ERRAND"), "bar:end": Target("End the turn")}


def test_what_was_pointed_at_leaves_the_commands_that_begin_with_it() -> None:
    targets = POINTING.next_targets(("errand",), str.upper)
    assert targets == {"sell": Target("Sell a jar"), "gift": Target("Give a jar")}


def test_a_whole_path_leaves_one_command() -> None:
    assert [choice.command for choice in POINTING.beginning_with(("errand", "gift"))] == [GIFT]
    assert POINTING.next_targets(("errand", "gift"), str) == {}


def test_each_command_of_a_game_without_a_renderer_has_a_handle_of_its_own() -> None:
    plain = PlainRenderer("taberna")
    commands = [SELL, GIFT, END, Tip()]
    assert len({plain.handles(command) for command in commands}) == len(commands)
