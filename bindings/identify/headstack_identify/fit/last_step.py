"""The last step of a fit: tries the small changes of the drive that a search found."""

from dataclasses import replace

from headstack_identify.fit.found import Found
from headstack_identify.fit.small_changes import SmallChanges


def mended(found: Found, trying: SmallChanges) -> Found:
    """Returns the result of a search with the small changes that pay.

    Without such a change, values and numbers stay as they are.

    Args:
        found: the result of a search.
        trying: small changes of the search's description, scored on the search's requests.
    """
    done = trying.mended(found.values, found.others)
    complete = found.complete and done.complete
    if not done.taken:
        return replace(found, complete=complete)
    config = trying.replays.config.with_values(done.values)
    numbers = found.numbers.copy()
    for place, knob in enumerate(found.knobs):
        if knob.name in done.numbers:
            numbers[place] = knob.read(config)
    return replace(
        found,
        numbers=numbers,
        others=done.others,
        values=done.values,
        replayed=done.replayed,
        complete=complete,
        cost=found.cost - done.gain_nats,
        log=(*found.log, *(one.sentence for one in done.taken)),
        mended=done.taken,
    )
