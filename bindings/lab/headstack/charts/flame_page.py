"""The page of a flame graph: an HTML file that needs no other file."""

from headstack import files
from headstack.charts import standalone
from headstack.drawing import markup
from headstack.processor import Profile


def html(profile: Profile, title: str) -> str:
    """Returns the text of the page. `title` names the run."""
    heading = f"{title}: {profile.cycles:,} cycles"
    return standalone.html("flame_page", heading, profile.speedscope(title))


def write(profile: Profile, title: str, path: files.Name) -> None:
    """Writes the page, completely or not at all.

    Args:
        profile: profile of a run.
        title: name of the run.
        path: the file.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    markup.write(html(profile, title), path)
