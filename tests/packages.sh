# shellcheck shell=sh
# Debian's packages that ./damcam test, ./damcam demo --hall and ./damcam hub need, which are installed where that is allowed.

as_root() {
	if [ "$(id -u)" = 0 ]; then env DEBIAN_FRONTEND=noninteractive "$@"; else sudo -n env DEBIAN_FRONTEND=noninteractive "$@"; fi
}

# Whether this machine has a command, or a shared library.
have() {
	case $1 in
	lib*) ldconfig -p | grep -qF "$1" ;;
	*) command -v "$1" >/dev/null 2>&1 ;;
	esac
}

# What is needed of a package, and the package.
need() {
	have "$1" && return
	say "installing Debian's package $2 ..."
	as_root apt-get update -qq >/dev/null 2>&1 || true
	if ! as_root apt-get install -qq -y "$2" >/dev/null 2>&1 || ! have "$1"; then
		say "$1 is needed and may not be installed here; run: sudo apt install $2"
		exit 1
	fi
}
