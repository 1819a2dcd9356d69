"""Makes a compiled feed out of GTFS tables, and a report of what was wrong with them."""

from stopbell_server.feeds.importing.child import import_in_child
from stopbell_server.feeds.importing.finding_log import ImportRefused
from stopbell_server.feeds.importing.report import QUICK, Finding, ImportReport, Place, Severity, Thoroughness
from stopbell_server.feeds.importing.run import import_feed

__all__ = [
    "QUICK",
    "Finding",
    "ImportRefused",
    "ImportReport",
    "Place",
    "Severity",
    "Thoroughness",
    "import_feed",
    "import_in_child",
]
