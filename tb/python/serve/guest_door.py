"""Runs in a guest: sends SCSI commands through SG_IO, and prints each answer as a line of JSON.

py door.py DEVICE TIMEOUT_MS CDB:ROOM ...

CDB is in hexadecimal digits. `CDB:ROOM=BYTES` sends zeros. `/FILE=TEXT` writes a text to a file.
"""

import json
import sys
from pathlib import Path

from headstack.errors import RunError
from headstack_identify.device.transport.permitted import Permitted
from headstack_identify.device.transport.sg import SgTarget
from headstack_identify.extract import Request


def request(words: str) -> Request:
    """Reads a command."""
    cdb, _, rest = words.partition(":")
    room, _, size = rest.partition("=")
    return Request(bytes.fromhex(cdb), data=bytes(int(size or 0)), room=int(room))


def main(device: str, timeout_ms: str, *commands: str) -> None:
    """Sends the commands."""
    target = Permitted(SgTarget(device, timeout_ms=int(timeout_ms)))
    for words in commands:
        if words.startswith("/"):
            file, _, text = words.partition("=")
            Path(file).write_bytes(text.encode())
            continue
        try:
            answer = target.command(request(words))
        except (OSError, RunError) as error:
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}))
            continue
        print(
            json.dumps(
                {
                    "status": answer.status,
                    "data": answer.data.hex(),
                    "sense": answer.sense.hex(),
                    "took_ps": answer.ended - answer.began,
                }
            )
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
