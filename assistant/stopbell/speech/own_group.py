"""How a child is kept from the terminal's keys where a session of its own does not do it."""

import subprocess

NEW_GROUP: int = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
"""For `creationflags`. On Windows Ctrl+C would reach the child too; elsewhere 0, the only value that is taken."""
