#!/usr/bin/env bash
# Installs the system packages that the tests need: PostgreSQL, Chromium and
# espeak-ng. As root or with sudo it uses apt-get; otherwise it prints the packages to
# install.
set -euo pipefail

missing=() wanted=()
compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing+=(chromium)
# The headless shell needs half of the processor time of Chromium, which is used if
# there is no such package.
if ! command -v chromium-headless-shell >/dev/null && apt-cache show chromium-headless-shell >/dev/null 2>&1; then
  wanted=(chromium-headless-shell)
fi
command -v cc >/dev/null || missing+=(gcc libc6-dev) # for the race detector
command -v espeak-ng >/dev/null || missing+=(espeak-ng)
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
if [ ${#wanted[@]} -gt 0 ]; then
  "${apt[@]}" install -y -qq -o Acquire::http::Timeout=10 -o Acquire::Retries=0 --no-install-recommends "${wanted[@]}" >/dev/null 2>&1 ||
    echo "the journeys run in Chromium: ${wanted[*]} could not be installed"
fi
