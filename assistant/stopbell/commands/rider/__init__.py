"""`stopbell rider …`: what is kept of the rider, to read and to erase."""

from stopbell.commands.rider import erase, show

NAME = "rider"
SUMMARY = "Read or erase what is kept of you."
COMMANDS = (show.COMMAND, erase.COMMAND)
