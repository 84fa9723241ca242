"""Hostile initiators without a network: units with faults, against a target in this process."""

import asyncio
import random
import struct
from dataclasses import dataclass, field

from headstack import Drive
from headstack_serve.iscsi import memory, pdu, text
from headstack_serve.iscsi.connection import Connection
from headstack_serve.iscsi.login import Access
from headstack_serve.iscsi.target import Target
from headstack_serve.iscsi.wire import Wire
from headstack_serve.pace import FreeClock
from headstack_serve.unit import Unit

NAME = "iqn.test"
_HOSTILE = 0.1
"""Share of hostile logins, and of units with faults."""
_LOGIN = {"InitiatorName": "iqn.a", "TargetName": NAME, "InitialR2T": "No"}


@dataclass
class _Output:
    """The end of a connection at the initiator. Keeps all written bytes."""

    written: bytearray = field(default_factory=bytearray)

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        pass

    abort = close

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return "127.0.0.1", 3260

    async def drain(self) -> None:
        pass

    @property
    def transport(self) -> "_Output":
        return self

    def get_write_buffer_size(self) -> int:
        return 0


def _login(rng: random.Random) -> pdu.Pdu:
    keys = dict(_LOGIN)
    for key in rng.sample(sorted(text.RULES), 3 if rng.random() < _HOSTILE else 0):
        if not key.endswith("Digest"):  # the units that follow have no digests
            keys[key] = rng.choice(["Yes", "No", "0", "512", "99999999", "x" * 300, "0x10"])
    return pdu.LoginRequest(
        flags=rng.choice([0x81, 0x04, 0xC7]) if rng.random() < _HOSTILE else 0x87,
        initiator_session=rng.randbytes(6),
        command_sn=1,
        tag=rng.getrandbits(32),
        data=text.join(keys.items()),
        immediate=True,
    )


def _next(numbers: list[int]) -> int:
    numbers[0] += 1
    return numbers[0] - 1


def _unit(rng: random.Random, number: int, numbers: list[int], tags: list[int]) -> pdu.Pdu:
    tag = rng.choice([*tags[-3:], 100 + number, 100 + number])
    tags.append(tag)
    kind = rng.randrange(10)
    if kind < 4:
        blocks = rng.choice([0, 1, 8, 100, 65535])
        lbn = rng.choice([0, 1000, 2**31, rng.getrandbits(32)])
        cdb = bytes([rng.choice([0x28, 0x2A, 0x08, 0x0A, 0x88, 0x2F, 0x12, 0xA0, 0x15, 0x55]), 0])
        cdb += struct.pack(">IBHB", lbn, 0, blocks, 0)
        return pdu.ScsiCommand(
            flags=rng.choice([0xC1, 0xA1, 0x21, 0x81, 0xE1, 0xC3, 0xA6]),
            lun=rng.choice([0, 0, 0, 1 << 48, rng.getrandbits(64)]),
            tag=tag,
            expected_bytes=rng.choice([0, 512, 4096, 100, 2**20, 2**32 - 1]),
            command_sn=_next(numbers),
            cdb=rng.choice([cdb, cdb, rng.randbytes(16)]).ljust(16, b"\0"),
            data=rng.randbytes(rng.choice([0, 0, 512, 4096])),
        )
    if kind < 6:
        return pdu.DataOut(
            flags=rng.choice([0, 0x80]),
            tag=tag,
            transfer_tag=rng.choice([pdu.NO_TAG, 1, 2, rng.getrandbits(32)]),
            data_sn=rng.choice([0, 0, 1, 2]),
            offset=rng.choice([0, 512, 4096, 2**31]),
            data=rng.randbytes(rng.choice([0, 512, 4096])),
        )
    if kind == 6:
        return pdu.TaskManagement(
            flags=0x80 | rng.randrange(12), tag=tag, command_sn=_next(numbers), referenced_tag=tag
        )
    if kind == 7:
        data = rng.choice([b"SendTargets=All\0", b"a\0", b"=\0", rng.randbytes(40), b"x=1\0" * 900])
        return pdu.TextRequest(flags=rng.choice([0x80, 0x40]), command_sn=_next(numbers), data=data)
    if kind == 8:
        return pdu.NopOut(flags=0x80, tag=tag, command_sn=_next(numbers), data=rng.randbytes(8))
    return rng.choice([
        pdu.LogoutRequest(flags=0x80 | rng.randrange(4), tag=tag, command_sn=_next(numbers)),
        pdu.Snack(flags=0x80, tag=tag),
    ])  # fmt: skip


def sound_login() -> bytes:
    """Returns the bytes of a login without faults."""
    keys = text.join(_LOGIN.items())
    return _encoded(pdu.LoginRequest(flags=0x87, command_sn=1, immediate=True, data=keys))


def hostile_units(rng: random.Random) -> list[bytes]:
    """Returns the bytes of the units of a connection. Some units have faults."""
    numbers, tags = [1], [1]
    units = [_login(rng)] + [_unit(rng, n, numbers, tags) for n in range(1, rng.randrange(2, 20))]
    return [_bytes(rng, unit) for unit in units]


def _encoded(unit: pdu.Pdu) -> bytes:
    return b"".join(pdu.encode(unit))


def _bytes(rng: random.Random, unit: pdu.Pdu) -> bytes:
    """Returns the bytes of a unit. Some bytes may be wrong."""
    found = bytearray(_encoded(unit))
    fault = rng.randrange(3) if rng.random() < _HOSTILE else None
    if fault == 0:
        found[rng.randrange(48)] = rng.getrandbits(8)
    elif fault == 1:
        for _ in range(4):
            found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    elif fault == 2:
        del found[rng.randrange(len(found)) :]
    return bytes(found)


def _ignore(peer: str, why: str) -> None:
    pass


class Fuzz:
    """A target in this process, and its hostile initiators."""

    def __init__(self) -> None:
        self.session = Drive("hp_c2247", "sptf").open()
        self.ends: list[str] = []
        unit = Unit(self.session, FreeClock())
        self.target = Target(Access(NAME), [unit], _ignore)

    async def connect(self, sent: bytes) -> tuple[str, bytes]:
        """Sends bytes, and closes. Returns the reason of the end, and the answers."""
        reader, output = asyncio.StreamReader(), _Output()
        wire = Wire(reader, output)  # type: ignore[arg-type]
        connection = Connection(self.target, wire)
        reader.feed_data(sent)
        reader.feed_eof()
        try:
            return await connection.serve(), bytes(output.written)
        finally:
            self.target.forget(connection)

    async def hostile(self, seed: int) -> int:
        """Sends units with faults. Returns the number of units."""
        units = hostile_units(random.Random(seed))
        await self.connect(b"".join(units))
        return len(units)

    async def check(self) -> None:
        """Checks that an honest initiator is served, and that no memory is lost."""
        ping = pdu.NopOut(flags=0x80, tag=7, command_sn=1, data=b"ping")
        why, answers = await self.connect(sound_login() + _encoded(ping))
        assert why == "the initiator closed the connection", why
        assert answers.endswith(b"ping")
        while self.session.under_way:
            await asyncio.sleep(0)
        assert self.target.memory_left == memory.OF_TARGET


async def fuzz(units: int, seed: int) -> int:
    """Sends at least `units` units. Returns their number."""
    target, sent = Fuzz(), 0
    with target.session:
        while sent < units:
            sent += await target.hostile(seed)
            seed += 1
            if seed % 200 == 0:
                await target.check()
        await target.check()
    return sent
