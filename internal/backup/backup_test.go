package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/backup"
)

// sampleTime is the time of the sample backup.
var sampleTime = time.Date(2026, 3, 1, 12, 30, 5, 0, time.UTC)

// sampleManifest returns the manifest of the sample backup, without its files.
func sampleManifest() backup.Manifest {
	return backup.Manifest{ProgramVersion: "1.2", SchemaVersion: 28, Engine: "sqlite", CreatedAt: sampleTime, MediaLocation: backup.MediaInBackup}
}

// sampleFiles returns the names of the files of the sample backup, in their order, and their
// texts by name.
func sampleFiles() ([]string, map[string]string) {
	return []string{"colloquy.db", "media/a.jpg", "media/b-1.mp3"},
		map[string]string{"colloquy.db": strings.Repeat("rows of the database\n", 9000), "media/a.jpg": "picture", "media/b-1.mp3": ""}
}

// entryOf returns an entry with a path and a text.
func entryOf(path, text string) backup.Entry {
	return backup.Entry{Path: path, Size: int64(len(text)), Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// entryAdder returns a function that adds the named files, for backup.Write.
func entryAdder(names []string, files map[string]string) func(add func(backup.Entry) error) error {
	return func(add func(backup.Entry) error) error {
		for _, name := range names {
			if err := add(entryOf(name, files[name])); err != nil {
				return err
			}
		}
		return nil
	}
}

// newKey returns two keys that belong together. The key "secret" encrypts and decrypts. The key
// "public" only encrypts.
func newKey(t *testing.T) (secret, public backup.Key) {
	t.Helper()
	s, p, err := backup.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return parseKey(t, s), parseKey(t, p)
}

func parseKey(t *testing.T, text string) backup.Key {
	t.Helper()
	k, err := backup.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// writeSampleBackup writes the sample backup and returns its path.
func writeSampleBackup(t *testing.T, key backup.Key) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), backup.FileName(sampleTime, key))
	if _, err := backup.Write(t.Context(), path, key, sampleManifest(), entryAdder(sampleFiles())); err != nil {
		t.Fatal(err)
	}
	return path
}

// memoryFile is a writer. Close calls onClose with the written text.
type memoryFile struct {
	bytes.Buffer
	onClose func(text string)
}

func (m *memoryFile) Close() error { m.onClose(m.String()); return nil }

// readBackup returns the result of backup.Read, and the texts of the files by path.
func readBackup(path string, key backup.Key) (backup.Manifest, map[string]string, error) {
	files := map[string]string{}
	m, err := backup.Read(context.Background(), path, key, func(path string) (io.WriteCloser, error) {
		return &memoryFile{onClose: func(text string) { files[path] = text }}, nil
	})
	return m, files, err
}

// rules operations-backup, operations-backup-encrypted
func TestBackupIsReadAsItWasWritten(t *testing.T) {
	secret, public := newKey(t)
	for name, c := range map[string]struct{ write, read backup.Key }{
		"plain": {}, "encrypted": {secret, secret}, "encrypted by a public key": {public, secret}, "plain, with a key": {backup.Key{}, secret},
	} {
		t.Run(name, func(t *testing.T) {
			path := writeSampleBackup(t, c.write)
			_, want := sampleFiles()
			m, files, err := readBackup(path, c.read)
			if err != nil || !maps.Equal(files, want) {
				t.Fatalf("%v, files %v", err, namesWithSizes(files))
			}
			if m.Format != 1 || m.SchemaVersion != 28 || !m.CreatedAt.Equal(sampleTime) || m.MediaFileCount() != 2 || m.TotalSize() != int64(len(want["colloquy.db"])+7) {
				t.Errorf("manifest %+v", m)
			}
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("mode %v, %v", info.Mode(), err)
			}
			data, err := os.ReadFile(path)
			if err != nil || c.write.Encrypts() == bytes.Contains(gunzip(data), []byte("rows of the database")) {
				t.Errorf("the database is readable: %v, %v", !c.write.Encrypts(), err)
			}
		})
	}
}

// namesWithSizes returns "name (size)" for each file.
func namesWithSizes(files map[string]string) (out []string) {
	for name, text := range files {
		out = append(out, fmt.Sprintf("%s (%d)", name, len(text)))
	}
	return out
}

// gunzip returns data without its gzip compression, or data itself if it cannot be
// decompressed.
func gunzip(data []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return data
	}
	out, err := io.ReadAll(r)
	if err != nil {
		return data
	}
	return out
}

