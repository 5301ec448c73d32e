# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Sourced by the tests: a redis-server of their own on a socket (and on $port, if that is set), with two jobs that wait
# and two dead letters, a workspace for it, and redis, which asks it.

: "${AUTOPKGTEST_TMP:?}"
cd "$AUTOPKGTEST_TMP"
socket=$AUTOPKGTEST_TMP/redis.sock
XDG_DATA_HOME=$AUTOPKGTEST_TMP/data
export XDG_DATA_HOME

redis() { redis-cli -s "$socket" "$@"; }
die() { echo "$*" >&2; exit 1; }
# expect WANTED COMMAND…: the command prints exactly that.
expect() {
    wanted=$1
    shift
    printed=$("$@") || die "failed: $*"
    [ "$printed" = "$wanted" ] || die "$*: printed $printed instead of $wanted"
}

redis-server --port "${port:-0}" --bind 127.0.0.1 --unixsocket "$socket" --save '' --daemonize yes >/dev/null
trap 'redis SHUTDOWN NOSAVE' EXIT
until redis PING >/dev/null 2>&1; do sleep 0.1; done
redis RPUSH email m1 m2 >/dev/null
redis RPUSH email:failed m3 m4 >/dev/null
cat >orders.json <<END
{ "plimsoll": 1,
  "connection": { "url": "unix://$socket" },
  "collections": [
    { "name": "email", "kind": "queue", "keys": { "ready": "email", "dead": "email:failed" },
      "limits": { "ready": { "warning": 4 } } } ] }
END
