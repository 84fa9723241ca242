"""Stands in for the command `bitwuzla`, of which PyPI has the library only."""

import sys

import bitwuzla


def main() -> None:
    """Answer each command as it comes."""
    if "--help" in sys.argv:
        print("--lang")  # all that yosys-smtbmc looks for
        return
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.PRODUCE_MODELS, True)
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options, "smt2")
    command, depth = "", 0
    for line in sys.stdin:
        text = line.partition(";")[0]
        command += text
        depth += text.count("(") - text.count(")")
        if depth == 0 and command.strip():
            if command.strip() == "(exit)":
                return
            parser.parse(command, False, False)
            sys.stdout.flush()
            command = ""


if __name__ == "__main__":
    main()
