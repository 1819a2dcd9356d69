"""A bare terminal window of VTE's, which many desktop terminals are made of; run with the system's Python.

python3 terminal_window.py TITLE COLUMNS ROWS COMMAND...
"""

import os
import sys

import gi  # pyright: ignore[reportMissingImports]

gi.require_version("Gtk", "3.0")
gi.require_version("Vte", "2.91")
from gi.repository import GLib, Gtk, Vte  # noqa: E402  # pyright: ignore[reportMissingImports]

window = Gtk.Window(title=sys.argv[1])
terminal = Vte.Terminal()
terminal.set_size(int(sys.argv[2]), int(sys.argv[3]))
terminal.spawn_async(
    Vte.PtyFlags.DEFAULT,
    os.environ["HOME"],
    sys.argv[4:],
    None,
    GLib.SpawnFlags.DEFAULT,
    None,
    None,
    -1,
    None,
    None,
    None,
)
terminal.connect("child-exited", lambda *_: Gtk.main_quit())
window.add(terminal)
window.show_all()
terminal.grab_focus()
Gtk.main()
