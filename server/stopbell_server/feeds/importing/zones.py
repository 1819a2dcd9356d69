"""Names of time zones as the IANA database has them."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def is_zone(name: str) -> bool:
    """Tell whether there is such a zone; abbreviations, offsets and paths are none."""
    try:
        return bool(name) and ZoneInfo(name).key == name
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
