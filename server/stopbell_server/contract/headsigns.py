"""Headsigns that begin with the label of their own line: "9A Downtown" on line 9A."""

_PARTED_BY = " :-–—"


def drop_label(headsign: str, label: str | None) -> str:
    """Give a headsign without its own line's label in front; another label there is news, and stays.

    A label that runs on into a word or number ("1st Avenue" on line 1) is none, and nothing is dropped if no word
    would be left.
    """
    if not label or not headsign.casefold().startswith(label.casefold()):
        return headsign
    rest = headsign[len(label) :]
    bare = rest.lstrip(_PARTED_BY)
    if not bare or bare == rest or not any(character.isalpha() for character in bare):
        return headsign
    return bare
