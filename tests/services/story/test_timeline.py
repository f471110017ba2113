"""Lines and turns of whole games, of every game that is offered."""

import msgspec
import pytest

from domain.kernel import lifecycle as life
from domain.kernel.envelope import GENESIS, Codec, Stamp, write
from domain.kernel.game import AnyGame
from domain.kernel.ids import GameId, Seat, UserId, Version
from domain.kernel.log import read
from domain.kernel.match import SYSTEM, Entry
from domain.kernel.undo import effective
from domain.registry import GAMES
from services.story import timeline
from services.story.ledger import gained, ledger, points_log, totals
from services.story.recap import last_act
from tests.kit import recordings
from tests.kit.appended_match import played_with_undos
from tests.kit.logged_match import AT
from tests.kit.recordings import Recording
from tests.kit.taberna import GAME as TABERNA

RECORDED = [recordings.load(game, name) for game in (*GAMES, TABERNA) for name in recordings.names(game)]


def told(game: AnyGame, line: timeline.StoryLine) -> str:
    return timeline.told(game.words, line, {UserId(f"user-{number}"): f"Player {number}" for number in range(6)})


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.name)
def test_every_event_of_a_recorded_game_can_be_told(recording: Recording) -> None:
    lines = timeline.lines(Codec(recording.game), recording.records)
    assert [line.version for line in lines] == [*range(1, len(recording.records) + 1)]
    texts = [told(recording.game, line) for line in lines]
    assert all(text.endswith(".") for text in texts if text)
    assert [text for text in texts if "_" in text or "None" in text] == []  # a key that nobody put into words


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.name)
def test_no_sealed_field_reaches_a_line(recording: Recording) -> None:
    kinds = {kind.__name__: kind for kind in (*life.EVENTS, *recording.game.events)}
    for line in timeline.lines(Codec(recording.game), recording.records):
        assert set(kinds[line.type].SEALED).isdisjoint(line.fields)


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.name)
def test_the_ledger_of_a_recorded_game_adds_up(recording: Recording) -> None:
    match = recording.match()
    entries = ledger(Codec(recording.game), recording.records)
    assert totals(entries, len(match.table.chairs)) == match.scores()


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.name)
def test_what_led_to_an_event_is_told_with_it(recording: Recording) -> None:
    game = recording.game
    lines = timeline.lines(Codec(game), recording.records)
    short = timeline.gathered(game, lines)
    led = {name for kind in game.events for name in kind.GATHERS}
    assert {line.version for line in lines if line.type not in led} <= {line.version for line in short}
    texts = [told(game, line) for line in short if line.gathers]
    assert bool(texts) == bool(led)
    assert all(text.endswith(".") and "_" not in text and "None" not in text for text in texts)


def test_one_sentence_tells_where_each_marker_of_a_sowing_came_from_and_went() -> None:
    (trajan,) = (game for game in GAMES if game.meta.slug == "trajan")
    recording = recordings.load(trajan, recordings.names(trajan)[0])
    lines = timeline.lines(Codec(trajan), recording.records)
    sown = next(line for line in timeline.gathered(trajan, lines) if line.type == "BowlActivated")
    assert not {"MarkersTaken", "TimeMoved", "MarkerSown"} & {line.type for line in timeline.gathered(trajan, lines)}
    colours = [line.fields["colour"] for line in lines if line.type == "MarkerSown" and line.version < sown.version]
    taken = next(line for line in lines if line.type == "MarkersTaken")
    text = told(trajan, sown)
    assert f"({', '.join(colours)})" in text
    assert f"from tray {taken.fields['bowl']} to tray {sown.fields['bowl']}" in text


def test_a_part_of_a_log_that_begins_in_the_midst_of_a_sowing_can_be_told() -> None:
    (trajan,) = (game for game in GAMES if game.meta.slug == "trajan")
    recording = recordings.load(trajan, recordings.names(trajan)[0])
    lines = timeline.lines(Codec(trajan), recording.records)
    end = next(place for place, line in enumerate(lines) if line.type == "BowlActivated")
    begun = next(place for place, line in enumerate(lines) if line.type == "MarkersTaken")
    for start in range(begun, end + 1):
        short = timeline.gathered(trajan, lines[start : end + 1])
        assert all(told(trajan, line) for line in short)
        assert (len(short) == 1) == (start in {begun, end})


