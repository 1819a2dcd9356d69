"""The commands under `stopbell feed`."""

from stopbell.commands.feed import add, check, find, list_feeds, remove, update

NAME = "feed"
SUMMARY = "Find, add and keep the feeds that answers come from."
COMMANDS = (find.COMMAND, add.COMMAND, list_feeds.COMMAND, check.COMMAND, update.COMMAND, remove.COMMAND)
