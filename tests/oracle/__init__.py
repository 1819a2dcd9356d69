"""A second, small, slow, obvious answer to "which departures does this stop have now", written apart from the first.

It shares no code with the product. Instants are POSIX seconds, ids are plain strings, everything is searched in full.
"""
