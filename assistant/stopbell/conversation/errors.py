"""What can go wrong in a conversation, besides what is an answer.

ProfileError
"""


class ProfileError(Exception):
    """The rider's profile cannot be read or written; the message names the file and what to do."""
