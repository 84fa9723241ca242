"""How a fitted drive file is written."""

from types import SimpleNamespace
from typing import cast

import numpy as np

from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.fit import writing
from headstack_identify.fit.fitting import Fit
from headstack_identify.fit.free_parameters import CURVE


def test_the_speed_is_in_rpm() -> None:
    drive = catalog.load("hp_c2490a")
    assert drive.value("spindle.rotation") == "9.377930603 ms"
    text = writing.in_rpm(drive)
    assert 'rotation = "6398 rpm"' in text
    assert DriveConfig.parse(text, drive.name).to_toml() == drive.to_toml()


def test_a_speed_that_is_no_whole_number_stays_a_time() -> None:
    drive = catalog.load("hp_c2490a").with_value("spindle.rotation", "9.377930604 ms")
    assert writing.in_rpm(drive) == drive.to_toml()


def test_the_report_has_the_curve_in_a_sentence() -> None:
    """A curve has up to some hundred bends."""
    bend = SimpleNamespace(key=CURVE)
    other = SimpleNamespace(key="overhead.read_hit_command")
    found = SimpleNamespace(
        knobs=(other, bend, bend, bend), numbers=np.array([9.0, -0.25, 0.0, 0.031])
    )
    (sentence,) = writing.bends(cast(Fit, SimpleNamespace(found=found)))
    assert sentence == "Bends of the seek curve: 2, by -0.250 to +0.031 ms."
    still = SimpleNamespace(knobs=(other, bend), numbers=np.array([9.0, 0.0]))
    assert writing.bends(cast(Fit, SimpleNamespace(found=still))) == []


def test_the_report_names_spare_cylinders_by_zone() -> None:
    def of(spare: list[int]) -> list[str]:
        return writing.spare_cylinders(cast(Fit, SimpleNamespace(spare_cylinders=lambda: spare)))

    assert of([0, 23, 0, 4]) == [
        "Spare cylinders, from the times of seeks: 23 after zone 1, 4 after zone 3."
    ]
    assert of([0, 0]) == []
