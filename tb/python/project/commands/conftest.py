"""What the tests of commands share."""

from pathlib import Path

import pytest

from headstack import catalog

SMALL = """
base = "{base}"
description = "a small drive"

[layout]
surfaces = 2
cylinders = 30

[[layout.zone]]
cylinders = [0, 29]
sectors_per_track = 56
first_sector = "0 sectors"
track_skew = "5 sectors"
cylinder_skew = "11 sectors"
"""


@pytest.fixture
def small_drive(tmp_path: Path) -> Path:
    """A drive file small.toml in the test's folder, which an extraction finds within a second."""
    file = tmp_path / "small.toml"
    file.write_text(SMALL.format(base=catalog.folder() / "hp_c2247"))
    return file
