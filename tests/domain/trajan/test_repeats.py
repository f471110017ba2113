"""§6.1 and §6.2: extra-action tiles and +2 tiles."""

from domain.trajan import GAME
from domain.trajan import commands as cmd
from domain.trajan.events import turn as ev
from domain.trajan.state import Owed, TrajanState
from tests.domain.trajan.positions import A, B, performing
from tests.kit.scenario import given


def repeated_twice(tile: str) -> ev.ExtraTileUsed:
    owed = (Owed(A, "action", "senate"), Owed(A, "repetition", "senate"))
    return ev.ExtraTileUsed(seat=A, tile=tile, action="senate", twice=True, owed=owed)


def with_tiles(action: str, *tiles: str, plus_two: tuple[str, ...] = ()) -> TrajanState:
    state = performing(action)
    state.public.mats[A].tiles = list(tiles)
    state.public.mats[A].plus_two = list(plus_two)
    return state


def test_an_extra_action_tile_repeats_the_action_once() -> None:
    scenario = given(GAME, with_tiles("senate", "extra_senate")).when(A, cmd.AdvanceInSenate())
    assert GAME.legal(scenario.state, A) == [cmd.UseExtraAction(tile="extra_senate"), cmd.RepeatNothing()]
    scenario.when(A, cmd.UseExtraAction(tile="extra_senate"))
    assert scenario.state.public.mats[A].tiles == []
    scenario.when(A, cmd.AdvanceInSenate()).then_scored(A, 3)
    scenario.then_among(ev.TurnEnded(seat=A))


def test_repeating_may_be_declined() -> None:
    scenario = given(GAME, with_tiles("senate", "extra_senate")).when(A, cmd.AdvanceInSenate())
    scenario.when(A, cmd.RepeatNothing()).then_among(ev.TurnEnded(seat=A))
    assert scenario.state.public.mats[A].tiles == ["extra_senate"]


def test_tc26_extra_action_with_plus_two() -> None:
    state = with_tiles("military", "extra_military", "extra_military", plus_two=("military",))
    scenario = given(GAME, state).when(A, cmd.Recruit()).when(A, cmd.UseExtraAction(tile="extra_military"))
    scenario.when(A, cmd.MoveGeneral(province="alpes"))
    assert scenario.state.public.owed[-1] == Owed(A, "action", "military")
    scenario.when(A, cmd.Conquer()).then_scored(A, 3).then_among(ev.TurnEnded(seat=A))
    mat = scenario.state.public.mats[A]
    assert mat.tiles.count("extra_military") == 1, "the second tile may not be used in the same turn"
    assert mat.plus_two == ["military"]


def test_r23_the_second_of_two_repeats_may_be_forgone_but_not_the_first() -> None:
    state = with_tiles("senate", "extra_senate", plus_two=("senate",))
    scenario = given(GAME, state).when(A, cmd.AdvanceInSenate()).when(A, cmd.UseExtraAction(tile="extra_senate"))
    scenario.refuses(A, cmd.SkipAction(), "not_offered")
    scenario.when(A, cmd.AdvanceInSenate()).when(A, cmd.SkipAction()).then_among(ev.TurnEnded(seat=A))


def test_r23_a_skipped_action_cannot_be_repeated() -> None:
    scenario = given(GAME, with_tiles("senate", "extra_senate")).when(A, cmd.SkipAction())
    scenario.then_among(ev.TurnEnded(seat=A))


def test_r23_without_a_possible_repetition_the_tile_cannot_be_used() -> None:
    state = with_tiles("senate", "extra_senate")
    state.public.senate = [[B], [], [], [], [], [], [A], []]
    given(GAME, state).when(A, cmd.AdvanceInSenate()).then_among(ev.TurnEnded(seat=A))


def test_a_second_repeat_that_became_impossible_lapses() -> None:
    state = with_tiles("senate", "extra_senate", plus_two=("senate",))
    state.public.senate = [[B], [], [], [], [], [A], [], []]
    scenario = given(GAME, state).when(A, cmd.AdvanceInSenate()).when(A, cmd.UseExtraAction(tile="extra_senate"))
    scenario.when(A, cmd.AdvanceInSenate()).then_scored(A, 8).then_among(ev.TurnEnded(seat=A))


def test_a_tile_repeats_only_its_own_action_and_a_wild_one_any() -> None:
    scenario = given(GAME, with_tiles("forum", "extra_port")).when(A, cmd.TakeForumTile(tile=first_need()))
    scenario.then_among(ev.TurnEnded(seat=A))
    scenario = given(GAME, with_tiles("senate", "extra_port", "wild_extra_action")).when(A, cmd.AdvanceInSenate())
    scenario.refuses(A, cmd.UseExtraAction(tile="extra_port"), "does_not_repeat")
    scenario.when(A, cmd.UseExtraAction(tile="wild_extra_action"))
    assert scenario.state.public.mats[A].tiles == ["extra_port"]


def first_need() -> str:
    return next(tile for tile in performing("forum").public.forum if tile in {"bread", "games", "religion"})


