"""The demonstration: a synthetic city of ours, its timetable and its vehicles, on the way that any feed takes.

Everything about the city is data beside this file; the rest of the product does not know it.
"""

from stopbell_server.demonstration.running import DemonstrationInfo, demonstration

__all__ = ["DemonstrationInfo", "demonstration"]