def test_what_was_taken_back_is_not_told_with_what_stands() -> None:
    (trajan,) = (game for game in GAMES if game.meta.slug == "trajan")
    recording = recordings.load(trajan, recordings.names(trajan)[0])
    lines = timeline.lines(Codec(trajan), recording.records)
    end = next(place for place, line in enumerate(lines) if line.type == "BowlActivated")
    gone = [msgspec.structs.replace(line, retracted=True) for line in lines[:end]]
    assert timeline.gathered(trajan, [*gone, lines[end]])[-1] == lines[end]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_retracted_is_what_does_not_count(seed: int) -> None:
    appended = played_with_undos(seed)
    lines = timeline.lines(appended.codec, appended.records)
    standing = [line.type for line in lines if not line.retracted]
    happened = read(appended.codec, appended.records)
    assert standing == [type(event).__name__ for event in effective(happened)]
    assert any(line.retracted for line in lines)


@pytest.mark.parametrize("seed", range(4))
def test_a_part_that_ends_where_a_turn_begins_needs_nothing_after_it(seed: int) -> None:
    appended = played_with_undos(seed)
    lines = timeline.lines(appended.codec, appended.records)
    beginning = timeline.beginning(appended.game)
    ends = [line.version - 1 for line in lines if line.type in beginning]
    for end in ends:
        assert timeline.lines(appended.codec, appended.records[:end]) == lines[:end]
    assert ends


@pytest.mark.parametrize("recording", RECORDED, ids=lambda recording: recording.name)
def test_lines_stand_under_the_player_whose_turn_they_belong_to(recording: Recording) -> None:
    lines = timeline.lines(Codec(recording.game), recording.records)
    turns = timeline.turns(lines)
    assert [line for turn in turns for line in turn.lines] == lines
    for turn in turns:
        assert {line.owner for line in turn.lines} == {turn.owner}
        assert not any(line.begins for line in turn.lines[1:])
    begun = [turn for turn in turns if turn.lines[0].type == "TurnBegan"]
    assert begun
    assert all(turn.owner == turn.lines[0].fields["seat"] for turn in begun)
    ended = [turn for turn in turns if any(line.type in {"RoundEnded", "StartPlayerMoved"} for line in turn.lines)]
    assert all(turn.owner == SYSTEM for turn in ended)


def test_points_since_a_version_are_the_difference_of_two_ledgers() -> None:
    appended = played_with_undos(2)
    codec, records = appended.codec, appended.records
    for since in range(0, len(records), 7):
        earlier = totals(ledger(codec, records[:since]), 2)
        more = gained(points_log(codec, records), since, 2)
        later = [points + gain for points, gain in zip(earlier, more, strict=True)]
        assert later == appended.match.scores()


def test_the_last_act_is_the_end_of_the_last_batch_that_somebody_began() -> None:
    appended = played_with_undos(3)
    for seat in (0, 1):
        mine = [append for append in appended.appends if append.records[0].envelope().actor == seat]
        assert last_act(appended.records, {seat}) == mine[-1].version + len(mine[-1].records)
    assert last_act(appended.records, {7}) == 0


def test_who_chooses_first_after_an_upgrade_has_acted_though_the_rules_were_adopted_before() -> None:
    adopted = Entry(SYSTEM, 0, None, life.RulesAdopted(rules_version=2, data_hash="f" * 64))
    voted = Entry(Seat(1), 0, None, life.VoteCast(seat=Seat(1), motion="pause", agree=True))
    records, _ = write(Stamp(GameId("g"), AT, "c", bytes(32)), Version(0), GENESIS, [adopted, voted])
    assert last_act(records, {1}) == 2
    assert last_act(records, {0}) == 0


FOR_EVERYBODY = {
    "trajan": {"BonusTileDrawn", "DiscsStacked"},
    "forum-trajanum": {"StartCitizenPlaced", "ColonyDealt"},
}


@pytest.mark.parametrize(
    "recording",
    [recording for recording in RECORDED if recording.game.meta.slug in FOR_EVERYBODY],
    ids=lambda recording: recording.name,
)
def test_whoever_chose_last_does_not_deal_to_everybody(recording: Recording) -> None:
    lines = timeline.lines(Codec(recording.game), recording.records)
    begun = next(number for number, line in enumerate(lines) if line.begins)
    dealt = [line for line in lines[:begun] if line.fields.get("dealt") or line.type == "SliderTurned"]
    dealt += [line for line in lines if line.type in FOR_EVERYBODY[recording.game.meta.slug]]
    turned = [line.version for line in lines if line.type == "StartingChoicesDue"][:1]
    dealt += [line for line in lines if line.type == "DiscardTurnedUp" and line.version < min(turned)]
    assert dealt
    assert {line.owner for line in dealt} == {SYSTEM}
