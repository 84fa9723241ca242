"""`python -m headstack` is the command `headstack`."""

from headstack.cli import main

main()
