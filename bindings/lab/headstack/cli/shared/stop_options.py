"""Reads the errors that end a run from the option --stop-on."""

from typing import Any, Final

from headstack import checks

ERRORS: Final = ("media", "data")
NONE: Final = "none"
USUAL: Final = "media"


def arguments_of(text: str) -> dict[str, Any]:
    """Returns the arguments of `Drive.run` for --stop-on, as in 'media,data'.

    With `media`, an error of the medium ends the run. Without `media`, the request counts as
    failed. With `data`, requests write data, and a read with other data than were written ends the
    run. With `none`, none of these errors ends the run.

    Raises:
        ConfigError: an unknown word, or `none` with another word.
    """
    words = [word.strip() for word in text.split(",")]
    if NONE in words and len(words) > 1:
        raise checks.wrong("stop_on", f" {text}: none stands alone")
    for word in words:
        if word not in (*ERRORS, NONE):
            raise checks.unknown("stop_on", word, (*ERRORS, NONE))
    return {"on_media_error": "stop" if "media" in words else "count", "contents": "data" in words}
