"""What to think of a log: it holds, it is broken, or this Acta cannot judge it. No forgery of a score ever holds."""

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel import lifecycle as life
from domain.kernel.proof import Report, verify
from domain.registry import GAMES, Registry
from tests.kit import forgery, recordings
from tests.kit.logged_match import played
from tests.kit.recordings import Recording
from tests.kit.taberna import GAME as TABERNA
from tests.kit.what_if import WhatIf

REGISTRY = Registry([*GAMES, TABERNA])
OTHER_DATA = "d" * 64


@cache
def shortest(slug: str) -> Recording:
    """The recording that is checked most quickly, of those with points in it."""
    game = REGISTRY.get(slug)
    found = [recordings.load(game, name) for name in recordings.names(game)]
    return min((one for one in found if any(one.match().scores())), key=lambda one: len(one.log))


def forged(recording: Recording, **named: object) -> Report:
    """A log with a point too many, whose first line names other rules, data or another game; chained anew."""
    log = forgery.richer(forgery.lines_of(recording.game, recording.records))
    return verify(forgery.written([log[0].with_fields(**named), *log[1:]], recording.secret), REGISTRY)


every_game = pytest.mark.parametrize("slug", [game.meta.slug for game in GAMES])


@every_game
@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"data_hash": OTHER_DATA}, "other_data"),
        ({"rules_version": 99}, "other_rules"),
        ({"game": "ludus"}, "unknown_game"),
    ],
    ids=["printed data", "rules version", "slug"],
)
def test_a_score_is_raised_under_rules_that_are_not_ours(slug: str, named: dict[str, Any], said: str) -> None:
    report = forged(shortest(slug), **named)
    assert report.verdict == "not_judged"
    assert not report.holds
    assert not {"draws", "rules", "points"} & {statement.key for statement in report.proven}
    (why,) = [statement for statement in report.unproven if statement.key == said]
    words = TABERNA.words.say(f"proof.{said}", why.args)
    assert "would judge" in words
    assert all(str(value) in words for value in named.values()), "it says what an Acta needs that would judge it"


@every_game
def test_a_score_is_raised_under_our_own_rules(slug: str) -> None:
    assert forged(shortest(slug)).verdict == "broken"


@every_game
def test_the_true_log_holds(slug: str) -> None:
    assert verify(shortest(slug).records, REGISTRY).verdict == "holds"


def test_a_log_of_one_game_called_another_is_broken() -> None:
    assert forged(shortest("trajan"), game="concordia").verdict == "broken"


def test_rules_of_ours_that_are_adopted_later_do_not_hide_what_came_before() -> None:
    recording = shortest("taberna")
    log = forgery.richer(forgery.lines_of(recording.game, recording.records))
    begun = forgery.find(log, lambda event: isinstance(event, life.GameStarted))
    place = next(n for n in range(len(log) - 1, begun, -1) if log[n - 1].command_id != log[n].command_id)
    ours = life.RulesAdopted(rules_version=TABERNA.meta.rules_version, data_hash=TABERNA.meta.data_hash)
    adopted = log[place]._replace(entry=replace(log[place].entry, event=ours, command=None))
    made = [log[0].with_fields(data_hash=OTHER_DATA), *log[1:place], adopted, *log[place:]]
    assert verify(forgery.written(made, recording.secret), REGISTRY).verdict != "holds"


def test_a_running_game_holds_as_far_as_it_is_open() -> None:
    records = shortest("trajan").records
    assert verify(records[: len(records) // 2], REGISTRY).verdict == "holds"


def test_a_branch_of_a_game_that_is_not_judged_does_not_prove_its_beginning() -> None:
    origin = played(TABERNA, 2, 6)
    branch = WhatIf(TABERNA, origin.records, len(origin.records) // 2)
    for _ in branch.steps(2):
        pass
    log = forgery.lines_of(TABERNA, origin.records)
    unjudged = forgery.written([log[0].with_fields(rules_version=9), *log[1:]], origin.secret)
    report = verify(branch.records, REGISTRY, origin=unjudged)
    assert report.verdict == "holds", "what was played from there on"
    assert "origin_unjudged" in {statement.key for statement in report.unproven}
    assert not {"origin", "origin_dealt"} & {statement.key for statement in report.proven}
