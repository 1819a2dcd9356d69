"""Sums kept for many at once: bit n of every plane belongs to the one with number n.

Adding to a thousand sums costs a few operations on long ints; so does finding those with the least sum.
"""

from collections.abc import Iterator, Sequence


class Tally:
    """Sums that only grow, all of them from the start that is given."""

    def __init__(self, planes: Sequence[int] = ()) -> None:
        """Take the sums to begin with: plane p has the bits of worth 2 to the power of p."""
        self.planes = list(planes)

    def add(self, members: int, amount: int) -> None:
        """Add an amount, 0 or more, to the sums of some members."""
        place = 0
        while amount and members:
            if amount & 1:
                self._carry(members, place)
            amount >>= 1
            place += 1

    def _carry(self, members: int, place: int) -> None:
        while members:
            while place >= len(self.planes):
                self.planes.append(0)
            plane = self.planes[place]
            self.planes[place] = plane ^ members
            members &= plane
            place += 1

    def rank(self, members: int) -> Iterator[tuple[int, int]]:
        """Give the sums of some members with those that have each, the least sum first."""
        while members:
            least, amount = members, 0
            for place in range(len(self.planes) - 1, -1, -1):
                if without := least & ~self.planes[place]:
                    least = without
                else:
                    amount |= 1 << place
            yield amount, least
            members ^= least


def list_members(members: int) -> Iterator[int]:
    """Give the numbers of members, the smallest first."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest
