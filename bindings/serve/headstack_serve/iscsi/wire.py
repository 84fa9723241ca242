"""Units on a connection: read with limits and digests, and written (RFC 7143, 11 and 13.1)."""

import asyncio
from typing import Final

import google_crc32c

from headstack_serve.address import Address
from headstack_serve.iscsi import pdu
from headstack_serve.iscsi.pdu import HEADER_BYTES, WORD, Pdu
from headstack_serve.iscsi.refusals import PduError, Reason

_DIGEST_BYTES: Final = 4
_LONGEST_CLOSE_S: Final = 5.0
_MOST_EXTRA: Final = 64
"""Most bytes of additional headers. The target needs none of them."""
MOST_UNSENT: Final = 4 << 20
"""Bytes that may wait for a slow initiator before the target stops reading from it."""


def digest(data: bytes) -> bytes:
    """Returns the CRC-32C of bytes, as it is on the wire."""
    return int(google_crc32c.value(data)).to_bytes(_DIGEST_BYTES, "little")


class Wire:
    """A connection as a sequence of units.

    Attributes:
        header_digest, data_digest: whether the units have digests.
        most_data: most bytes of data in a unit of the initiator.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.header_digest = False
        self.data_digest = False
        self.most_data = 8192

    @property
    def peer(self) -> str:
        """Address of the initiator, for messages."""
        name = self._writer.get_extra_info("peername")
        return str(Address(*name[:2])) if name else "an initiator"

    async def read(self) -> Pdu:
        """Returns the next unit.

        Raises:
            PduError: the bytes are no unit, or break a limit.
            asyncio.IncompleteReadError, OSError: the connection has ended.
        """
        if self.unsent > MOST_UNSENT:
            await self._writer.drain()
        header = await self._reader.readexactly(HEADER_BYTES)
        extra, count = pdu.lengths(header)
        if extra > _MOST_EXTRA:
            raise PduError(f"{extra} bytes of additional headers; at most {_MOST_EXTRA}", header)
        if count > self.most_data:
            raise PduError(f"{count} bytes of data; at most {self.most_data}", header)
        header += await self._reader.readexactly(extra)
        if self.header_digest and await self._digest() != digest(header):
            raise PduError("wrong digest of the header", header[:HEADER_BYTES])
        data = await self._reader.readexactly(count + -count % WORD) if count else b""
        if count and self.data_digest and await self._digest() != digest(data):
            raise PduError(
                "wrong digest of the data", header[:HEADER_BYTES], Reason.DATA_DIGEST_ERROR
            )
        return pdu.decode(header, memoryview(data)[:count])

    async def _digest(self) -> bytes:
        return await self._reader.readexactly(_DIGEST_BYTES)

    def write(self, unit: Pdu) -> None:
        """Sends a unit, or keeps it until the system takes it."""
        header, data = pdu.encode(unit)
        parts = [header]
        if self.header_digest:
            parts.append(digest(header))
        if data:
            parts.append(data)
            if self.data_digest:
                parts.append(digest(data))
        self._writer.write(b"".join(parts))

    @property
    def address(self) -> str:
        """The target's address and port, as the initiator reached them."""
        name = self._writer.get_extra_info("sockname")
        return str(Address(*name[:2]))

    @property
    def unsent(self) -> int:
        """Bytes that wait for the initiator."""
        return self._writer.transport.get_write_buffer_size()

    def close(self) -> None:
        """Ends the connection after the units that were written, or after some seconds."""
        self._writer.close()
        asyncio.get_running_loop().call_later(_LONGEST_CLOSE_S, self.abort)

    def abort(self) -> None:
        """Ends the connection at once."""
        self._writer.transport.abort()
