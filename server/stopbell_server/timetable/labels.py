"""Line labels made comparable: "10А" typed in Cyrillic is the line "10A"."""

HOMOGLYPHS = str.maketrans("авекмнорстухії", "abekmhopctyxii")
"""Cyrillic letters that look like Latin ones, lower case; labels mix both scripts by mistake."""


def fold_label(label: str) -> str:
    """Give a form in which equal labels are equal: case, homoglyphs, blanks and dashes do not count."""
    folded = label.casefold().translate(HOMOGLYPHS)
    return "".join(character for character in folded if character.isalnum() or character in "/+*")
