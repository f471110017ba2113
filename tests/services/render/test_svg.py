from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from services.render.svg import element, group, number, text_node

PRINTABLE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30)


@given(PRINTABLE, PRINTABLE)
def test_whatever_a_name_holds_stays_text(attribute: str, content: str) -> None:
    read = ET.fromstring(element("g", text_node(content), aria_label=attribute))
    assert read.attrib == {"aria-label": attribute}
    assert (read.text or "") == content
    assert len(read) == 0


def test_lengths_are_short() -> None:
    assert [number(value) for value in (1.0, 2.50001, -0.001, 1 / 3, 12.345)] == ["1", "2.5", "0", "0.33", "12.3"]


def test_an_attribute_without_a_value_is_left_out() -> None:
    assert element("rect", x=1, fill=None, class_="legal") == '<rect x="1" class="legal"/>'


def test_a_group_that_stands_where_it_is_has_no_transform() -> None:
    assert group("a") == "<g>a</g>"
    assert group("a", x=2, scale=0.5) == '<g transform="translate(2 0)scale(0.5)">a</g>'
