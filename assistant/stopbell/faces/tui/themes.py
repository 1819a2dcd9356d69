"""Colours of our own: every text against its ground at 7 to 1 or more, on a dark and on a light ground."""

from textual.theme import Theme

DARK, LIGHT = "stopbell-dark", "stopbell-light"


def make_themes() -> tuple[Theme, Theme]:
    """Make both themes. Two colours and one for frames each; nothing is told by colour."""
    return (
        _make(DARK, ground="#000000", text="#ffffff", frame="#ffd700", is_dark=True),
        _make(LIGHT, ground="#ffffff", text="#000000", frame="#00308f", is_dark=False),
    )


def _make(name: str, *, ground: str, text: str, frame: str, is_dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=frame,
        secondary=frame,
        accent=frame,
        warning=text,
        error=text,
        success=text,
        foreground=text,
        background=ground,
        surface=ground,
        panel=ground,
        boost=ground,
        dark=is_dark,
        luminosity_spread=0.0,
        text_alpha=1.0,
        variables={
            **dict.fromkeys(_TEXT_TOKENS, text),
            **dict.fromkeys(_GROUND_TOKENS, ground),
            **dict.fromkeys(_FRAME_TOKENS, frame),
            "input-cursor-text-style": "none",
            "block-cursor-text-style": "none",
        },
    )


_TEXT_TOKENS = (
    "text",
    "text-muted",
    "text-disabled",
    "foreground-muted",
    "foreground-disabled",
    "input-cursor-background",
    "input-selection-background",
    "screen-selection-background",
    "block-cursor-background",
    "block-cursor-blurred-foreground",
    "border-blurred",
    "scrollbar",
    "scrollbar-hover",
    "scrollbar-active",
)
_GROUND_TOKENS = (
    "input-cursor-foreground",
    "input-selection-foreground",
    "screen-selection-foreground",
    "block-cursor-foreground",
    "block-cursor-blurred-background",
    "block-hover-background",
    "surface-active",
    "scrollbar-background",
    "scrollbar-background-hover",
    "scrollbar-background-active",
    "scrollbar-corner-color",
)
_FRAME_TOKENS = ("border",)
