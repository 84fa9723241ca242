"""`python -m headstack` is the command `headstack`."""

from headstack.starting.interrupt import quietly


def main() -> None:
    """Entry point of the console script `headstack`."""
    with quietly():
        from headstack import cli
    cli.main()


if __name__ == "__main__":
    main()
