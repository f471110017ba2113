"""§5.2, §5.4 and §5.5: forum, senate and Trajan's arch."""

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.data import TRAJAN_STACKS
from domain.trajan.events import turn as ev
from tests.domain.trajan.positions import A, B, performing, turn_began
from tests.kit.scenario import given

# Forum


def test_any_tile_of_the_forum_area_may_be_taken_and_its_space_stays_empty() -> None:
    state = performing("forum")
    state.public.forum = ["bread", "votes_3", None, "bread", None, None]
    state.public.extra = ["extra_port", None, None]
    assert GAME.legal(state, A) == [
        cmd.TakeForumTile(tile="bread"),
        cmd.TakeForumTile(tile="votes_3"),
        cmd.TakeForumTile(tile="extra_port"),
        cmd.SkipAction(),
    ]
    scenario = given(GAME, state).when(A, cmd.TakeForumTile(tile="extra_port"))
    assert scenario.state.public.extra == [None, None, None]
    assert scenario.state.public.mats[A].tiles == ["extra_port"]
    scenario = given(GAME, state).when(A, cmd.TakeForumTile(tile="bread"))
    assert scenario.state.public.forum == [None, "votes_3", None, "bread", None, None]
    scenario = given(GAME, state).refuses(A, cmd.TakeForumTile(tile="games"), "not_in_forum")


# Senate


def test_tc07_senate() -> None:
    state = performing("senate")
    state.public.senate = [[], [], [], [A], [B], [], [], []]
    scenario = given(GAME, state).when(A, cmd.AdvanceInSenate()).then_scored(A, 5, "senate_track")
    assert scenario.state.public.senate[4] == [B, A]


def test_the_first_step_leads_to_the_space_of_two() -> None:
    given(GAME, performing("senate")).when(A, cmd.AdvanceInSenate()).then_scored(A, 2)


def test_on_eight_the_senate_action_is_impossible() -> None:
    state = performing("senate")
    state.public.senate = [[B], [], [], [], [], [], [A], []]
    scenario = given(GAME, state).when(A, cmd.AdvanceInSenate()).then_scored(A, 8)
    last = performing("senate")
    last.public.senate = scenario.state.public.senate
    given(GAME, last).refuses(A, cmd.AdvanceInSenate(), "end_of_track")


# Trajan's arch


def test_tc06_arch() -> None:
    state = performing("trajan")
    mat = state.public.mats[A]
    mat.slots = [None, "T10", None, "T11", None, "T12"]
    mat.arch = 0
    tile = state.public.tops["need"]
    following = state.trajan_stacks["need"][-1]
    scenario = given(GAME, state).when(A, cmd.TakeTrajanTile(stack="need"))
    assert scenario.state.public.mats[A].slots[0] == tile
    assert scenario.state.public.mats[A].arch == 2
    assert scenario.state.public.tops["need"] == following


def test_the_arch_passes_the_end_of_the_circle() -> None:
    state = performing("trajan")
    mat = state.public.mats[A]
    mat.slots = [None, "T10", None, "T11", None, "T12"]
    mat.arch = 4
    scenario = given(GAME, state).when(A, cmd.TakeTrajanTile(stack="need"))
    assert scenario.state.public.mats[A].arch == 0


def test_on_a_full_circle_the_arch_goes_to_the_centre_and_the_action_is_impossible() -> None:
    state = performing("trajan")
    mat = state.public.mats[A]
    mat.slots = [None, "T10", "T11", "T12", "T13", "T14"]
    mat.arch = 0
    scenario = given(GAME, state).when(A, cmd.TakeTrajanTile(stack="need"))
    scenario.then_among(ev.ArchMoved(seat=A, slot=None))
    assert scenario.state.public.mats[A].arch is None
    full = performing("trajan")
    full.public.mats[A] = scenario.state.public.mats[A]
    given(GAME, full).refuses(A, cmd.TakeTrajanTile(stack="goods"), "circle_full")


def test_an_empty_stack_cannot_be_chosen() -> None:
    state = performing("trajan")
    state.trajan_stacks["need"] = []
    state.public.tops["need"] = TRAJAN_STACKS["need"][0]
    scenario = given(GAME, state).when(A, cmd.TakeTrajanTile(stack="need"))
    assert scenario.state.public.tops["need"] is None
    state.public.tops["need"] = None
    given(GAME, state).refuses(A, cmd.TakeTrajanTile(stack="need"), "stack_empty")
    assert len(GAME.legal(state, A)) == 5 + 1


# Any action


def test_a_command_of_another_action_is_refused() -> None:
    given(GAME, performing("forum")).refuses(A, cmd.AdvanceInSenate(), "other_action")
    given(GAME, performing("senate")).refuses(B, cmd.AdvanceInSenate(), "not_your_turn")


def test_the_main_action_may_be_skipped() -> None:
    scenario = given(GAME, performing("senate")).when(A, cmd.SkipAction())
    scenario.then(ev.ActionSkipped(seat=A, action="senate"), ev.TurnEnded(seat=A), turn_began(B))
