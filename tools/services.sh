#!/usr/bin/env bash
# Installs what the tests need of the system: PostgreSQL's server and Chromium.
# As root or with sudo it uses apt-get; otherwise it says what to install.
set -euo pipefail

missing=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
command -v cc >/dev/null || missing+=(gcc libc6-dev) # the race detector links with it
[ ${#missing[@]} -eq 0 ] && exit 0

apt=(apt-get)
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "The tests need these packages: ${missing[*]}" >&2
    echo "Install them (apt-get install ${missing[*]}) and run make test again." >&2
    exit 1
  fi
  apt=(sudo -n apt-get)
fi
echo "installing for the tests: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${apt[@]}" update -qq
"${apt[@]}" install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
