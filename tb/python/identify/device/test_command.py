"""`headstack extract` refuses options that do not fit, before it asks or writes anything."""

import pytest

from headstack import ConfigError
from headstack_identify.cli.extract_drive import extract_drive

DEVICE = "/dev/sg-of-no-disk"


@pytest.mark.parametrize("serial", [None, "", "  "])
def test_destructive_needs_a_serial_number(serial: str | None) -> None:
    with pytest.raises(ConfigError, match=r"give the serial number .* --serial NUMBER"):
        extract_drive(device=DEVICE, destructive=True, serial=serial)


def test_a_serial_number_alone_permits_nothing() -> None:
    with pytest.raises(ConfigError, match="without --destructive nothing is written"):
        extract_drive(device=DEVICE, serial="ABC-123")


def test_both_are_for_real_disks() -> None:
    for options in ({"destructive": True}, {"serial": "ABC-123"}):
        with pytest.raises(ConfigError, match=r"hp_97560 is simulated; .* for real disks"):
            extract_drive("hp_97560", **options)  # type: ignore[arg-type]


def test_with_both_the_disk_is_opened() -> None:
    with pytest.raises(ConfigError, match=f"--device {DEVICE}: No such file"):
        extract_drive(device=DEVICE, destructive=True, serial="ABC-123")
