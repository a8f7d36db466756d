#!/usr/bin/env bash
# Makes the files that operators install, in bin/packages: a Debian package, an archive, the bill of
# materials and the checksums. It uses the built program in bin, and needs dpkg-deb. The same commit
# always gives the same bytes.
#   tools/package.sh VERSION
# VERSION is the version of the program and of the Debian package, from tools/version.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${1:?version}
out=bin/packages
arch=$(go env GOARCH)
[[ $version =~ ^[0-9] ]] || { echo "package.sh: $version is no Debian version" >&2; exit 1; }
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"

# The Debian package.
root=$work/deb
install -D -m 755 bin/colloquy "$root/usr/bin/colloquy"
install -d -m 750 "$root/etc/colloquy"
install -D -m 640 deploy/colloquy.conf "$root/etc/colloquy/colloquy.conf"
install -D -m 644 deploy/colloquy.service "$root/usr/lib/systemd/system/colloquy.service"
install -D -m 644 deploy/colloquy.socket "$root/usr/lib/systemd/system/colloquy.socket"
install -D -m 644 deploy/debian/colloquy.sysusers "$root/usr/lib/sysusers.d/colloquy.conf"
install -D -m 644 docs/operations.md "$root/usr/share/doc/colloquy/operations.md"
install -D -m 644 -t "$root/usr/share/doc/colloquy" deploy/Caddyfile deploy/nginx.conf
install -D -m 644 -t "$root/usr/share/doc/colloquy/monitoring" deploy/monitoring/alerts.yaml deploy/monitoring/dashboard.json
install -D -m 644 bin/sbom.json "$root/usr/share/doc/colloquy/sbom.json"
install -D -m 644 internal/localmodel/list.json "$root/usr/share/doc/colloquy/models.json"
mkdir -p "$root/DEBIAN"
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/$(du -sk "$root" | cut -f1)/" deploy/debian/control >"$root/DEBIAN/control"
echo /etc/colloquy/colloquy.conf >"$root/DEBIAN/conffiles"
install -m 755 deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm "$root/DEBIAN/"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --build -Zxz "$root" "$out/colloquy_${version}_${arch}.deb" >/dev/null

# The archive, for other systems.
name=colloquy-$version-linux-$arch
mkdir -p "$work/$name"
cp -r bin/colloquy bin/sbom.json deploy docs/operations.md "$work/$name/"
rm "$work/$name"/deploy/*_test.go
cp internal/localmodel/list.json "$work/$name/models.json"
find "$work/$name" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" | gzip -n -9 >"$out/$name.tar.gz"

cp bin/sbom.json "$out/$name.sbom.json"
(cd "$out" && sha256sum -- *.deb *.tar.gz *.json >SHA256SUMS)
ls -1 "$out"
