"""Printing JSON for scripts."""

import json
import sys
from collections.abc import Mapping
from typing import Any


def print_document(document: Mapping[str, Any]) -> None:
    """Print one JSON document; where the output is not UTF-8, other letters than ASCII are escaped, never lost."""
    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(document, ensure_ascii=not is_utf8, indent=2))
