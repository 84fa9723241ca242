"""Operations of several hosts, as lines of text, and a player that carries them out.

    7 read 1000+8 fua ordered      READ of 8 blocks by host 7; `room N`: with room for N bytes
    6 write 1000+8 verify          WRITE AND VERIFY; `given N`: the host sends N blocks
    6 compare 1000+8 wrong 3       VERIFY with the newest data, of which block 3 differs
    6 verify 1000+8                VERIFY of the medium alone
    7 synchronize 1000+8 immediate
    7 ready, 7 sense, 7 inquiry, 7 capacity, 7 reserve, 7 release
    7 cache on                     MODE SELECT of the caching page; also off
    7 queue restricted             MODE SELECT of the control page; also free
    7 weights 10 20 70             MODE SELECT of the page of weights, in percent
    7 parameters none              MODE SELECT without a list; also wrong: of an unknown page
    7 mode weights saved           MODE SENSE: of cache, queue or weights; current or saved
    7 bytes 280000                 any command block; `lun N`: to another unit
    7 abort 2                      ABORT TASK of the host's second-last command
    7 abort set, 7 clear set, 7 reset
    7 leave                        loss of the nexus; a new host has the SCSI id from then on
    pass 1.5 ms, end, wait, settle, power

A command may be `ordered` or `head`; otherwise it is SIMPLE. `save` with a MODE SELECT saves the
mode parameters.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab.hosts.contents import block_of
from lab.hosts.parameters import NAMES, Parameters
from lab.hosts.rules import Rules
from lab.hosts.sent import (
    BROKEN_OFF,
    CHECK_CONDITION,
    GOOD,
    LOST_NEXUS,
    MISCOMPARE,
    NO_SENSE,
    WAS_RESET,
    Answers,
    RuleError,
    Sent,
    refused,
)
from lab.hosts.words import Order, Words

import headstack
from headstack import ConfigError, catalog
from headstack.session import Session

HOSTS: Final = (7, 6, 3)
_NOBODY: Final = 1
"""A host that only asks for the mode pages, at the start."""

_GOOD: Final[Answers] = frozenset({(GOOD, NO_SENSE)})
_BROKEN_OFF: Final[Answers] = frozenset({(CHECK_CONDITION, BROKEN_OFF)})
INVALID_OPERATION, OUT_OF_RANGE = refused(0x20), refused(0x21)
INVALID_FIELD, WRONG_UNIT = refused(0x24), refused(0x25)

LENGTHS: Final = {0: 6, 1: 10, 2: 10, 4: 16, 5: 12}
"""Bytes of a command block, by the upper three bits of its operation code."""
ALWAYS: Final = (0x03, 0x12, 0xA0)
HARMLESS: Final = (0x00, 0x03, 0x12, 0x1A, 0x1C, 0x25, 0x37, 0x4D, 0x5A, 0x9E, 0xA0, 0xB7)
TRANSFERS: Final = (0x28, 0x2A, 0x2E, 0x2F, 0x88, 0x8A, 0x8E, 0x8F, 0xA8, 0xAA, 0xAE, 0xAF)
UNKNOWN: Final = (0x01, 0x0F, 0x29, 0x41, 0x60, 0x8D, 0x93, 0xA1, 0xC0, 0xFF)

_FUNCTIONS: Final = {
    "clear": "clear task set",
    "reset": "logical unit reset",
    "leave": "nexus loss",
}

Values = dict[str, Any]

DRIVES: Final[dict[str, tuple[str, str, Values]]] = {
    "first come": ("hp_c2247", "fcfs", {}),
    "position": (
        "hp_c2247",
        "sptf",
        {"cache.write_back": True, "destage.start": "need", "power.unit_attention": True},
    ),
    "ahead": ("hp_c2247", "sptf", {"controller.choice": "ahead", "queue.depth": "3 tasks"}),
    "idle": (
        "hp_c2247a",
        "fscan",
        {
            "cache.write_back": True,
            "destage.start": "idle",
            "destage.idle_delay": "3 ms",
            "destage.command_first": True,
        },
    ),
    "at once": ("ibm_dnes_309170w", "sptf", {"destage.order": "ascending"}),
    "seek": ("ibm_9lzx", "clook", {"cache.segments": 2, "bus.release_reads": True}),
    "spin-up": ("hp_97560", "sstf", {"spindle.spin_up": "5 s", "power.unit_attention": True}),
    "new standard": (
        "hp_c2247",
        "gstf",
        {"interface.standard": "SPC-4", "queue.depth": "6 tasks", "cache.write_back": True},
    ),
    "shares": ("hp_c2247", "yfq_dor", {"interface.standard": "SPC-4", "cache.write_back": True}),
}
"""Drive, scheduler and changed values, by a name."""
SHARING: Final = ("yfq_dor",)
WEIGHTS: Final = (50, 30, 20)
"""Weights of a drive that shares, in percent."""
CLOCKED: Final[dict[str, tuple[str, str, Values]]] = {
    "clocked": (
        "hp_c2247",
        "sptf",
        {"controller.core": "iss", "controller.clock": "20 MHz", "cache.write_back": True},
    ),
    "slow clock": (
        "hp_c2247a",
        "clook",
        {
            "controller.core": "iss",
            "controller.clock": "2 MHz",
            "power.unit_attention": True,
            "controller.choice": "ahead",
        },
    ),
}
"""The same, with a firmware whose time counts."""


@dataclass(frozen=True)
class Case:
    """A drive and operations.

    Attributes:
        drive: a name of `DRIVES` or `CLOCKED`.
        operations: the operations.
    """

    drive: str
    operations: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Returns the case as text, as a file of cases has it."""
        return "\n" + self.text

    @property
    def text(self) -> str:
        """The lines of a file."""
        return "\n".join([f"drive {self.drive}", *self.operations, ""])


