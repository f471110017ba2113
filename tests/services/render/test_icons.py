from services.render.icons import definitions
from services.render.theme import theme

PACKAGE = "services.render.forum_trajanum"


def test_a_symbol_brings_the_symbols_that_it_uses() -> None:
    drawn = definitions(PACKAGE, ["cell-temple"], theme("light", PACKAGE))
    assert 'id="cell-temple"' in drawn
    assert 'id="temple"' in drawn
    assert drawn.count("<symbol") == 2


def test_colours_are_written_out_unless_the_page_knows_them() -> None:
    assert 'color="#54493F"' in definitions(PACKAGE, ["cell-temple"], theme("light", PACKAGE))
    assert 'color="var(--ft-temple)"' in definitions(PACKAGE, ["cell-temple"], theme("page", PACKAGE))
