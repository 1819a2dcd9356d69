"""`stopbell feed find TEXT`: search the bundled catalogue of the world's feeds."""

import sys
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import Command
from stopbell.commands.feed import add
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", nargs="+", metavar="TEXT", help="a place, an operator, a country or a number")
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="how many to list at most (10)")


def _run(options: Namespace) -> int:
    from stopbell_server.app import CATALOGUE_DATE, find_feeds

    situation = read_situation(options)
    text = " ".join(options.text)
    offers = find_feeds(situation.home, text, limit=max(1, options.limit))
    if not offers:
        print(f"The catalogue of {CATALOGUE_DATE} has no feed for {text!r}. Try the city, the operator or the country.")
        print("A feed that is not in it is added by its address or file: stopbell feed add NAME SOURCE")
        return 0
    for number, offer in enumerate(offers, 1):
        print(f"{number}. {offer.line}")
        print(f"   {offer.command}")
    if not is_at_terminal():
        return 0
    chosen = _ask_number(len(offers))
    return add.run_arguments(offers[chosen - 1].arguments, options) if chosen else 0


def is_at_terminal() -> bool:
    """Whether somebody is there to be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask_number(count: int) -> int | None:
    """Ask until the answer is a number of the list or empty; an end of input is empty."""
    while True:
        try:
            answer = input("Number to add, or Enter for none: ").strip()
        except EOFError:
            return None
        if not answer:
            return None
        if answer.isdecimal() and 1 <= int(answer) <= count:
            return int(answer)
        print(f"{answer!r} is not a number from 1 to {count}.")


COMMAND = Command(
    "find", "Search the catalogue of the world's feeds by place, operator or country.", _add_arguments, _run
)