// rule operations-backup-encrypted
func TestWrongKeysAreRefused(t *testing.T) {
	secret, public := newKey(t)
	otherKey, _ := newKey(t)
	path := writeSampleBackup(t, secret)
	for name, c := range map[string]struct {
		key  backup.Key
		want error
	}{"none": {backup.Key{}, backup.ErrKeyNeeded}, "public": {public, backup.ErrKeyNeeded}, "another": {otherKey, backup.ErrWrongKey}} {
		if _, files, err := readBackup(path, c.key); !errors.Is(err, c.want) || len(files) > 0 {
			t.Errorf("%s: %v, %d files", name, err, len(files))
		}
	}
	for _, text := range []string{"pw-canary", "AGE-SECRET-KEY-1CANARY", "age1canary", " "} {
		if _, err := backup.ParseKey(text); err == nil || strings.Contains(strings.ToLower(err.Error()), "canary") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// rule operations-backup-verify
func TestCutBackupIsRefused(t *testing.T) {
	secret, _ := newKey(t)
	for _, key := range []backup.Key{{}, secret} {
		data, err := os.ReadFile(writeSampleBackup(t, key))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "cut.tar.gz")
		for n := range len(data) {
			if n > 200 && n < len(data)-200 && n%97 != 0 {
				continue
			}
			if err := os.WriteFile(path, data[:n], 0o600); err != nil {
				t.Fatal(err)
			}
			if _, _, err := readBackup(path, key); !errors.Is(err, backup.ErrDamaged) && !errors.Is(err, backup.ErrNotBackup) {
				t.Fatalf("the first %d of %d bytes: %v", n, len(data), err)
			}
		}
		if err := os.WriteFile(path, append(data, 'x'), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readBackup(path, key); !errors.Is(err, backup.ErrDamaged) {
			t.Errorf("a byte more: %v", err)
		}
	}
}

// TestFlippedByteIsRefused: Read refuses an encrypted backup with a flipped bit. Some bits of gzip
// have no meaning. So Read may accept an unencrypted backup with a flipped bit, but then its
// content is correct. rule operations-backup-verify
func TestFlippedByteIsRefused(t *testing.T) {
	secret, _ := newKey(t)
	_, want := sampleFiles()
	for name, key := range map[string]backup.Key{"plain": {}, "encrypted": secret} {
		data, err := os.ReadFile(writeSampleBackup(t, key))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "flipped.tar.gz")
		harmlessFlipCount := 0
		for i := range data {
			if i > 400 && i < len(data)-400 && i%29 != 0 {
				continue
			}
			flippedData := bytes.Clone(data)
			flippedData[i] ^= 1 << (i % 8)
			if err := os.WriteFile(path, flippedData, 0o600); err != nil {
				t.Fatal(err)
			}
			m, files, err := readBackup(path, key)
			if err != nil {
				continue
			}
			harmlessFlipCount++
			if !maps.Equal(files, want) || !m.CreatedAt.Equal(sampleTime) || name == "encrypted" {
				t.Errorf("%s: byte %d of %d is flipped and nothing is said", name, i, len(data))
			}
		}
		if harmlessFlipCount > 20 {
			t.Errorf("%s: %d flipped bytes are passed over", name, harmlessFlipCount)
		}
	}
}

// craftedEntry is an entry of a crafted archive.
type craftedEntry struct {
	header tar.Header
	text   string
}

// regularFile returns an ordinary file for writeArchive.
func regularFile(name, text string) craftedEntry {
	return craftedEntry{tar.Header{Typeflag: tar.TypeReg, Name: name}, text}
}

// writeArchive writes an archive without the checks of backup.Write and returns its path.
func writeArchive(t *testing.T, list ...craftedEntry) string {
	t.Helper()
	var out bytes.Buffer
	gzipWriter := gzip.NewWriter(&out)
	archive := tar.NewWriter(gzipWriter)
	for _, e := range list {
		e.header.Size, e.header.Mode = int64(len(e.text)), 0o600
		if err := archive.WriteHeader(&e.header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(archive, e.text); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "crafted.tar.gz")
	if err := errors.Join(archive.Close(), gzipWriter.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// manifestOf returns the manifest entry of an archive that contains files, with the right
// checksums. change can change the manifest before it is encoded.
func manifestOf(t *testing.T, change func(m *backup.Manifest), files ...craftedEntry) craftedEntry {
	t.Helper()
	m := sampleManifest()
	m.Format = 1
	for _, f := range files {
		sum := sha256.Sum256([]byte(f.text))
		m.Files = append(m.Files, backup.File{Path: f.header.Name, Size: int64(len(f.text)), SHA256: hex.EncodeToString(sum[:])})
	}
	change(&m)
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return regularFile("manifest.json", string(text))
}

// rule operations-backup-verify
func TestForeignEntriesAreRefused(t *testing.T) {
	db, unchanged := regularFile("colloquy.db", "db"), func(*backup.Manifest) {}
	link := func(kind byte, name, to string) craftedEntry {
		return craftedEntry{tar.Header{Typeflag: kind, Name: name, Linkname: to}, ""}
	}
	cases := map[string]struct {
		want error
		list []craftedEntry
	}{
		"another format": {backup.ErrNewerFormat, []craftedEntry{db, manifestOf(t, func(m *backup.Manifest) { m.Format = 2 }, db)}},
		"empty manifest": {backup.ErrNotBackup, []craftedEntry{db, manifestOf(t, func(m *backup.Manifest) { m.Engine = "" }, db)}},
		"a sum":          {backup.ErrDamaged, []craftedEntry{db, manifestOf(t, func(m *backup.Manifest) { m.Files[0].SHA256 = strings.Repeat("0", 64) }, db)}},
		"not listed":     {backup.ErrDamaged, []craftedEntry{db, regularFile("media/a.jpg", "a"), manifestOf(t, unchanged, db)}},
		"listed only":    {backup.ErrDamaged, []craftedEntry{db, manifestOf(t, unchanged, db, regularFile("media/a.jpg", "a"))}},
		"no manifest":    {backup.ErrDamaged, []craftedEntry{db}},
		"no database":    {backup.ErrNotBackup, []craftedEntry{regularFile("media/a.jpg", "a"), manifestOf(t, unchanged, regularFile("media/a.jpg", "a"))}},
		"twice":          {backup.ErrNotBackup, []craftedEntry{db, db, manifestOf(t, unchanged, db, db)}},
		"after the end":  {backup.ErrDamaged, []craftedEntry{db, manifestOf(t, unchanged, db), regularFile("media/a.jpg", "a")}},
		"symbolic link":  {backup.ErrNotBackup, []craftedEntry{db, link(tar.TypeSymlink, "media/a.jpg", "../../outside"), manifestOf(t, unchanged, db)}},
		"a hard link":    {backup.ErrNotBackup, []craftedEntry{db, link(tar.TypeLink, "media/a.jpg", "colloquy.db"), manifestOf(t, unchanged, db)}},
		"link as folder": {backup.ErrNotBackup, []craftedEntry{db, link(tar.TypeSymlink, "media", "..")}},
		"a device":       {backup.ErrNotBackup, []craftedEntry{db, link(tar.TypeChar, "media/a.jpg", "")}},
	}
	for _, name := range []string{"../x", "media/../x.jpg", "media/../../x.jpg", "/etc/passwd", "media//a.jpg", "media/.hidden.jpg", "media/sub/a.jpg", "lock", "replacing/aside", `media\a.jpg`, "./colloquy.db", ""} {
		f := regularFile(name, "hostile")
		cases["the name "+name] = struct {
			want error
			list []craftedEntry
		}{backup.ErrNotBackup, []craftedEntry{db, f, manifestOf(t, unchanged, db, f)}}
	}
	for name, c := range cases {
		if _, files, err := readBackup(writeArchive(t, c.list...), backup.Key{}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		} else if diff := cmp.Diff([]string(nil), unexpectedFileNames(files)); diff != "" {
			t.Errorf("%s: files %s", name, diff)
		}
	}
	if _, _, err := readBackup(writeArchive(t, db, manifestOf(t, unchanged, db)), backup.Key{}); err != nil {
		t.Errorf("the archive of these tests without a fault: %v", err)
	}
}

// unexpectedFileNames returns the names for which Read should not have asked for a writer.
func unexpectedFileNames(files map[string]string) (out []string) {
	for name := range files {
		if name != "colloquy.db" && name != "media/a.jpg" {
			out = append(out, name)
		}
	}
	return out
}

func TestOtherFilesAreNoBackups(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a picture": "\x89PNG\r\n\x1a\nxxxxxxxxxxxxxxxxxxxx", "empty": "", "short": "x"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readBackup(path, backup.Key{}); !errors.Is(err, backup.ErrNotBackup) && !errors.Is(err, backup.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, _, err := readBackup(filepath.Join(dir, "missing"), backup.Key{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
