"""Makes a drive file from the figures of a data sheet, and measures a drive as a data sheet does.

- `sheet`: the figures, with their units
- `capacity`: the number of blocks of a capacity
- `marked`: values with marks: given, derived or assumed
- `rules`: values that the sheet does not have, from rules
- `like`: values that the sheet does not have, from an included drive
- `layout`: surfaces, cylinders and zones
- `seek_curve`: the seek time of each distance
- `making`: all steps, and the text of the file
- `measuring`: the figures of a drive, measured

Uses `measure` and the parts before `measure`. Begin with `making.make`.
"""

from headstack.datasheet.making import Made, make
from headstack.datasheet.measuring import Figure, compared
from headstack.datasheet.sheet import DataSheet

__all__ = ["DataSheet", "Figure", "Made", "compared", "make"]
