"""Writes the tables [spindle] and [seek] from DiskSim's `dm_mech_g1`."""

from decimal import Decimal
from pathlib import Path

from headstack_identify.disksim import seek_file, tokens
from headstack_identify.disksim.ledger import Params
from headstack_identify.disksim.values import shown
from headstack_identify.drive_text import DriveText, counted, points, quantity

_KIND = "dm_mech_g1"
_THREE = ("Single cylinder seek time", "Average seek time", "Full strobe seek time")
_FIRST = "First ten seek times"
_HPL = "HPL seek equation values"
_FILE = "Full seek curve"
_SWITCH = "Head switch time"
_SETTLE = "Add. write settling delay"
_OF_SEEKS = (*_THREE, _FIRST, _HPL, _FILE, "Constant seek time")
"""Parameters that only some seek types use."""

_TYPES = ("extracted", "hplplus10", "hpl", "constant", "linear", "curve")

_SAMPLES = 200
"""Number of points of a curve that has no key of its own."""


def write(mech: Params, cylinders: int | None, began: Path, drive: DriveText) -> None:
    """Writes the spindle and the seeks.

    Args:
        mech: the block.
        cylinders: number of cylinders of the disk. `None`: the number is unknown.
        began: the first parameter file. A seek file may be in the same folder.
        drive: gets the keys.
    """
    if mech.block.kind != _KIND:
        text = f"{mech.block.kind} is not known here; {_KIND} is"
        mech.ledger.fail(mech.block.place, "Mechanical Model", text)
        return
    _spindle(mech, drive)
    longer = _seeks(mech, cylinders, began, drive)
    switch = mech.number(_SWITCH)
    if switch is not None:
        drive.put("seek.head_switch", quantity(switch, "ms"), mech.source(_SWITCH))
    settle = mech.number(_SETTLE, None)
    if settle is not None:
        source = mech.source(_SETTLE, *([_FILE] if longer else []))
        drive.put("seek.write_settle", quantity(settle + longer, "ms"), source)
    kind = mech.param("Access time type")
    if kind is not None and kind.value != "trackSwitchPlusRotation":
        mech.ledger.warn(kind, "no key; the drive seeks and turns as `trackSwitchPlusRotation`")


def _spindle(mech: Params, drive: DriveText) -> None:
    rpm = mech.number("Rotation speed (in rpms)", 1)
    if rpm is not None:
        source = mech.source("Rotation speed (in rpms)")
        drive.put("spindle.rotation", quantity(rpm, "rpm"), source)
    error = mech.param("Percent error in rpms")
    if error is not None and error.value:
        mech.ledger.warn(
            error,
            "no key for a speed that is drawn once, and DiskSim 4.0 does not draw it; "
            "`spindle.correction` is a fixed error, `variation.spindle` a speed that wanders",
        )


def _seeks(mech: Params, cylinders: int | None, began: Path, drive: DriveText) -> Decimal:
    """Writes the seek curve. Returns the time in ms by which seeks before writes are longer."""
    longer = Decimal(0)
    kind = mech.word("Seek type")
    if kind is not None and kind not in _TYPES:
        text = f"{kind} is not known; {', '.join(_TYPES)} are"
        mech.ledger.fail(mech.place("Seek type"), "Seek type", text)
    elif kind == "extracted":
        longer = _extracted(mech, began, drive)
    elif kind in ("hpl", "hplplus10"):
        _hpl(mech, kind == "hplplus10", drive)
    elif kind == "constant":
        _constant(mech, drive)
    elif kind is not None:
        _three_points(mech, kind, cylinders, drive)
    for param in mech.rest():
        if param.name in _OF_SEEKS:
            mech.param(param.name)
            mech.ledger.leave_out(param, f"seek type {kind} does not look at it")
    return longer


# ---- Seek types


def _extracted(mech: Params, began: Path, drive: DriveText) -> Decimal:
    """Writes a measured curve. Returns the time in ms by which seeks before writes are longer."""
    param = mech.needed(_FILE)
    if param is None:
        return Decimal(0)
    file = tokens.find(str(param.value), param.place, (began.resolve(),))
    if file is None:
        mech.ledger.fail(param.place, _FILE, f"there is no file {param.value}")
        return Decimal(0)
    curve = seek_file.read(file, mech.ledger)
    found = curve.points
    if not found:
        return Decimal(0)
    drive.put("seek.points", points(found), f"{mech.source(_FILE)}")
    dropped = seek_file.senseless(found)
    if dropped:
        distances = ", ".join(str(distance) for distance, _ in dropped)
        mech.ledger.warn(
            param,
            f"the seeks over {distances} cylinders make no sense between their neighbours and are "
            "left out, which DiskSim does not do",
        )
        drive.put("seek.dropped_points", points(dropped), "no sense between their neighbours")
    settle, odd = curve.settle(), curve.farthest_off()
    if odd is not None:
        mech.ledger.warn(
            param,
            f"seeks before writes are longer by {shown(settle)} ms as the median, which "
            f"`seek.write_settle` adds; over {odd[0]} cylinders, by {shown(odd[1])} ms",
        )
    return settle


