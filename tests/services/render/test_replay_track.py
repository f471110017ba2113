"""The track of a replay: stones side by side along the whole track, and the thumb where the reader is."""

from xml.etree import ElementTree as ET

from services.render.replay_track import Stone, Tick, track

STONES = [
    Stone(0, 3, 0, "?at=3", "Livia"),
    Stone(1, 1, 30, "?at=4", "Marcus"),
    Stone(None, 1, -2, "?at=5", "The table"),
]


def drawn(done: int = 3, label: str = "round 1") -> ET.Element:
    return ET.fromstring(track(STONES, [Tick(4, "1"), Tick(5)], done, label))


def stones(picture: ET.Element) -> list[ET.Element]:
    return [rect for link in picture.iter("a") for rect in link.iter("rect")]


def percent(element: ET.Element, name: str) -> float:
    return float(element.attrib[name].removesuffix("%"))


def test_stones_are_as_wide_as_their_choices_and_fill_the_track() -> None:
    found = stones(drawn())
    assert [percent(stone, "x") for stone in found] == [0, 60, 80]
    assert [percent(stone, "width") for stone in found] == [60, 20, 20]


def test_stones_are_as_high_as_their_points() -> None:
    plain, scoring, costly = (float(stone.attrib["height"]) for stone in stones(drawn()))
    assert scoring > plain == costly


def test_each_stone_leads_to_its_turn_and_carries_the_seats_colour() -> None:
    assert [link.attrib["href"] for link in drawn().iter("a")] == ["?at=3", "?at=4", "?at=5"]
    assert [stone.attrib["fill"] for stone in stones(drawn())] == ["var(--seat-1)", "var(--seat-2)", "var(--faint)"]


def test_what_lies_ahead_of_the_thumb_is_pale() -> None:
    assert [stone.attrib.get("class") for stone in stones(drawn(done=3))] == [None, "ahead", "ahead"]


def test_the_label_of_the_thumb_stays_within_the_track() -> None:
    for done, anchor in ((0, "start"), (3, "middle"), (5, "end")):
        (label,) = (text for text in drawn(done, "here & now").iter("text") if text.attrib.get("class") == "here")
        assert (label.text, label.attrib["text-anchor"]) == ("here & now", anchor)