def read_case(path: Path) -> Case:
    """Returns the case of a file. Lines that begin with # are remarks."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    word, _, drive = lines[0].partition(" ")
    assert word == "drive", path
    return Case(drive, tuple(lines[1:]))


def play(case: Case) -> Rules:
    """Carries out a case on its drive, and checks every answer.

    Raises:
        RuleError: the drive breaks a rule. The message has all commands.
    """
    name, scheduler, values = (DRIVES | CLOCKED)[case.drive]
    config = catalog.load(name).with_values(values)
    weights = WEIGHTS if scheduler in SHARING else ()
    with headstack.Drive(config, scheduler, weights=weights).open() as device:
        player = Player(device, weights)
        try:
            for line in case.operations:
                player.carry_out(line)
            player.finish()
        except RuleError as broken:
            story = f"{broken}\n{case!r}\nall commands:\n{player.rules.story()}"
            raise RuleError(story) from None
    return player.rules


class Player:
    """The hosts of a drive."""

    def __init__(self, device: Session, weights: tuple[float, ...]) -> None:
        self._device = device
        config = device.config
        self._size = config.bytes_per_block
        self._modern = config.value("interface.standard") == "SPC-4"
        caching, control = self._page(0x08), self._page(0x0A)
        self._parameters = Parameters(caching, control, weights, blocks=config.blocks)
        spin_up = config.value("spindle.spin_up")
        self.rules = Rules(
            HOSTS,
            block_bytes=self._size,
            depth=int(config.value("queue.depth").split()[0]),
            write_cache=bool(caching[2] & 0x04),
            weights=weights,
            lost_nexus=LOST_NEXUS if self._modern else WAS_RESET,
            power_attention=config.value("power.unit_attention") is True,
            spin_up_ps=int(
                float(spin_up.split()[0]) * (10**12 if spin_up.endswith(" s") else 10**9)
            ),
        )
        self._newest: dict[int, int] = {}

    def _page(self, code: int) -> bytearray:
        """Returns a mode page."""
        while True:
            asked = self._device.submit([0x1A, 0x08, code, 0, 64, 0], room=64, host=_NOBODY)
            self._device.wait(asked)
            if asked.good:
                return bytearray(asked.moved[4:])

    def carry_out(self, line: str) -> None:
        """Carries out an operation."""
        first, *rest = line.split()
        if first.isdigit():
            self._submit(line, int(first), rest[0], Words(rest[1:]))
        elif first == "pass":
            self._device.advance(" ".join(rest))
        elif first == "end":
            self._device.run_until()
        elif first == "wait":
            self._device.wait()
        elif first == "settle":
            self._device.settle()
        elif first == "power":
            self._device.power_cut()
            self.rules.lose_power(self._device.now)
        else:
            raise ValueError(line)
        self.rules.look()

    def finish(self) -> None:
        """Lets all commands end, and then reads every block that was written."""
        self._device.settle()
        self.rules.look()
        for lbn in sorted(self._newest):
            for _ in range(4):  # attentions come first, and the disk may not turn yet
                sent = self._submit(f"7 read {lbn}+1", 7, "read", Words([f"{lbn}+1"]))
                self._device.wait()
                self.rules.look()
                if sent is None or sent.command.good:
                    break
                self._device.advance("2 s")
        self.rules.finish()

    # --- commands ---

    def _submit(self, line: str, host: int, name: str, words: Words) -> Sent | None:
        if name in ("abort", "clear", "reset", "leave"):
            return self._manage(line, host, name, words)
        order: Order = (
            self._parameters.order(name, words)
            if name in NAMES
            else getattr(self, f"_{name}")(words)
        )
        attribute = "simple"
        if words.flag("ordered"):
            attribute = "ordered"
        elif words.flag("head"):
            attribute = "head of queue"
        before = (self._device.now, len(self._device.under_way))
        try:
            command = self._device.submit(
                order.cdb,
                data=order.data,
                room=order.room,
                attribute=attribute,
                host=host,
                lun=order.lun,
            )
        except ConfigError:
            least = LENGTHS.get(order.cdb[0] >> 5, 1)
            if len(order.cdb) >= least or before != (self._device.now, len(self._device.under_way)):
                raise RuleError(f"refused, or not without effect: {line}") from None
            return None
        strict = order.more.pop("strict", False) or attribute == "ordered"
        sent = Sent(
            text=line,
            index=self.rules.next_index,
            host=host,
            command=command,
            head=attribute == "head of queue",
            strict=strict,
            lun=order.lun,
            **order.more,
        )
        self.rules.submit(sent)
        if sent.writes:
            for lbn in range(sent.first, sent.first + sent.given):
                self._newest[lbn] = sent.index + 1
        return sent

    def _manage(self, line: str, host: int, name: str, words: Words) -> Sent | None:
        lun = words.number("lun") or 0
        function = _FUNCTIONS.get(name, "")
        task = None
        if name == "abort" and words.flag("set"):
            function = "abort task set"
        elif name == "abort":
            own = [s for s in self.rules.sent if s.host == host and not s.function]
            back = int(words.words[0])
            if back > len(own):
                return None
            function, task = "abort task", own[-back]
        command = self._device.manage(
            function, None if task is None else task.command, host=host, lun=lun
        )
        sent = Sent(
            text=line,
            index=self.rules.next_index,
            host=host,
            command=command,
            lun=lun,
            function=function,
            task=task,
        )
        self.rules.submit(sent)
        return sent

    def _transfer(self, code: int, words: Words) -> tuple[bytes, dict[str, Any]]:
        first, count = words.blocks()
        flags = 0x08 * words.flag("fua") | 0x10 * words.flag("dpo")
        cdb = [code, flags, *first.to_bytes(4, "big"), 0, *count.to_bytes(2, "big"), 0]
        more = {
            "first": first,
            "count": count,
            "queued": count > 0,
            "places": count > 0,
            "needs_disk": True,
        }
        return bytes(cdb), more

    def _read(self, words: Words) -> Order:
        cdb, more = self._transfer(0x28, words)
        whole = more["count"] * self._size
        room = words.number("room")
        room = whole if room is None else min(room, whole)
        more |= {"reads": True, "expected": _GOOD if room == whole else _BROKEN_OFF}
        return Order(cdb, room=room, more=more)

    def _write(self, words: Words) -> Order:
        verify = words.flag("verify")
        cdb, more = self._transfer(0x2E if verify else 0x2A, words)
        if verify:
            cdb = cdb[:1] + bytes([cdb[1] & 0x10 | 0x02]) + cdb[2:]
        given = words.number("given")
        given = more["count"] if given is None else min(given, more["count"])
        number = self.rules.next_index + 1
        data = b"".join(block_of(more["first"] + i, number, self._size) for i in range(given))
        more |= {
            "writes": more["count"] > 0,
            "given": given,
            "through": words.flag("fua") or verify,
            "strict": verify,
            "places": more["places"] and not verify,
            "expected": _GOOD if given == more["count"] else _BROKEN_OFF,
        }
        return Order(cdb, data=data, more=more)

    def _compare(self, words: Words) -> Order:
        cdb, more = self._transfer(0x2F, words)
        cdb = cdb[:1] + bytes([cdb[1] & 0x10 | 0x02]) + cdb[2:]
        first, count, wrong = more["first"], more["count"], words.number("wrong")
        versions = {lbn: self._newest.get(lbn, 0) for lbn in range(first, first + count)}
        if wrong is not None and count:
            versions[first + wrong % count] = 2**31  # nobody writes this version
        data = b"".join(block_of(lbn, number, self._size) for lbn, number in versions.items())
        miscompare = (CHECK_CONDITION, MISCOMPARE)
        more |= {"versions": versions, "expected": _GOOD | {miscompare}}
        return Order(cdb, data=data, more=more)

    def _verify(self, words: Words) -> Order:
        cdb, more = self._transfer(0x2F, words)
        return Order(cdb, more=more)

    def _synchronize(self, words: Words) -> Order:
        cdb, more = self._transfer(0x35, words)
        immediate = words.flag("immediate")
        cdb = cdb[:1] + bytes([0x02 * immediate]) + cdb[2:]
        more |= {
            "queued": True,
            "places": False,
            "strict": True,
            "promises": not immediate,
            "count": more["count"] or self._device.config.blocks - more["first"],
        }
        return Order(cdb, more=more)

    def _ready(self, words: Words) -> Order:
        lun = words.number("lun") or 0
        more = {"needs_disk": True, "expected": WRONG_UNIT if lun else _GOOD}
        return Order(bytes(6), lun=lun, more=more)

    def _sense(self, _: Words) -> Order:
        return Order(bytes([3, 0, 0, 0, 18, 0]), room=18, more={"asks_sense": True, "always": True})

    def _inquiry(self, _: Words) -> Order:
        return Order(bytes([0x12, 0, 0, 0, 36, 0]), room=36, more={"always": True})

    def _capacity(self, _: Words) -> Order:
        return Order(bytes([0x25, *bytes(9)]), room=8)

    def _reserve(self, _: Words) -> Order:
        more = {"expected": INVALID_OPERATION if self._modern else _GOOD}
        return Order(bytes([0x16, *bytes(5)]), more=more | {"reserves": True})

    def _release(self, _: Words) -> Order:
        more = {"expected": INVALID_OPERATION if self._modern else _GOOD}
        return Order(bytes([0x17, *bytes(5)]), more=more | {"reserves": False})

    # --- command blocks of any bytes ---

    def _bytes(self, words: Words) -> Order:
        cdb = bytes.fromhex(words.words[0])
        lun = words.number("lun") or 0
        more: dict[str, Any] = {"always": cdb[0] in ALWAYS, "needs_disk": cdb[0] == 0}
        more["asks_sense"] = cdb[0] == 0x03
        whole = cdb.ljust(16, b"\0")
        more["expected"] = self._expected(whole, lun)
        if more["asks_sense"] and not (whole[5] & 7):
            whole = whole[:4] + bytes([18]) + whole[5:]
            return Order(cdb if len(cdb) < LENGTHS[0] else whole, room=18, lun=lun, more=more)
        return Order(cdb, room=1 << 16, lun=lun, more=more)

    def _expected(self, cdb: bytes, lun: int) -> Answers | None:
        """Returns the answers to a command block that is not of the other operations."""
        code = cdb[0]
        if lun and code not in ALWAYS:
            return WRONG_UNIT
        if code in UNKNOWN:
            return INVALID_OPERATION
        if code not in HARMLESS + TRANSFERS:
            raise ValueError(cdb.hex())
        if cdb[LENGTHS[code >> 5] - 1] & 7:
            return INVALID_FIELD
        if code in TRANSFERS:
            compares = code & 0x0F >= 0x0E
            return INVALID_FIELD if cdb[1] & (0xE5 if compares else 0xE1) else OUT_OF_RANGE
        return None
