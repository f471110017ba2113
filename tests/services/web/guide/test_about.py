"""What a plate says of a thing: the same kinds of things are explained in every language."""

import pytest

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from services.web.rules.about import _rules, rule_about

SLUGS = [game.meta.slug for game in GAMES]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_language_explains_the_same_things(slug: str) -> None:
    kinds = {language: set(_rules(slug, language)) for language in LANGUAGES}
    assert kinds["en"]
    assert all(found == kinds["en"] for found in kinds.values())


def test_a_rule_is_told_without_marks_and_under_its_name() -> None:
    rule = rule_about("concordia", "magnus", "en")
    assert rule is not None
    assert rule.name == "Præfectus Magnus"
    assert rule.text.startswith("Its holder gets the bonus good twice")
    for slug in SLUGS:
        for language in LANGUAGES:
            assert not any("<" in one.text or "&" in one.text for one in _rules(slug, language).values())


def test_the_things_of_other_seats_follow_the_same_rule() -> None:
    assert rule_about("trajan", "seat-2:general", "de") == rule_about("trajan", "general", "de")
    assert rule_about("trajan", "no-such-thing", "de") is None
