"""Feed text is data: cleaned before it reaches a terminal, a voice or a model."""

import re
import unicodedata

_SPACES = re.compile(r"\s+")
_REMOVED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_KEPT = frozenset({"\u200c", "\u200d"})
"""Zero width (non-)joiner: some scripts need them to be spelled right."""


def to_clean_text(text: str) -> str:
    """Give one line without control, bidi, private or unassigned characters, blanks collapsed.

    Terminal escapes lose their lead character and stay visible as harmless text.
    """
    # Printable is what is of neither category C nor Z, but for the blank itself.
    if text.isprintable() and "  " not in text:
        return text.strip()
    kept = (
        " " if character.isspace() or unicodedata.category(character) in ("Zl", "Zp") else character
        for character in text
        if character.isspace()
        or character in _KEPT
        or unicodedata.category(character) not in _REMOVED_CATEGORIES
        or unicodedata.category(character) in ("Zl", "Zp")
    )
    return _SPACES.sub(" ", "".join(kept)).strip()


LONGEST_TEXT = 1000
"""No sign and no announcement is longer; a quote that was never closed is, and so is an attack."""
LONGEST_NAME = 300
"""Of a place, a line, a headsign or a vehicle."""
LONGEST_ID = 300
_MOST_NESTED = 12
"""What is nested deeper was made to cost time: it loses every bracket."""
_ELEMENTS = (
    "a|abbr|address|applet|area|article|aside|audio|b|base|bdi|bdo|big|blink|blockquote|body|br|button|canvas|caption|"
    "center|cite|code|col|colgroup|data|datalist|dd|del|details|dfn|dialog|dir|div|dl|dt|em|embed|fieldset|figcaption|"
    "figure|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|legend|li|link|"
    "main|map|mark|marquee|math|menu|meta|meter|nav|noscript|object|ol|optgroup|option|output|p|param|picture|pre|"
    "progress|q|rp|rt|ruby|s|samp|script|section|select|slot|small|source|span|strike|strong|style|sub|summary|sup|svg|"
    "table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr|xml"
)
_MARKUP = re.compile(
    r"<(script|style)\b[^<>]*>.*?</\1\s*>|<!--.*?(?:-->|\Z)|<[!?][a-z][^<>]*>"
    rf"|</?(?:{_ELEMENTS})(?:[\s/][^<>]*)?(?:>|\Z)|</?[a-z][^<>=]*=[^<>]*(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
"""Elements of HTML, and whatever has attributes. Other words in angle brackets may be part of a name and stay."""


def strip_markup(text: str) -> str:
    """Take the tags of HTML out of a clean text, and what scripts and styles hold; blanks are collapsed."""
    for _ in range(_MOST_NESTED):
        if "<" not in text or (less := _SPACES.sub(" ", _MARKUP.sub(" ", text)).strip()) == text:
            return text
        # What is taken out may have held two halves of a tag apart.
        text = less
    return _SPACES.sub(" ", text.replace("<", " ")).strip()


def to_feed_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """Give a text of a feed as riders may get it: one clean line without markup, cut with "…" at `longest`."""
    if len(text) <= longest and "<" not in text:
        return to_clean_text(text)
    plain = strip_markup(to_clean_text(text[: 8 * longest]))
    return plain if len(plain) <= longest else plain[:longest].rstrip() + "…"


def is_plain_id(text: str) -> bool:
    """Whether an id can be shown as it is: no control or invisible characters, and no markup."""
    if "<" in text and strip_markup(text) != text:
        return False
    return text.isprintable() or all(one.isprintable() or unicodedata.category(one) == "Zs" for one in text)
