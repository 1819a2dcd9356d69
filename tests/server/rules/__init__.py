"""The rules of GTFS and GTFS-Realtime, and what users of other products reported: one rule, one test."""
