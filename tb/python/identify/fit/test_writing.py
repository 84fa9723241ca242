"""How a fitted drive file is written."""

from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify.fit import writing


def test_the_speed_is_in_rpm() -> None:
    drive = catalog.load("hp_c2490a")
    assert drive.value("spindle.rotation") == "9.377930603 ms"
    text = writing.in_rpm(drive)
    assert 'rotation = "6398 rpm"' in text
    assert DriveConfig.parse(text, drive.name).to_toml() == drive.to_toml()


def test_a_speed_that_is_no_whole_number_stays_a_time() -> None:
    drive = catalog.load("hp_c2490a").with_value("spindle.rotation", "9.377930604 ms")
    assert writing.in_rpm(drive) == drive.to_toml()
