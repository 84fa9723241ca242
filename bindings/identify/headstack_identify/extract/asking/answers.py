"""Checks of a target's answers, and requests in readable form."""

from numbers import Integral

from headstack_identify.extract.asking.target import Answer, Request

_CHECK = 0x02
_LEAST_SENSE = 14  # bytes, up to the qualifier
_NAMES = {
    0x00: "TEST UNIT READY",
    0x12: "INQUIRY",
    0x15: "MODE SELECT(6)",
    0x1A: "MODE SENSE(6)",
    0x1C: "RECEIVE DIAGNOSTIC RESULTS",
    0x1D: "SEND DIAGNOSTIC",
    0x25: "READ CAPACITY",
    0x28: "READ(10)",
    0x2A: "WRITE(10)",
    0x2F: "VERIFY(10)",
    0x37: "READ DEFECT DATA",
}
_OF_BLOCKS = (0x28, 0x2A, 0x2F)


def described(request: Request) -> str:
    """Names a request with its blocks: 'READ(10) of blocks 20 .. 27'."""
    code = request.cdb[0]
    name = _NAMES.get(code, f"command {code:#04x}")
    if code not in _OF_BLOCKS:
        return name
    first, blocks = (int.from_bytes(request.cdb[a:b], "big") for a, b in ((2, 6), (7, 9)))
    which = f"block {first:,}" if blocks == 1 else f"blocks {first:,} .. {first + blocks - 1:,}"
    return f"{name} of {which}"


def flaw(answer: object, latest: int | None) -> str | None:
    """Returns the fault of an answer. Returns `None` if the answer has no fault.

    Args:
        answer: the object that a target returned.
        latest: earliest allowed start of the command, in ps. `None`: any start.
    """
    if not isinstance(answer, Answer):
        return f"{answer!r:.80} is no answer"
    whole = (answer.status, answer.began, answer.ended)
    if not all(isinstance(each, Integral) for each in whole):
        return f"its status and its times are {whole}, not whole numbers"
    if answer.status < 0:
        return "no status"
    if not all(isinstance(each, (bytes, bytearray)) for each in (answer.data, answer.sense)):
        return "its data and its sense are not bytes"
    if answer.status == _CHECK and len(answer.sense) < _LEAST_SENSE:
        return f"CHECK CONDITION with {len(answer.sense)} bytes of sense; {_LEAST_SENSE} are needed"
    if answer.ended < answer.began:
        return f"it ended at {answer.ended} ps, before it began at {answer.began} ps"
    if latest is not None and answer.began < latest:
        return f"it began at {answer.began} ps, and the clock had said {latest} ps before"
    return None
