# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# Sourced by the other tools: the one list of packages, and running steps that say in one line what failed.

set -euo pipefail
person_lc_all=${LC_ALL:-}
export LC_ALL=C.UTF-8

tool="tools/$(basename "$0")"
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# --help prints the comment at the head of the tool.
case "${1:-}" in
    -h | --help)
        sed -n '3,${/^#/!q; s/^# \{0,1\}//; p}' "$0"
        exit 0 ;;
esac

# To build. qt6-charts-dev needs libqt6opengl6-dev beside it; qt6-base-dev only recommends it. Translations take
# lupdate and lrelease (qt6-l10n-tools) and what CMake knows of them (qt6-tools-dev).
build_packages=(
    g++ cmake ninja-build pkgconf ccache mold
    qt6-base-dev qt6-charts-dev qt6-httpserver-dev qt6-websockets-dev qt6-svg-dev libqt6opengl6-dev qt6-l10n-tools qt6-tools-dev
    libcli11-dev libhiredis-dev libncurses-dev libspdlog-dev libvalijson-dev libyaml-cpp-dev qtkeychain-qt6-dev rapidjson-dev
)
# To run: the SQLite driver, a server of our own, fonts (a bare system has none), windows under Wayland, Qt's own texts
# in other languages.
run_packages=(libqt6sql6-sqlite redis-server redis-tools fonts-inter fonts-dejavu-core qt6-wayland
    qt6-translations-l10n)
# To test: the Lua scripts, what is heard from the desktop (on a bus of the test's own), certificates for TLS, bastions
# and proxies, completion in the shells and programs in a terminal, the manual pages, the files for desktop and systemd.
test_packages=(lua-check dbus-daemon openssl openssh-client openssh-server microsocks tinyproxy zsh fish bash-completion
    tmux man-db desktop-file-utils appstream shared-mime-info systemd)
# For tools/package alone. dpkg-buildpackage wants build-essential, which dpkg-dev only recommends.
package_packages=(build-essential debhelper dpkg-dev git lintian)
# For tools/bundle alone.
bundle_packages=(makeself patchelf qt6-base-dev-tools qt6-wayland qt6-translations-l10n libqt6sql6-sqlite)
# For tools/tidy and tools/format alone.
lint_packages=(clang-tidy clang-format clang-tools)

say() { printf '%s: %s\n' "$tool" "$*" >&2; }
die() { say "$@"; exit 1; }

# step NAME COMMAND…: runs it; one line that names the step when it fails.
step() {
    local name=$1 status=0
    shift
    "$@" || status=$?
    if [ "$status" -ne 0 ]; then
        die "$name failed: $* (exit $status); the reason is above"
    fi
}

# How many compilers at once: one a processor, and at least 2 GiB of memory for each.
compilers() {
    local processors memory
    processors=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 2097152) }' /proc/meminfo)
    if [ "${memory:-0}" -lt 1 ]; then memory=1; fi
    echo $((processors < memory ? processors : memory))
}

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# A build folder that a run as another user left behind gives one line instead of a page of CMake.
check_writable() {
    local path=$root/build/$1
    [ -e "$path" ] || path=$root/build
    [ -e "$path" ] || path=$root
    [ -w "$path" ] || die "$path cannot be written by $(id -un): remove it, or give it back with chown"
}

# need PACKAGE…: installs what is missing; touches neither apt nor the network when nothing is.
need() {
    local missing=() package
    command -v dpkg-query >/dev/null || die "dpkg-query is missing: these tools are for Debian 12"
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0

    local -a as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "packages are missing and there is no sudo; as root: $root/tools/install-packages ${missing[*]}"
        as_root=(sudo)
    fi
    say "installing ${missing[*]}"
    "${as_root[@]}" "$root/tools/install-packages" "${missing[@]}" || die "installing packages failed; the reason is above"
}

project_version() { sed -n 's/^project(plimsoll VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt"; }

# What a file that was made is told by: its sum, its place, its size.
made() { printf '%s  %s  %s bytes\n' "$(sha256sum "$1" | cut -d" " -f1)" "$1" "$(stat -c %s "$1")"; }

configure_and_build() {
    local preset=$1
    check_writable "$preset"
    cd "$root"
    step configure cmake --preset "$preset"
    step build cmake --build --preset "$preset" --parallel "$(compilers)"
}