def test_a_wild_tile_works_with_plus_two_in_the_same_way() -> None:
    state = with_tiles("senate", "wild_extra_action", plus_two=("senate",))
    scenario = given(GAME, state).when(A, cmd.AdvanceInSenate()).when(A, cmd.UseExtraAction(tile="wild_extra_action"))
    scenario.then(repeated_twice("wild_extra_action"))


def test_r19_the_player_chooses_between_the_proper_and_the_wild_tile() -> None:
    scenario = given(GAME, with_tiles("senate", "extra_senate", "wild_extra_action")).when(A, cmd.AdvanceInSenate())
    scenario.offers(A, cmd.UseExtraAction(tile="extra_senate"), cmd.UseExtraAction(tile="wild_extra_action"))


def test_r11_a_tile_gained_in_this_turn_may_be_used() -> None:
    state = with_tiles("forum")
    state.public.extra = ["extra_forum", None, None]
    scenario = given(GAME, state).when(A, cmd.TakeForumTile(tile="extra_forum"))
    scenario.offers(A, cmd.UseExtraAction(tile="extra_forum"))


def test_each_repetition_may_use_another_option() -> None:
    scenario = given(GAME, with_tiles("military", "extra_military")).when(A, cmd.Recruit())
    scenario.when(A, cmd.UseExtraAction(tile="extra_military")).offers(A, cmd.MoveGeneral(province="raetia"))


# After a first building


def building(*tiles: str, plus_two: tuple[str, ...] = ()) -> TrajanState:
    state = with_tiles("construction", *tiles, plus_two=plus_two)
    state.public.cells = {"A1": "door_3", "A2": "roof_2", "A3": "stairs_4"}
    state.public.mats[A].worker_camp = 3
    return state


def test_r23_the_action_of_a_first_building_comes_before_the_repeat_of_construction() -> None:
    scenario = given(GAME, building("extra_construction", "extra_senate")).when(A, cmd.Build(cell="A1"))
    scenario.when(A, cmd.AdvanceInSenate())
    assert scenario.state.public.owed[-1] == Owed(A, "repeat", "senate")
    scenario.when(A, cmd.RepeatNothing())
    assert GAME.legal(scenario.state, A) == [cmd.UseExtraAction(tile="extra_construction"), cmd.RepeatNothing()]


def test_r23_one_tile_in_all() -> None:
    scenario = given(GAME, building("extra_construction", "extra_senate")).when(A, cmd.Build(cell="A1"))
    scenario.when(A, cmd.AdvanceInSenate()).when(A, cmd.UseExtraAction(tile="extra_senate"))
    scenario.when(A, cmd.AdvanceInSenate()).then_among(ev.TurnEnded(seat=A))


def test_r23_a_repeated_build_brings_the_action_of_another_kind_before_the_second_repeat() -> None:
    state = building("extra_construction", "wild_extra_action", plus_two=("construction",))
    scenario = given(GAME, state).when(A, cmd.Build(cell="A1")).when(A, cmd.SkipAction())
    scenario.when(A, cmd.UseExtraAction(tile="extra_construction")).when(A, cmd.Build(cell="A2"))
    assert scenario.state.public.owed == [Owed(A, "action", "construction"), Owed(A, "action", "trajan")]
    scenario.when(A, cmd.TakeTrajanTile(stack="need"))
    assert scenario.state.public.owed == [Owed(A, "action", "construction")], "no second tile in this turn"
    scenario.when(A, cmd.Build(cell="A3"))
    assert scenario.state.public.owed == [Owed(A, "action", "forum")]


def test_a_repeat_below_an_action_that_lapsed_is_still_offered() -> None:
    state = building("extra_construction")
    state.public.senate = [[B], [], [], [], [], [], [], [A]]
    scenario = given(GAME, state).when(A, cmd.Build(cell="A1"))
    scenario.then_among(ev.ChoicesLapsed(seat=A, count=1))
    assert scenario.state.public.owed == [Owed(A, "repeat", "construction")]


def test_an_extra_forum_tile_gained_by_a_first_building_can_repeat_construction() -> None:
    state = building()
    state.public.extra = ["extra_construction", None, None]
    scenario = given(GAME, state).when(A, cmd.Build(cell="A3"))
    scenario.when(A, cmd.TakeForumTile(tile="extra_construction"))
    scenario.then_among(ev.ChoicesLapsed(seat=A, count=1)).offers(A, cmd.UseExtraAction(tile="extra_construction"))


def test_a_plus_two_tile_works_from_the_turn_in_which_it_was_gained() -> None:
    state = with_tiles("senate", "extra_senate")
    state.public.owed.append(Owed(A, "special", "T38"))
    scenario = given(GAME, state).when(A, cmd.AttachPlusTwo(action="senate")).when(A, cmd.AdvanceInSenate())
    scenario.when(A, cmd.UseExtraAction(tile="extra_senate"))
    scenario.then(repeated_twice("extra_senate"))
