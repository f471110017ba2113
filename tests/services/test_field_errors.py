"""What is wrong with a field is said in people's words, and of the right field."""

import pytest

from services.field_errors import bad_value


@pytest.mark.parametrize(
    ("message", "path", "words"),
    [
        ("Expected `int`, got `str` - at `$.players`", "players", "it must be a whole number, not a text"),
        ("Expected `str | null`, got `bool`", "", "it must be a text or null, not true or false"),
        ("Expected `object`, got `array`", "", "it must be an object with named fields, not a list"),
        ("Object missing required field `name`", "name", "this field is required"),
        ("Object contains unknown field `nme` - at `$.clock`", "clock.nme", "there is no such field"),
        ("Expected `str` of length >= 3 - at `$.name`", "name", "it must have at least 3 characters"),
        ("Expected `array` of length <= 40 - at `$.commands`", "commands", "it must have at most 40 entries"),
        ("Expected `int` >= 1 - at `$.limit`", "limit", "it must be at least 1"),
        (
            "Expected `str` matching regex '^[a-z]{2}$' - at `$.lang`",
            "lang",
            "it must be a language such as en or de-AT",
        ),
        (
            "Invalid RFC3339 encoded datetime - at `$.from`",
            "from",
            "it must be a moment such as 2026-03-27T12:00:00Z",
        ),
        (
            "Expected `datetime` with a timezone component - at `$.until`",
            "until",
            "it must be a moment such as 2026-03-27T12:00:00Z",
        ),
        ("Expected `str` matching regex '^x$'", "", "it does not have the required format"),
        (
            "Invalid enum value 'latin' - at `$.motion`",
            "motion",
            "'latin' is not among the values that are allowed here",
        ),
    ],
)
def test_messages_read_well(message: str, path: str, words: str) -> None:
    found = bad_value(message)
    assert (found.path, found.rule.said("en")) == (path, words)


def test_a_field_within_a_known_one_is_named_by_both() -> None:
    assert bad_value("Object contains unknown field `x`", "options").path == "options.x"
    assert bad_value("Invalid value 'Fly' - at `$.type`", "command").path == "command.type"
