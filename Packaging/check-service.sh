#!/bin/bash
# Runs in a Debian that has booted, as root: the service of the package as its users see it, and an upgrade while devices sync.
# Leaves the file `passed`, and turns the machine off.
set -euo pipefail
cd "$(dirname "$0")"
trap 'systemctl poweroff --no-block' EXIT
exec >service.log 2>&1
fail() { printf 'check: %s\n' "$*" && exit 1; }
is_active() { systemctl is-active --quiet "$1"; }
eventually() { for _ in $(seq 300); do ! "$@" >/dev/null 2>&1 || return 0; sleep 0.1; done && return 1; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 HOME=/root

apt-get install -y -qq --no-install-recommends ./todo_*.deb ./todo-server_*.deb
! is_active todo-server || fail "the server runs after its installation"
systemctl enable --now todo-server
! is_active todo-server || fail "the server runs without a user"
# The two commands that the package tells.
todo-server user add ann --data /var/lib/todo-server >token
systemctl enable --now todo-server
eventually todo-server health || fail "the server does not start"
user=$(ps -o user= -p "$(systemctl show -p MainPID --value todo-server)")
[ "$user" != root ] || fail "the server runs as root"
[ "$(stat -Lc %a /var/lib/todo-server)" = 700 ] || fail "others can read the data"

systemctl enable --now todo-server-backup.timer
systemctl start todo-server-backup.service
ls /var/backups/todo-server/day-*.sqlite

# One device writes, and another one watches, while a newer package takes the place of this one.
set_up() { TODO_DB=$1 todo remote set http://127.0.0.1:8080 --user ann && TODO_DB=$1 todo remote login <token; }
set_up writer.db
set_up reader.db
TODO_DB=reader.db todo sync --watch --quiet &
watching=$!
touch acknowledged
(
    number=0
    while [ ! -e enough ]; do
        number=$((number + 1))
        TODO_DB=writer.db todo add "to-do $number" --quiet
        ! TODO_DB=writer.db todo sync --quiet || echo "to-do $number" >>acknowledged
    done
) &
writing=$!
more() { [ "$(wc -l <acknowledged)" -ge "$1" ]; }
eventually more 5 || fail "nothing is synced"
dpkg-deb -R todo-server_*.deb newer
sed -i 's/^Version: .*/&+1/' newer/DEBIAN/control
mkdir upgrade
dpkg-deb -Zgzip -z1 -b newer upgrade/todo-server.deb
before=$(systemctl show -p MainPID --value todo-server)
apt-get install -y -qq ./upgrade/todo-server.deb
[ "$(systemctl show -p MainPID --value todo-server)" != "$before" ] || fail "the upgrade restarts nothing"
more_after=$(($(wc -l <acknowledged) + 5))
eventually more "$more_after" || fail "nothing is synced after the upgrade"
touch enough
wait "$writing"
has_all() { [ -z "$(sort acknowledged | comm -23 - <(TODO_DB=reader.db todo list | cut -f 5 | sort))" ]; }
eventually has_all || fail "the device that watches lacks what was acknowledged"
kill -0 "$watching" || fail "todo sync --watch has ended"
kill -INT "$watching"

apt-get remove -y -qq todo-server
! is_active todo-server || fail "the server runs after its removal"
! is_active todo-server-backup.timer || fail "the timer runs after its removal"
[ -e /var/lib/todo-server/todo-server.db ] || fail "removing the server removed its data"
apt-get purge -y -qq todo-server
[ ! -e /var/lib/private/todo-server ] || fail "purging leaves the data of the server"
[ -e /var/backups/todo-server ] || fail "purging has removed the backups"
wc -l <acknowledged >passed
