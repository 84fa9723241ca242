"""A target of `headstack serve`, in a process of its own; and an initiator that sends raw units."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from headstack_serve.iscsi import pdu, text
from headstack_serve.iscsi.wire import digest

NAME = "iqn.2026-11.io.github.headstack:drives"
PATIENCE_S = 60
BLOCK = 512


class Served:
    """A service and its port."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process, self.port = process, port
        self.document: dict[str, Any] = {}

    @property
    def url(self) -> str:
        return f"iscsi://127.0.0.1:{self.port}/{NAME}/0"

    def cut_power(self) -> None:
        self.process.send_signal(signal.SIGUSR1)

    def stop(self) -> str:
        """Ends the service by Ctrl-C. Returns its messages about connections."""
        self.process.send_signal(signal.SIGINT)
        out, said = self.process.communicate(timeout=PATIENCE_S)
        assert self.process.returncode == 0, said
        self.document = json.loads(out)
        return said


@contextmanager
def served(*options: str | Path) -> Iterator[Served]:
    command = [sys.executable, "-m", "headstack", "serve", "--json", "--iscsi", "127.0.0.1:0"]
    process = subprocess.Popen(
        [*command, *map(str, options)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r" at 127\.0\.0\.1:(\d+);", line)
        assert found, line + process.stderr.read()
        yield Served(process, int(found[1]))
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


class Initiator:
    """An initiator of the tests: sends units, and reads answers."""

    def __init__(self, port: int, *, isid: bytes = b"\x40\x00\x00\x00\x00\x01") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.isid = isid
        self.command_sn, self.tag = 1, 0
        self.header_digest = self.data_digest = False

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> "Initiator":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, unit: pdu.Pdu) -> None:
        header, data = pdu.encode(unit)
        parts = [header, digest(header) if self.header_digest else b"", data]
        if data and self.data_digest:
            parts.append(digest(data))
        self.socket.sendall(b"".join(parts))

    def _exactly(self, count: int) -> bytes:
        found = b""
        while len(found) < count:
            part = self.socket.recv(count - len(found))
            if not part:
                raise EOFError
            found += part
        return found

    def receive(self) -> Any:
        header = self._exactly(48)
        extra, count = pdu.lengths(header)
        header += self._exactly(extra)
        if self.header_digest:
            assert self._exactly(4) == digest(header)
        data = self._exactly(count + -count % 4)
        if data and self.data_digest:
            assert self._exactly(4) == digest(data)
        return pdu.decode(header, data[:count])

    def receive_until_the_end(self) -> None:
        """Reads units until the target ends the connection, which raises an error."""
        while True:
            self.receive()

    def ask(self, unit: pdu.Pdu) -> Any:
        self.send(unit)
        return self.receive()

    def ask_to_leave(self) -> None:
        """Logs out, and waits for the end of the connection."""
        self.send(pdu.LogoutRequest(flags=0x80, tag=self.next_tag(), immediate=True))
        with suppress(EOFError, ConnectionError):
            self.receive_until_the_end()

    def next_tag(self) -> int:
        self.tag += 1
        return self.tag

    def login_step(self, pairs: dict[str, str], stage: int, following: int | None) -> Any:
        flags = stage << 2 | (0 if following is None else 0x80 | following)
        return self.ask(
            pdu.LoginRequest(
                flags=flags,
                initiator_session=self.isid,
                tag=0,
                command_sn=self.command_sn,
                data=text.join(pairs.items()),
                immediate=True,
            )
        )

    def login(self, **keys: str) -> dict[str, str]:
        pairs = {"InitiatorName": "iqn.2026-11.test:a", "TargetName": NAME, **keys}
        answer = self.login_step(pairs, 1, 3)
        assert (answer.status, answer.flags) == (0, 0x87), answer
        self.header_digest = keys.get("HeaderDigest") == "CRC32C"
        self.data_digest = keys.get("DataDigest") == "CRC32C"
        return text.parse(answer.data)

    def command(
        self,
        cdb: bytes,
        *,
        reads: int = 0,
        writes: bytes = b"",
        sends: int | None = None,
        immediate: bool = False,
        lun: int = 0,
        final: bool = True,
    ) -> pdu.ScsiCommand:
        """Returns a command. `sends`: number of bytes that come with the command."""
        flags = (0x80 if final else 0) | (0x40 if reads else 0) | (0x20 if writes else 0) | 1
        unit = pdu.ScsiCommand(
            flags=flags,
            lun=lun << 48,
            tag=self.next_tag(),
            expected_bytes=reads or len(writes),
            command_sn=self.command_sn,
            cdb=cdb.ljust(16, b"\0"),
            data=writes[:sends],
            immediate=immediate,
        )
        if not immediate:
            self.command_sn += 1
        return unit

    def read_all(self) -> tuple[bytes, Any]:
        """Returns the data of a read, and the unit with its status."""
        data = b""
        while True:
            unit = self.receive()
            if isinstance(unit, pdu.ScsiResponse):
                return data, unit
            assert unit.offset == len(data)
            data += bytes(unit.data)
            if unit.flags & 1:
                return data, unit


def read_10(lbn: int, blocks: int) -> bytes:
    return bytes([0x28, 0, *lbn.to_bytes(4, "big"), 0, *blocks.to_bytes(2, "big"), 0])


def write_10(lbn: int, blocks: int) -> bytes:
    return bytes([0x2A, 0, *lbn.to_bytes(4, "big"), 0, *blocks.to_bytes(2, "big"), 0])


STOP = bytes([0x1B, 0, 0, 0, 0, 0])
START_AT_ONCE = bytes([0x1B, 1, 0, 0, 1, 0])
"""START STOP UNIT, which does not wait for the disk."""


def sense_of(response: pdu.ScsiResponse) -> tuple[int, int, int]:
    """Returns sense key, additional sense code and qualifier. The data begin with their length."""
    data = response.data
    return data[4] & 0xF, data[14], data[15]
