"""Writes the table [overhead] from the overheads of a `disksim_disk`."""

from decimal import Decimal

from headstack_identify.disksim.ledger import Params
from headstack_identify.drive_text import DriveText, quantity

_SCALE = "Time scale for overheads"
_EACH = "Per-request overhead time"
_EXTRA = "Extra write disconnect"

_COMMANDS = (
    ("read_hit_command", "read_hit_after_write", "Read hit"),
    ("read_miss_command", "read_miss_after_write", "Read miss"),
    ("write_command", "write_after_write", "Write miss"),
    ("write_cached_command", "write_cached_after_write", "Write hit"),
)
"""The key of a command, the key of its term after a write, and the start of DiskSim's names."""

_SINGLE = (
    ("read_disconnect_after_read", "Read disconnect afterread"),
    ("read_disconnect_after_write", "Read disconnect afterwrite"),
    ("write_disconnect", "Write disconnect overhead"),
    ("write_disconnect_non_sequential", "Extradisc disconnect overhead"),
    ("write_disconnect_duration_non_sequential", "Extradisc inter-disconnect delay"),
    ("write_second_disconnect_non_sequential", "Extradisc 2nd disconnect overhead"),
    ("write_seek_delay_non_sequential", "Extradisc seek delta"),
    ("data_preparation", "Data preparation overhead"),
    ("read_completion", "Read completion overhead"),
    ("write_completion", "Write completion overhead"),
    ("first_reselect", "First reselect overhead"),
    ("second_reselect", "Other reselect overhead"),
)


def write(disk: Params, drive: DriveText) -> None:
    """Writes the times of commands without mechanics and bus."""
    _Overheads(disk, drive).write()


class _Overheads:
    def __init__(self, disk: Params, drive: DriveText) -> None:
        self._disk = disk
        self._drive = drive
        self._scale = disk.number_or(_SCALE, 1)
        self._each = disk.number_or(_EACH, 0)

    def write(self) -> None:
        after_write = Decimal(0)
        for key, term, name in _COMMANDS:
            found = self._command(key, term, name)
            if name == "Write miss":
                after_write = found
        self._non_sequential(after_write)
        for key, name in _SINGLE:
            time = self._disk.number_or(name, 0) * self._scale
            param = self._disk.param(name)
            if time:
                self._put(key, time, name, scaled=True)
            elif param is not None:
                self._disk.ledger.leave_out(param, "no time")

    def _command(self, key: str, term: str, name: str) -> Decimal:
        """Writes a command's time after a read and its term after a write. Returns the term."""
        read, write = f"{name} over. after read", f"{name} over. after write"
        base = (self._disk.number_or(read, 0) + self._each) * self._scale
        more = (self._disk.number_or(write, 0) + self._each) * self._scale - base
        self._put(key, base, read, scaled=True)
        if more:
            self._put(term, more, write, read)
        return more

    def _non_sequential(self, after_write: Decimal) -> None:
        """Writes the time of a write after a write elsewhere.

        The drive adds the term `write_after_write` to this time.
        """
        extra = self._disk.choice(_EXTRA) == 1
        name = "Extradisc command overhead"
        time = (self._disk.number_or(name, 0) + self._each) * self._scale
        if extra and time < after_write:
            param = self._disk.param(name)
            if param is not None:
                text = f"0 is written: {after_write} ms are added after a write as it is"
                self._disk.ledger.warn(param, text)
        names = [name]
        if extra and after_write:
            time = max(Decimal(0), time - after_write)
            names += ["Write miss over. after write", "Write miss over. after read"]
        self._put("write_command_non_sequential", time, *names, scaled=True)
        if not extra:
            self._drive.put("write.single_connection", "true", self._disk.source(_EXTRA))

    def _put(self, key: str, time: Decimal, *names: str, scaled: bool = False) -> None:
        source = self._disk.source(*names) or "not in DiskSim's file"
        if scaled and self._scale != 1:
            source = f"{source}; {self._disk.source(_SCALE)}"
        if self._each and "_command" in key:
            source = f"{source}; {self._disk.source(_EACH)}"
        self._drive.put(f"overhead.{key}", quantity(time, "ms"), source)
