import io
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from services.render import text
from services.render.png import FACES, rasterized
from services.render.svg import element, text_node

LETTERS = string.ascii_letters + string.digits + " .,–·éäüßœæЖщыйЮ"


@given(st.text(alphabet=LETTERS, max_size=40), st.sampled_from(FACES), st.floats(4, 60), st.floats(1, 300))
def test_a_fitted_text_fits(content: str, face: text.Face, size: float, room: float) -> None:
    fitted, smaller = text.fitted(content, face, size, room)
    assert text.width(fitted, face, smaller) <= room + 0.001
    assert size * 0.77 <= smaller <= size


def test_a_text_that_fits_is_left_alone() -> None:
    assert text.fitted("Roma", "sans", 12, 100) == ("Roma", 12)


def test_a_text_that_does_not_fit_is_cut_with_a_sign() -> None:
    fitted, _ = text.fitted("Colonia Agrippina", "sans", 12, 50)
    assert fitted.startswith("Colo")
    assert fitted.endswith("…")


@given(st.text(alphabet=LETTERS, max_size=60), st.floats(20, 300))
def test_wrapping_loses_no_word(content: str, room: float) -> None:
    assert " ".join(text.wrapped(content, "sans", 12, room)) == " ".join(content.split())


def test_a_line_does_not_end_at_a_space_that_holds_words_together() -> None:
    content = "le mot\N{NO-BREAK SPACE}: «\N{NARROW NO-BREAK SPACE}festina lente\N{NARROW NO-BREAK SPACE}»"
    assert text.wrapped(content, "sans", 12, 1) == [
        "le",
        "mot\N{NO-BREAK SPACE}:",
        "«\N{NARROW NO-BREAK SPACE}festina",
        "lente\N{NARROW NO-BREAK SPACE}»",
    ]


@pytest.mark.parametrize("face", FACES)
def test_widths_are_those_of_the_drawn_text(face: text.Face) -> None:
    """The ink of a text set at 100 is as wide as was reckoned, but for kerning and the letters' own margins."""
    content = "Hammonia Щедрый 1204"
    drawn = element(
        "svg",
        element(
            "text",
            text_node(content),
            y=100,
            font_family=text.family(face),
            font_weight=text.weight(face),
            font_size=100,
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 1400 140",
    )
    image = Image.open(io.BytesIO(rasterized(drawn, 1400)))
    box = image.getbbox()
    assert box is not None
    assert box[2] - box[0] == pytest.approx(text.width(content, face, 100), rel=0.04)
