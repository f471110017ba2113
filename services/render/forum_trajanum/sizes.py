"""How large a colony is drawn: on a wide page, on a phone, and as one of two, three or four in a picture."""

from typing import NamedTuple

from services.render.forum_trajanum.grid import Grid


class Size(NamedTuple):
    """Lengths of a colony: its squares, the symbols of its streets, the places of its citizens."""

    cell: float
    inset: float
    left: float
    top: float
    symbol: float
    """The radius of a street's symbol."""
    symbol_x: float
    symbol_y: float
    citizens_x: tuple[float, float]
    citizen: float
    told: bool = False
    """Whether the citizen rows tell their names and abilities."""

    @property
    def grid(self) -> Grid:
        return Grid(self.left, self.top, self.cell, self.inset)

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height with the edge of the board."""
        return self.left + 6 * self.cell + 3, self.top + 6 * self.cell + 3


PAGE = Size(60, 4, 210, 34, 12, 192, 16, (134, 163), 12.5, told=True)
PHONE = Size(46.5, 3, 77, 27, 9.3, 61.7, 11.7, (13.9, 37.9), 10.5)
OF_TWO = Size(56, 3.7, 206, 32, 11.5, 189, 15.5, (133, 161), 12, told=True)
OF_THREE = Size(47, 3, 72, 28, 9.4, 57.6, 13.6, (11.2, 34.2), 10)
OF_FOUR = Size(32, 2.2, 59, 24, 7.6, 47, 11.6, (9, 27.6), 8.4)
IN_A_PICTURE = {2: OF_TWO, 3: OF_THREE, 4: OF_FOUR}
