"""The contents that each block may have, and the blocks themselves."""

from dataclasses import dataclass

from lab.hosts.order import Order
from lab.hosts.sent import GOOD, RuleError, Sent, before
from lab.hosts.setting import Setting


@dataclass(eq=False)
class Version:
    """Contents that a write gives to a block.

    Attributes:
        number: number of the version. 0: the contents before all writes.
        write: the write.
        holds: whether the version replaces all older versions. It does not if the write failed, or
            if a loss of power may have removed it.
        promised: whether the version survives a loss of power.
    """

    number: int
    write: Sent | None
    holds: bool = False
    promised: bool = False


class Contents:
    """The versions that each block may have."""

    def __init__(self, order: Order, write_cache: Setting[bool]) -> None:
        self._order = order
        self._write_cache = write_cache
        self._blocks: dict[int, list[Version]] = {}
        self._seen: dict[int, list[tuple[Version, Sent]]] = {}

    def versions(self, lbn: int) -> list[Version]:
        """Returns the versions of a block, in the order of their submission."""
        return self._blocks.setdefault(lbn, [Version(0, None, holds=True, promised=True)])

    def write(self, sent: Sent) -> None:
        """Notes a write that is sent."""
        for lbn in range(sent.first, sent.first + min(sent.given, sent.count)):
            self.versions(lbn).append(Version(sent.index + 1, sent))

    def wrote(self, sent: Sent) -> None:
        """Notes the end of a write."""
        if sent.answer[0] != GOOD:
            return
        through = sent.through or self._write_cache.values(sent) == {False}
        for lbn in sent.blocks:
            version = next(v for v in self.versions(lbn) if v.write is sent)
            version.holds, version.promised = True, through

    def promise(self, by: Sent) -> None:
        """Notes that older writes are on the medium."""
        for lbn, versions in self._blocks.items():
            for version in versions:
                write = version.write
                if (
                    write is not None
                    and version.holds
                    and lbn in by.blocks
                    and (before(write, by) or self._order.fixed(write, by))
                ):
                    version.promised = True

    def lose_power(self) -> None:
        """Notes a loss of power."""
        self._seen.clear()
        for versions in self._blocks.values():
            for version in versions:
                version.holds = version.holds and version.promised

    def check(self, lbn: int, number: int, read: Sent) -> None:
        """Checks the version that a read found.

        Raises:
            RuleError: the read cannot find the version.
        """
        found = next((v for v in self.versions(lbn) if v.number == number), None)
        if found is None:
            raise RuleError(f"block {lbn} has version {number}, which nobody wrote: {read}")
        why = self._fault(lbn, found, read)
        if why:
            raise RuleError(f"block {lbn} has version {number}, {why}: {read}")
        self._seen.setdefault(lbn, []).append((found, read))

    def may_differ(self, lbn: int, number: int, read: Sent) -> bool:
        """Whether a read may find another version than this."""
        return any(v.number != number and not self._fault(lbn, v, read) for v in self.versions(lbn))

    def _fault(self, lbn: int, found: Version, read: Sent) -> str:
        if found.write is not None and self._first(read, found.write):
            return "which was written later"
        for newer in self.versions(lbn):
            assert newer.write is not None or newer.number == 0
            if (
                newer.write is not None
                and newer is not found
                and newer.holds
                and (found.write is None or self._first(found.write, newer.write))
                and self._first(newer.write, read)
            ):
                return f"although version {newer.number} has replaced it"
        for seen, by in self._seen.get(lbn, []):
            if (
                seen is not found
                and self._first(by, read)
                and (found.write is None or self._first(found.write, by))
            ):
                return f"although an earlier read found the newer version {seen.number}"
        return ""

    def _first(self, one: Sent, other: Sent) -> bool:
        return before(one, other) or self._order.fixed(one, other)


_WORD = 8


def block_of(lbn: int, number: int, size: int) -> bytes:
    """Returns the contents of a block in a version. Version 0 is all zeros."""
    if number == 0:
        return bytes(size)
    return (number << 32 | lbn).to_bytes(_WORD, "big") * (size // _WORD)


def version_in(block: bytes, lbn: int) -> int:
    """Returns the version of a block.

    Raises:
        RuleError: the block is of another place, or mixed.
    """
    number = int.from_bytes(block[: _WORD // 2], "big")
    if block != block_of(lbn, number, len(block)):
        raise RuleError(f"block {lbn} is of another place, or is mixed: {block[:16].hex()}")
    return number
