"""Where the audit log goes: standard error, a file of its own, or nowhere."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from stopbell_server.domain.errors import SettingsInvalid

_AUDIT = "stopbell_server.transport.audit"


@contextmanager
def keep_audit(place: str) -> Generator[None]:
    """Send the audit log to a place for as long as the block lasts: `stderr`, `off`, or a file that is added to.

    Raises:
        SettingsInvalid: the file cannot be written.
    """
    audit = logging.getLogger(_AUDIT)
    before = audit.level, audit.propagate
    handler: logging.Handler | None = None
    if place == "off":
        audit.setLevel(logging.CRITICAL)
    else:
        handler = logging.StreamHandler() if place == "stderr" else _open_file(Path(place).expanduser())
        handler.setFormatter(logging.Formatter("%(message)s"))
        audit.addHandler(handler)
        audit.setLevel(logging.INFO)
        audit.propagate = False
    try:
        yield
    finally:
        audit.level, audit.propagate = before
        if handler is not None:
            audit.removeHandler(handler)
            handler.close()


def _open_file(path: Path) -> logging.Handler:
    try:
        path.touch(mode=0o600)
        return logging.FileHandler(path, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise SettingsInvalid(f"The audit log {path} cannot be written ({error.strerror}).") from error
