"""A simulator of live data for any timetable: real GTFS-Realtime bytes from a clock and a seed.

It knows no city. What it plays is a function of scenario, run and instant only, so that every answer can be repeated.
"""
