#!/bin/bash
# Runs where nobody compiled anything, as root: installs the packages beside it, tries them as people would, removes and purges them.
# No `grep -q` behind a pipe: it ends at the first line, and the program before it would fail.
set -euo pipefail
cd "$(dirname "$0")"
fail() { printf 'check: %s\n' "$*" >&2 && exit 1; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
for tool in swift git gcc cc clang; do ! command -v "$tool" >/dev/null || fail "$tool is installed here"; done

apt-get install -y -qq --no-install-recommends ./todo_*.deb ./todo-server_*.deb >install.log 2>&1 || { tail -20 install.log >&2; fail "the packages do not install"; }
grep -q "Two commands" install.log || fail "the package of the server does not say how to begin"
for unit in todo-server.service todo-server-backup.timer; do
    [ -e "/usr/lib/systemd/system/$unit" ] || [ -e "/lib/systemd/system/$unit" ] || fail "$unit is not installed"
    [ -z "$(find /etc/systemd/system -path "*.wants/$unit")" ] || fail "$unit is on after the installation"
done
mapfile -t programs < <(sed -n 's|^\([a-z-]*\) .*|/usr/bin/\1|p' programs)
! ldd "${programs[@]}" | grep "not found" || fail "a library is missing"
todo --version | grep "(" >/dev/null || fail "todo --version says no commit: $(todo --version)"
todo --licenses | grep "GRDB" >/dev/null || fail "todo --licenses does not name its parts"

# The tour of the README, line by line, by a person.
useradd --create-home tester
cat >tour.sh <<'TOUR'
set -e
cd "$HOME"
count=0
while IFS= read -r line; do
    bash -c "$line" >output 2>&1 </dev/null || { cat output; echo "This line of the tour fails: $line"; exit 1; }
    count=$((count + 1))
done < <(sed -n '/^## A tour/,/^## /{/^```sh/,/^```/p}' "$1" | grep -v '^```')
[ "$count" -gt 20 ] || { echo "The tour has only $count lines."; exit 1; }
todo doctor
TOUR
su tester -c "bash $PWD/tour.sh $PWD/README.md" || fail "the tour"

# The pages, asked as a browser asks.
su tester -c 'exec todo web --port 0 --no-open' >pages.out 2>pages.err &
pages=$!
for _ in $(seq 100); do [ ! -s pages.out ] || break; sleep 0.1; done
link=$(head -1 pages.out)
curl -sf -c cookies -o /dev/null "$link" || fail "todo web: $link $(cat pages.err)"
curl -sf -b cookies "${link%/in/*}/inbox" | grep "bottles" >/dev/null || fail "todo web shows no to-dos"
pkill -TERM -P "$pages" || kill "$pages"
wait "$pages" || true

# A server with a user, and two homes that sync.
! todo-server health 2>/dev/null || fail "todo-server health finds a server where none runs"
todo-server user add ann --data /var/lib/todo-server >token
chmod 644 token
todo-server serve --data /var/lib/todo-server --port 18080 >server.log 2>&1 &
server=$!
for _ in $(seq 100); do curl -s -o /dev/null http://127.0.0.1:18080/ && break; sleep 0.1; done
useradd --create-home second
todo-server health http://127.0.0.1:18080 || fail "todo-server health finds no server"
# Addresses and ports are hexadecimal there: 46A0 is 18080.
listening=$(awk '$4 == "0A" && $2 ~ /:46A0$/ { print $2 }' /proc/net/tcp /proc/net/tcp6)
[ "$listening" = 0100007F:46A0 ] || fail "the server listens beyond 127.0.0.1: $listening"
for person in tester second; do
    su "$person" -c "todo remote set http://127.0.0.1:18080 --user ann && todo remote login <$PWD/token && todo sync" >sync.log 2>&1 \
        || { cat sync.log >&2; fail "$person does not sync"; }
done
su second -c 'todo search creme' | grep "brûlée" >/dev/null || fail "the second home has no to-dos"

# Backups, and what stays when the package goes.
/usr/lib/todo-server/backup /var/lib/todo-server /var/backups/todo-server
ls /var/backups/todo-server/day-*.sqlite >/dev/null || fail "there is no backup"
# Forty nights.
mkdir clock
printf '#!/bin/sh\nexec /bin/date --date="@$NIGHT" "$@"\n' >clock/date
chmod +x clock/date
for night in $(seq 40); do
    NIGHT=$((1800000000 + night * 86400)) PATH=$PWD/clock:$PATH /usr/lib/todo-server/backup /var/lib/todo-server "$PWD/nights"
done
[ "$(ls nights | tr -d '0-9' | sort | uniq -c | xargs)" = "7 day-.sqlite 4 week-.sqlite" ] || fail "of 40 nights these stay: $(ls nights)"
kill "$server" && wait "$server" || true
apt-get remove -y -qq todo-server todo >remove.log 2>&1
[ -e /var/lib/todo-server ] || fail "removing the server removed its data"
grep -q "stay in /var/lib/todo-server" remove.log || fail "removing does not say where the data stay"
apt-get install -y -qq --no-install-recommends ./todo_*.deb ./todo-server_*.deb >/dev/null 2>&1
todo-server user list --data /var/lib/todo-server | grep ann >/dev/null || fail "the user is gone"
su second -c 'todo list' | grep . >/dev/null || fail "the to-dos are gone"
apt-get purge -y -qq todo-server todo >purge.log 2>&1
[ ! -e /var/lib/todo-server ] || fail "purging leaves the data of the server"
grep -q "Removing /var/lib/todo-server" purge.log || fail "purging does not say what it removes"
find /home/second/.local/share/todo -type f | grep . >/dev/null || fail "purging has removed what belongs to people"
for program in "${programs[@]}"; do [ ! -e "$program" ] || fail "$program is still there"; done
. /etc/os-release
echo "$PRETTY_NAME: installed, toured, served, synced, removed, purged. glibc $(ldd --version | sed -n '1s/.* //p'), libcurl $(dpkg-query -W -f '${Version}' 'libcurl4*' | head -1)."
