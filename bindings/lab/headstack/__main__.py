"""`python -m headstack` is the command `headstack`."""

from headstack.starting.interrupt import quietly
from headstack.starting.threads import one_thread


def main() -> None:
    """Entry point of the console script `headstack`."""
    one_thread()
    with quietly():
        from headstack import cli
    cli.main()


if __name__ == "__main__":
    main()
