"""The page as one file: markup, style, script and words put together, with a policy that lets nothing else in."""

import base64
import hashlib
import re
from importlib.resources import files

from stopbell_server.board_app.words import make_words
from stopbell_server.phrases.phrasebooks import Phrasebooks

_SCRIPTS = ("words.js", "calls.js", "news.js", "drawing.js", "host.js", "board.js")
"""In this order: each uses only what stands before it."""
_NOTES = re.compile(r"^(?: *//.*\n| +|\n)", re.MULTILINE)
"""Comments, indents and empty lines, which no browser needs."""


def make_page(books: Phrasebooks) -> str:
    """Give the page; the same catalogs give the same bytes.

    Its policy names style and script by their hashes: no text of a feed and no other address can become code.
    """
    style = _read("board.css")
    script = "(() => {\n'use strict';\n" + "".join(_NOTES.sub("", _read(name)) for name in _SCRIPTS) + "})();\n"
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; base-uri 'none'; "
        "form-action 'none'; trusted-types 'none'; require-trusted-types-for 'script'"
    )
    page = _read("board.html")
    for place, text in (("policy", policy), ("style", style), ("words", make_words(books)), ("script", script)):
        page = page.replace(f"{{{{{place}}}}}", text, 1)
    return page


def _read(name: str) -> str:
    return (files("stopbell_server.board_app") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
