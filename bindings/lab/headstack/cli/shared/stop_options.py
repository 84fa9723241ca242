"""The word of the command line for the errors that end a run."""

from typing import Any, Final

from headstack import checks

ERRORS: Final = ("media", "data")
NONE: Final = "none"
USUAL: Final = "media"


def arguments_of(text: str) -> dict[str, Any]:
    """The arguments of `Drive.run` for --stop-on, as in 'media,data'.

    `media` is an error of the medium; without it, such a request counts as failed. `data` is a read
    that brings other data than were written; with it, data are written and compared. `none` is no
    error.

    Raises:
        ConfigError: an unknown word.
    """
    words = [word.strip() for word in text.split(",")]
    if NONE in words and len(words) > 1:
        raise checks.wrong("stop_on", f" {text}: none stands alone")
    for word in words:
        if word not in (*ERRORS, NONE):
            raise checks.unknown("stop_on", word, (*ERRORS, NONE))
    return {"on_media_error": "stop" if "media" in words else "count", "contents": "data" in words}
