#!/bin/bash
# Runs where nobody compiled anything, as root: installs the packages beside it, tries them as people would, removes and purges them.
set -euo pipefail
cd "$(dirname "$0")"
fail() { printf 'check: %s\n' "$*" >&2 && exit 1; }
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
for tool in swift git gcc cc clang; do ! command -v "$tool" >/dev/null || fail "$tool is installed here"; done

apt-get install -y -qq --no-install-recommends ./todo_*.deb ./todo-server_*.deb >install.log 2>&1 || { tail -20 install.log >&2; fail "the packages do not install"; }
grep -q "Two commands" install.log || fail "the package of the server does not say how to begin"
! ldd /usr/bin/todo /usr/bin/todo-web /usr/bin/todo-dav /usr/bin/todo-server | grep "not found" || fail "a library is missing"
todo --version | grep -q "(" || fail "todo --version says no commit: $(todo --version)"
todo --licenses | grep -q "GRDB" || fail "todo --licenses does not name its parts"

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
curl -sf -b cookies "${link%/in/*}/inbox" | grep -q "bottles" || fail "todo web shows no to-dos"
pkill -TERM -P "$pages" || kill "$pages"
wait "$pages" || true

# A server with a user, and two homes that sync.
todo-server user add ann --data /var/lib/todo-server >token
chmod 644 token
todo-server serve --data /var/lib/todo-server --port 18080 >server.log 2>&1 &
server=$!
for _ in $(seq 100); do curl -s -o /dev/null http://127.0.0.1:18080/ && break; sleep 0.1; done
useradd --create-home second
for person in tester second; do
    su "$person" -c "todo remote set http://127.0.0.1:18080 --user ann && todo remote login <$PWD/token && todo sync" >sync.log 2>&1 \
        || { cat sync.log >&2; fail "$person does not sync"; }
done
su second -c 'todo search creme' | grep -q "brûlée" || fail "the second home has no to-dos"

# Backups, and what stays when the package goes.
/usr/lib/todo-server/backup /var/lib/todo-server /var/backups/todo-server
ls /var/backups/todo-server/day-*.sqlite >/dev/null || fail "there is no backup"
kill "$server" && wait "$server" || true
apt-get remove -y -qq todo-server todo >remove.log 2>&1
[ -e /var/lib/todo-server ] || fail "removing the server removed its data"
grep -q "stay in /var/lib/todo-server" remove.log || fail "removing does not say where the data stay"
apt-get install -y -qq --no-install-recommends ./todo_*.deb ./todo-server_*.deb >/dev/null 2>&1
todo-server user list --data /var/lib/todo-server | grep -q ann || fail "the user is gone"
su second -c 'todo list' | grep -q . || fail "the to-dos are gone"
apt-get purge -y -qq todo-server todo >purge.log 2>&1
[ ! -e /var/lib/todo-server ] || fail "purging leaves the data of the server"
grep -q "Removing /var/lib/todo-server" purge.log || fail "purging does not say what it removes"
find /home/second/.local/share/todo -type f | grep -q . || fail "purging has removed what belongs to people"
for program in todo todo-web todo-dav todo-server; do [ ! -e "/usr/bin/$program" ] || fail "$program is still there"; done
. /etc/os-release
echo "$PRETTY_NAME: installed, toured, served, synced, removed, purged. glibc $(ldd --version | sed -n '1s/.* //p'), libcurl $(dpkg-query -W -f '${Version}' 'libcurl4*' | head -1)."
