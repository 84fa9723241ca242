"""Commands that change mode parameters, save them, or ask for them."""

from typing import Any, Final

from lab.hosts.sent import refused
from lab.hosts.words import Order, Words

NAMES: Final = ("cache", "queue", "weights", "parameters", "mode")
"""Names of the operations."""

_PAGES: Final = {"cache": (0x08, 0), "queue": (0x0A, 0), "weights": (0x20, 1)}
_SAVED: Final = 0xC0
_CLASSES: Final = 64


def value_in(name: str, reply: bytes) -> Any:
    """Returns the value of a setting in a reply to its question."""
    page = reply[8:]
    assert page[0] & 0x80, "the page can be saved"
    if name == "cache":
        return bool(page[2] & 0x04)
    if name == "queue":
        return page[3] & 0xF0 == 0
    weights = [int.from_bytes(page[at : at + 4], "big") for at in range(8, len(page), 4)]
    assert len(weights) == _CLASSES
    return tuple(weight / 65536 for weight in weights if weight)


class Parameters:
    """The mode parameters of a drive.

    Args:
        caching: the caching page at the start.
        control: the control page at the start.
        weights: the weights of a drive that shares, in percent; otherwise empty.
        blocks: number of blocks of the drive.
    """

    def __init__(
        self,
        caching: bytes,
        control: bytes,
        weights: tuple[float, ...],
        *,
        blocks: int,
    ) -> None:
        self._caching, self._control = caching, control
        self._shares = bool(weights)
        self._blocks = blocks

    def order(self, name: str, words: Words) -> Order:
        """Returns the command of an operation."""
        order: Order = getattr(self, f"_{name}")(words)
        return order

    def _select(self, pages: bytes, words: Words, more: dict[str, Any]) -> Order:
        data = bytes(8) + pages if pages else b""
        save = words.flag("save")
        more = {"queued": True, "strict": True, "saves": save} | more
        cdb = [0x55, 0x10 | save, 0, 0, 0, 0, 0, *len(data).to_bytes(2, "big"), 0]
        return Order(bytes(cdb), data=data, more=more)

    def _cache(self, words: Words) -> Order:
        on = words.flag("on")
        page = bytearray(self._caching)
        page[2] = page[2] & ~0x04 | 0x04 * on
        # without the write cache, GOOD comes after all blocks are on the medium
        everything = {"first": 0, "count": self._blocks}
        more = {"caches": on, "tells": True, "promises": not on} | (everything if not on else {})
        return self._select(bytes(page), words, more)

    def _queue(self, words: Words) -> Order:
        restricted = words.flag("restricted")
        page = bytearray(self._control)
        page[3] = page[3] & 0x0F | (0x00 if restricted else 0x10)
        return self._select(bytes(page), words, {"restricts": restricted, "tells": True})

    def _weights(self, words: Words) -> Order:
        percent = tuple(int(word) for word in words.words if word.isdigit())
        page = bytes([0x60, 0x01, 0x01, 0x04, 0, 0, 0, 0])
        page += b"".join((weight << 16).to_bytes(4, "big") for weight in percent)
        if not self._shares or 0 in percent:
            return self._select(page.ljust(264, b"\0"), words, {"expected": refused(0x26)})
        return self._select(page.ljust(264, b"\0"), words, {"weighs": percent, "tells": True})

    def _parameters(self, words: Words) -> Order:
        if words.flag("none"):
            return self._select(b"", words, {})
        return self._select(bytes([0x3E, 2, 0, 0]), words, {"expected": refused(0x26)})

    def _mode(self, words: Words) -> Order:
        name = words.words[0]
        saved = words.flag("saved")
        code, subpage = _PAGES[name]
        cdb = [0x5A, 0x08, code | _SAVED * saved, subpage, 0, 0, 0, 0x02, 0x00, 0]
        if name == "weights" and not self._shares:
            return Order(bytes(cdb), room=512, more={"expected": refused(0x24)})
        return Order(bytes(cdb), room=512, more={"asks": (name, saved)})
