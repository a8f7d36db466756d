#!/usr/bin/env bash
# Prints the version of the commit:
#   - 1.2.3 for the tag v1.2.3
#   - 1.2.3~rc1 for the tag v1.2.3-rc1
#   - 1.2.3+4.gHASH four commits after v1.2.3
#   - 0~TIME.gHASH without an earlier tag; TIME is the time of the commit in UTC
#   - 0~dev without git.
#
# dpkg sorts 0~TIME before every tag, and 1.2.3~rc1 before 1.2.3.
set -euo pipefail
cd "$(dirname "$0")/.."

commit=$(git rev-parse --short=12 HEAD 2>/dev/null) || { echo 0~dev; exit; }
if ! described=$(git describe --tags --long --abbrev=12 --match 'v[0-9]*' 2>/dev/null); then
  time=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d%H%M%S)
  echo "0~$time.g$commit"
  exit
fi
# described is TAG-COUNT-gHASH. It is split from the end, because TAG may contain hyphens.
hash=${described##*-} rest=${described%-*}
count=${rest##*-} tag=${rest%-*}
tag=$(tr - '~' <<<"${tag#v}")
if [ "$count" = 0 ]; then
  echo "$tag"
else
  echo "$tag+$count.$hash"
fi
