"""The smallest differences of two JSON values."""

from typing import Any

import pytest

from services.story.diff import Change, changes


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [Change("/a", 1, 2)]),
        ({"a": {"b": [1, 2]}}, {"a": {"b": [1, 3]}}, [Change("/a/b/1", 2, 3)]),
        ({"a": [1, 2]}, {"a": [2]}, [Change("/a", [1, 2], [2])]),
        ({"a": 1}, {"b": 1}, [Change("/a", 1, None), Change("/b", None, 1)]),
        ({"a/b": 1, "~": 1}, {"a/b": 2, "~": 2}, [Change("/a~1b", 1, 2), Change("/~0", 1, 2)]),
        ([{"a": 1}, 5], [{"a": 2}, 5], [Change("/0/a", 1, 2)]),
        (None, {"a": 1}, [Change("", None, {"a": 1})]),
        ({"a": [1]}, {"a": {"0": 1}}, [Change("/a", [1], {"0": 1})]),
    ],
)
def test_changes(before: Any, after: Any, expected: list[Change]) -> None:  # noqa: ANN401 - any JSON value
    assert [*changes(before, after)] == expected
