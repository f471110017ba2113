"""The colours of the Concordia table: texts can be read and pieces seen on everything that they stand on."""

import pytest

from services.render.theme import palette
from tests.kit.colours import contrast

LOOKS = ("light", "dark")
TINTS = tuple(f"con-tint-{tint}" for tint in ("a", "b", "c", "d", "roma"))
GOODS = ("brick", "food", "tool", "wine", "cloth")
TEXTS = [
    *(("con-province", ground) for ground in (*TINTS, "sea", "land")),
    *(("ink", ground) for ground in (*TINTS, "sea", "land", "con-label-halo", "turn-soft", "legal-soft")),
    *(("faint", ground) for ground in ("turn-soft", "legal-soft")),
    *(("con-letter", f"con-{good}") for good in GOODS),
    ("con-on-roma", "con-roma"),
    ("on-coin", "coin"),
    *(("accent-deep", ground) for ground in ("card", "turn-soft")),
    *(("con-mark", ground) for ground in ("card", "legal-soft")),
    ("good", "card"),
]
PIECES = [
    *(("con-land-line", ground) for ground in (*TINTS, "land", "halo")),
    ("con-sea-line", "sea"),
    *((f"con-{good}", f"con-{good}-disc") for good in GOODS),
    *((f"con-{good}", ground) for good in GOODS for ground in ("card", "ground")),
    ("con-roma", "con-tint-roma"),
    *(("con-mark", ground) for ground in (*TINTS, "sea", "land", "halo")),
]


def _colours(look: str) -> dict[str, str]:
    return {**palette()[look], **palette("services.render.concordia")[look]}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_texts_can_be_read(look: str, text: str, ground: str) -> None:
    assert contrast(_colours(look)[text], _colours(look)[ground]) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize(("piece", "ground"), PIECES)
def test_pieces_and_lines_stand_out(look: str, piece: str, ground: str) -> None:
    assert contrast(_colours(look)[piece], _colours(look)[ground]) >= 3


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("ground", [*TINTS, "sea", "land", "card"])
def test_a_piece_of_any_seat_stands_out_by_fill_or_outline_from_its_halo(look: str, ground: str) -> None:
    colours = _colours(look)
    for seat in range(1, 6):
        fill = max(contrast(colours[f"seat-{seat}"], colours[one]) for one in ("halo", ground))
        assert max(fill, contrast(colours["outline"], colours["halo"])) >= 3


def test_both_looks_define_the_same_roles() -> None:
    roles = palette("services.render.concordia")
    assert roles["light"].keys() == roles["dark"].keys()
    assert all(role.startswith("con-") for role in roles["light"])
