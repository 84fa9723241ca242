"""`headstack extract` refuses options that do not fit, before it asks or writes anything."""

import inspect
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from headstack import ConfigError, files
from headstack.cli import app
from headstack_identify.cli import extract_disk
from headstack_identify.cli.extract_drive import extract_drive

DEVICE = "/dev/sg-of-no-disk"
URL = "iscsi://127.0.0.1/iqn.a/0"


class Asked(Exception):  # noqa: N818 - the options have arrived
    """The options that reached the extraction of a simulated drive, or the survey of a disk."""


OF_DISKS = ("device", "iscsi", "layout_reads", "resume", "destructive", "serial")
VALUES: dict[str, tuple[Any, ...]] = {
    "drive": ("hp_97560",),
    "device": (DEVICE,),
    "iscsi": (URL,),
    "out": ("found.toml",),
    "compare_": (True,),
    "translate": (True, False),
    "writes": (True, False),
    "layout_reads": (5_000, 30_000),
    "resume": ("journal",),
    "destructive": (True,),
    "serial": ("ABC-123",),
    "force": (True,),
    "json": (True,),
}
"""Values of all options. A value may be the usual value, which the user has typed."""
IN_BOTH = ("out", "force", "json")


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


def reached(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> tuple[Any, ...]:
    """Returns what the command asks for with options, before it asks a drive or a disk."""

    def note(*asked: Any) -> None:
        raise Asked(*asked)

    monkeypatch.setattr(extract_disk, "extract_disk", note)
    monkeypatch.setattr("headstack_identify.cli.extract_drive._extract", note)
    monkeypatch.setattr("headstack.catalog.load", str)
    with pytest.raises(Asked) as found:
        extract_drive(**options)
    return found.value.args


def test_all_options_have_values() -> None:
    assert set(VALUES) == set(inspect.signature(extract_drive).parameters)


@pytest.mark.parametrize("option", [name for name in VALUES if name not in ("drive", *IN_BOTH)])
def test_an_option_of_a_simulated_drive_works_or_is_refused(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for value in VALUES[option]:
        given = {"drive": "hp_97560", option: value}
        if option in OF_DISKS:
            name = f"--{option.replace('_', '-')}"
            with pytest.raises(ConfigError, match=f"{name} is for real disks, .* or {name}$"):
                extract_drive(**given)
            continue
        usual = reached(monkeypatch, {"drive": "hp_97560"})
        moves = option != "compare_" and not value  # the comparison is made after the extraction
        assert (reached(monkeypatch, given) != usual) == moves


@pytest.mark.parametrize("disk", ["device", "iscsi"])
@pytest.mark.parametrize("option", [name for name in VALUES if name not in ("drive", *IN_BOTH)])
def test_an_option_of_a_real_disk_works_or_is_refused(
    disk: str, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {disk: VALUES[disk][0]}
    for value in VALUES[option]:
        given = {**plain, option: value}
        if option in ("compare_", "translate", "writes"):
            name = f"--{'' if value else 'no-'}{option.rstrip('_')}"
            with pytest.raises(ConfigError, match=f"^{name}.* leave out {name}$"):
                extract_drive(**given)
        elif option in ("destructive", "serial"):
            with pytest.raises(ConfigError, match=rf"^--{option} .*(Give both|--serial NUMBER)"):
                extract_drive(**given)
            both = {**plain, "destructive": True, "serial": "ABC-123"}
            assert "ABC-123" in reached(monkeypatch, both)
        else:
            assert value in reached(monkeypatch, given)


@pytest.mark.parametrize("drive", [{"drive": "hp_97560"}, {"device": DEVICE}, {"iscsi": URL}])
def test_out_and_force_are_of_both(
    drive: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`--json` is tried with whole extractions."""
    checked: list[tuple[Any, ...]] = []
    monkeypatch.setattr(files, "target", lambda *given: checked.append(given))
    out = tmp_path / "found.toml"
    reached(monkeypatch, {**drive, "out": out, "force": True})
    assert checked == [(out, True, ("toml",))]


@pytest.mark.parametrize("reads", ["5", "1000001"])
def test_the_option_for_reads_is_named_before_the_disk_is_asked(reads: str) -> None:
    done = CliRunner().invoke(app, ["extract", "--device", DEVICE, "--layout-reads", reads])
    assert done.exit_code == 2
    assert done.stderr == (
        f"headstack: --layout-reads is {reads}; it must be a whole number, 1000 to 1000000\n"
    )


def test_two_disks_are_refused() -> None:
    with pytest.raises(ConfigError, match="--device and --iscsi are two disks; give one of them"):
        extract_drive(device=DEVICE, iscsi=URL)
