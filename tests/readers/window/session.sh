#!/bin/sh
# A desktop just big enough for one reader and one terminal window; run by dbus-run-session, with DISPLAY set.
#   session.sh orca|PORT-FOR-BRLTTY TITLE COLUMNS ROWS COPY COMMAND...
here=$(cd "$(dirname "$0")" && pwd)
reader=$1 title=$2 columns=$3 rows=$4 copy=$5
shift 5
export GTK_MODULES=gail:atk-bridge GNOME_ACCESSIBILITY=1 NO_AT_BRIDGE=0 GDK_BACKEND=x11
openbox >/dev/null 2>&1 &
gsettings set org.gnome.desktop.interface toolkit-accessibility true 2>/dev/null
dbus-send --session --dest=org.a11y.Bus --print-reply /org/a11y/bus org.a11y.Bus.GetAddress >/dev/null 2>&1
if [ "$reader" = orca ]; then
    orca --replace --disable braille >"$HOME/reader.log" 2>&1 &
    sleep 4
else
    brltty -n -E -N -f /dev/null -x a2 -b vr -d "server:127.0.0.1:$reader" -s no >"$HOME/reader.log" 2>&1 &
    sleep 1
fi
exec /usr/bin/python3 "$here/terminal_window.py" "$title" "$columns" "$rows" /usr/bin/python3 "$here/copier.py" "$copy" "$@"
