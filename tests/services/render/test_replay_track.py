"""The track of a replay: stones side by side along the whole track, and the thumb where the reader is."""

from xml.etree import ElementTree as ET

from services.render.replay_track import Stone, Tick, track

STONES = [Stone(0, 3, 0), Stone(1, 1, 30), Stone(None, 1, -2)]


def drawn(done: int = 3, label: str = "round 1") -> ET.Element:
    return ET.fromstring(track(STONES, [Tick(4, "1"), Tick(5)], done, label))


def stones(picture: ET.Element) -> list[ET.Element]:
    """The stones from left to right."""
    found = [rect for group in picture.iter("g") for rect in group.iter("rect")]
    return sorted(found, key=lambda rect: percent(rect, "x"))


def percent(element: ET.Element, name: str) -> float:
    return float(element.attrib[name].removesuffix("%"))


def test_stones_are_as_wide_as_their_choices_and_fill_the_track() -> None:
    found = stones(drawn())
    assert [percent(stone, "x") for stone in found] == [0, 60, 80]
    assert [percent(stone, "width") for stone in found] == [60, 20, 20]


def test_stones_are_as_high_as_their_points() -> None:
    plain, scoring, costly = (float(stone.attrib["height"]) for stone in stones(drawn()))
    assert scoring > plain == costly


def test_stones_carry_the_seats_colour_and_are_pale_ahead_of_the_thumb() -> None:
    groups = [(one.attrib["fill"], one.get("class")) for one in drawn(done=3).findall("g") if "fill" in one.attrib]
    assert groups == [("var(--seat-1)", None), ("var(--seat-2)", "ahead"), ("var(--faint)", "ahead")]


def test_the_label_of_the_thumb_stays_within_the_track() -> None:
    for done, anchor in ((0, "start"), (3, "middle"), (5, "end")):
        (label,) = (text for text in drawn(done, "here & now").iter("text") if text.attrib.get("class") == "here")
        assert (label.text, label.attrib["text-anchor"]) == ("here & now", anchor)
