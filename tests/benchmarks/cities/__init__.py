"""Synthetic cities of any size as GTFS zips: `python -m tests.benchmarks.cities 1000000 OUT.zip`.

Lines follow streets of a jittered grid, stops stand on both sides, hubs have parent stations, every sixty lines have
an agency with calendars of its own, service runs past midnight, run times differ by hour and from trip to trip, one
line in forty also runs by headway, names come in five languages. The same rows and seed give the same bytes, in
memory that hardly grows with the rows.
"""

from tests.benchmarks.cities.city import write_city

__all__ = ["write_city"]
