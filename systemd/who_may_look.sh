# Part of the installer: who may open the pages. It uses the installer's functions and variables.
# shellcheck shell=sh disable=SC2154

# Whether a line of the settings gives the key $1 a value that begins with $2; a comment does not.
is_set() { grep -qs "^[[:space:]]*$1[[:space:]]*=[[:space:]]*${2:-}" "$settings"; }

has_proxies() { is_set trusted_proxies '[1-9]'; }

# Asks once: from then on the settings hold the answer. A hub's pages are for the network, and a proxy of one's own lets others in itself.
choose_host() {
	if [ -n "$host" ] || [ "$role" = hub ] || is_set host || is_set 'web\(\.host\)\{0,1\}' || has_proxies; then return 0; fi
	if [ ! -t 0 ]; then
		unasked="nobody was there to ask: "
		return 0
	fi
	echo "May others in this network open the pages? They follow the games there, and see on /before whether the board is ready." >&2
	echo "Passwords protect the arbiter's desk. Without it only a browser on this machine opens them." >&2
	while [ -z "$host" ]; do
		printf 'Type yes or no: ' >&2
		read -r answer || fail "nothing was answered; --host 0.0.0.0 lets others look, --host 127.0.0.1 does not"
		case $answer in
		[yYjJ]*) host=0.0.0.0 ;;
		[nN]*) host=127.0.0.1 ;;
		esac
	done
}

# Writes the host into the section [web]: in the place of the line that is there, else at the section's end.
write_host() {
	[ -n "$host" ] || return 0
	[ -n "$new_settings" ] || cp -p "$settings" "$made/settings.before"
	cp -p "$settings" "$settings.new"
	awk -v host="$host" '
		function put() { if (!done) print "host = \"" host "\""; done = 1 }
		/^[ \t]*\[/ { if (web) put(); web = $0 ~ /^[ \t]*\[[ \t]*web[ \t]*\]/ }
		web && /^[ \t]*#?host[ \t]*=/ { put(); next }
		{ print }
		END { if (!web && !done) print "\n[web]"; put() }' "$settings" >"$settings.new"
	mv "$settings.new" "$settings"
}

# Whether other machines can open the pages of this role.
others_may_look() {
	found=$host
	if [ -z "$found" ] && [ -f "$settings" ]; then
		found=$(sed -n "s/^[[:space:]]*host[[:space:]]*=[[:space:]]*[\"']\([^\"']*\).*/\1/p" "$settings" | tail -n 1)
	fi
	case $found in
	127.0.0.1 | localhost | ::1) return 1 ;;
	'') [ "$role" = hub ] && ! has_proxies ;;
	esac
}

# Prints the addresses of the pages, and a QR code on a terminal. The release that was installed knows them.
print_addresses() {
	within "$release/bin/python" -P -c 'import sys
from damcam.folders import make_importable
make_importable()
from pi.machine.reach import print_reach
print_reach(*sys.argv[1:])' "$role" "$settings" || true
}

# Says who can open the pages, where, and how to change it.
tell_who_may_look() {
	flag=
	[ "$role" = board ] || flag=--hub
	if others_may_look; then
		say "others in this network can open the pages; to end that: sudo $0 ${flag:+$flag }--host 127.0.0.1"
		unit=damcam-hub
		[ "$role" = hub ] || unit=damcam-pages
		[ -n "$root" ] || print_addresses
		say "the log names their addresses each time they start: journalctl -u $unit"
	elif ! has_proxies; then
		say "${unasked}only this machine can open the pages"
		say "to let others in this network look: sudo $0 ${flag:+$flag }--host 0.0.0.0"
	fi
}
