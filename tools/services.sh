#!/usr/bin/env bash
# Installs the system packages that the tests need: PostgreSQL, Redis, Chromium, gcc, espeak-ng,
# strace (for power failures), systemd-analyze and dpkg-deb (for the packages). If it can,
# it also installs promtool and the headless shell of Chromium. As root or with sudo it uses
# apt-get. Otherwise it prints the missing packages and fails.
set -euo pipefail

missing=() wanted=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
# The headless shell needs half of the processor time of Chromium. If the system has no package
# of it, the tests use Chromium.
if ! command -v chromium-headless-shell >/dev/null && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  wanted+=(chromium-headless-shell)
fi
command -v cc >/dev/null || missing+=(gcc libc6-dev) # for the race detector
command -v espeak-ng >/dev/null || missing+=(espeak-ng)
# promtool evaluates the alert rules. Without it, the tests check only that the metrics of the rules exist.
command -v promtool >/dev/null || wanted+=(prometheus)
command -v redis-server >/dev/null || missing+=(redis-server)
command -v strace >/dev/null || missing+=(strace)
command -v systemd-analyze >/dev/null || missing+=(systemd)
command -v dpkg-deb >/dev/null || missing+=(dpkg)
[ ${#missing[@]} -eq 0 ] && [ ${#wanted[@]} -eq 0 ] && exit 0

apt=(apt-get)
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    [ ${#missing[@]} -eq 0 ] && exit 0
    echo "The tests need these packages: ${missing[*]}" >&2
    echo "Install them (apt-get install ${missing[*]}) and run make test again." >&2
    exit 1
  fi
  apt=(sudo -n apt-get)
fi
export DEBIAN_FRONTEND=noninteractive
if [ ${#missing[@]} -gt 0 ]; then
  echo "installing for the tests: ${missing[*]}"
  "${apt[@]}" update -qq
  "${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
for package in "${wanted[@]}"; do
  "${apt[@]}" install -y -qq -o Acquire::http::Timeout=10 -o Acquire::Retries=0 --no-install-recommends "$package" >/dev/null 2>&1 ||
    echo "$package could not be installed; the tests go on without it"
done
