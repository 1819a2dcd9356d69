"""What can go wrong with a grammar.

GrammarError
"""


class GrammarError(Exception):
    """A grammar file says something that cannot be meant; the message names the place and the mend."""