def _times(mech: Params, name: str, count: int) -> list[Decimal] | None:
    """Returns a list of `count` numbers. `None`: another value, which is noted as a problem."""
    param = mech.needed(name)
    if param is None:
        return None
    items = param.value if isinstance(param.value, tuple) else (param.value,)
    times = [Decimal(item) for item in items if isinstance(item, (int, Decimal))]
    if len(times) < count or len(times) < len(items):
        mech.ledger.fail(param.place, name, f"{count} numbers are wanted")
        return None
    return times[:count]


def _hpl(mech: Params, ten: bool, drive: DriveText) -> None:
    """Writes the root and the line of Ruemmler and Wilkes, with a table of ten seeks if `ten`."""
    values = _times(mech, _HPL, 6)
    first = _times(mech, _FIRST, 10) if ten else None
    if values is None or (ten and first is None):
        return
    border, root_base, root_factor, base, factor, one = values
    if border != border.to_integral_value():
        text = f"{shown(border)} is no whole number of cylinders, as the first is"
        mech.ledger.fail(mech.place(_HPL), _HPL, text)
        return
    source = mech.source(_HPL)
    if first is not None:
        drive.put("seek.first", _table(first), mech.source(_FIRST))
    elif one != -1:
        drive.put("seek.first", _table([one]), source)
    if border > 1:  # DiskSim's root ends below the border, and a drive file names the last cylinder
        fields = (
            f"base = {quantity(root_base, 'ms')}",
            f"per_root_cylinder = {quantity(root_factor, 'ms')}",
            f"up_to = {counted(int(border) - 1, 'cylinder')}",
        )
        drive.put("seek.root", f"{{ {', '.join(fields)} }}", source)
    line = f"base = {quantity(base, 'ms')}, per_cylinder = {quantity(factor, 'ms')}"
    drive.put("seek.linear", f"{{ {line} }}", source)


def _table(times: list[Decimal]) -> tuple[str, ...]:
    return tuple(quantity(time, "ms") for time in times)


def _constant(mech: Params, drive: DriveText) -> None:
    time = mech.number("Constant seek time")
    if time is not None:
        line = f'{{ base = {quantity(time, "ms")}, per_cylinder = "0 ms" }}'
        drive.put("seek.linear", line, mech.source("Seek type", "Constant seek time"))
        param = mech.param("Seek type")
        assert param is not None
        mech.ledger.warn(param, "written as the manual has it; DiskSim 4.0 computes something else")


def _three_points(mech: Params, kind: str, cylinders: int | None, drive: DriveText) -> None:
    """Writes a curve by DiskSim's manual from three times: one cylinder, mean, all cylinders."""
    one, mean, full = (mech.number(name) for name in _THREE)
    param = mech.param("Seek type")
    assert param is not None
    if one is None or mean is None or full is None or cylinders is None:
        return
    if cylinders < 6:
        mech.ledger.fail(param.place, param.name, f"{cylinders} cylinders are too few for it")
        return
    if kind == "linear":
        found = [(1, one), (cylinders // 3, mean), (cylinders - 1, full)]
    else:
        found = _lee(one, mean, full, cylinders)
    drive.put("seek.points", points(found), mech.source("Seek type", *_THREE))
    mech.ledger.warn(param, _of_the_manual(kind))


def _of_the_manual(kind: str) -> str:
    what = "three points" if kind == "linear" else f"{_SAMPLES} points of the curve at the most"
    return f"written as {what}, by the manual's formula; DiskSim 4.0 computes something else"


def _lee(one: Decimal, mean: Decimal, full: Decimal, cylinders: int) -> list[tuple[int, Decimal]]:
    """Returns Lee's curve, one + a sqrt(d - 1) + b (d - 1), with more points at its bends."""
    all_of_it = Decimal(cylinders)
    root = (15 * mean - 10 * one - 5 * full) / (3 * all_of_it.sqrt())
    line = (7 * one - 15 * mean + 8 * full) / (3 * all_of_it)
    last = cylinders - 1
    share = [Decimal(step) / (_SAMPLES - 1) for step in range(_SAMPLES)]
    distances = sorted({1 + int((last - 1) * part * part) for part in share} | {last})
    found = []
    for distance in distances:
        further = Decimal(distance - 1)
        time = one + root * further.sqrt() + line * further
        found.append((distance, time.quantize(Decimal("1e-6"))))
    return found
