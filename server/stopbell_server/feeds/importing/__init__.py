"""Makes a compiled feed out of GTFS tables, and a report of what was wrong with them."""

from stopbell_server.feeds.importing.child import import_in_child
from stopbell_server.feeds.importing.report import Finding, ImportReport, Severity
from stopbell_server.feeds.importing.run import import_feed

__all__ = ["Finding", "ImportReport", "Severity", "import_feed", "import_in_child"]
