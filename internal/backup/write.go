package backup

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"
)

const (
	privateFileMode fs.FileMode = 0o600
	// unfinishedPrefix begins the names of backups that are not completely written.
	unfinishedPrefix = ".writing-"
)

// Entry is a file to put into a backup. Open returns a reader of exactly Size bytes. If the error
// of Open wraps fs.ErrNotExist, Write leaves the file out. The database must not be missing.
type Entry struct {
	Path string
	Size int64
	Open func() (io.ReadCloser, error)
}

// Write writes a backup to a new file and returns its manifest. The caller sets all fields of m
// except Format and Files. The function "entries" must call the function add for each file, and
// first for the database. The file at path exists only when the backup is complete and on the disk.
// If path exists already, the error is ErrExists. Rule operations-backup.
func Write(ctx context.Context, path string, key Key, m Manifest, entries func(add func(Entry) error) error) (Manifest, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return m, errors.Join(fmt.Errorf("%w: %s", ErrExists, path), err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), unfinishedPrefix+"*")
	if err != nil {
		return m, fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }() // removes the temporary name; a published backup keeps its final name
	m, err = writeArchive(ctx, f, key, m, entries)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return m, fmt.Errorf("the backup cannot be written: %w", err)
	}
	return m, publishFile(f.Name(), path)
}

// publishFile gives a complete file its final name, unless the name is taken.
func publishFile(unfinished, path string) error {
	err := os.Link(unfinished, path)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%w: %s", ErrExists, path)
	case err != nil: // the file system does not support hard links
		err = os.Rename(unfinished, path)
	}
	if err != nil {
		return fmt.Errorf("the backup cannot be named: %w", err)
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir makes the names in a directory durable.
func SyncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// writeArchive writes the archive: the entries, then the manifest.
func writeArchive(ctx context.Context, out io.Writer, key Key, m Manifest, entries func(add func(Entry) error) error) (Manifest, error) {
	m.Format, m.Files = FormatVersion, nil
	encryptedWriter := io.WriteCloser(unencryptedWriter{out})
	if key.Encrypts() {
		var err error
		if encryptedWriter, err = age.Encrypt(out, key.recipient); err != nil {
			return m, err
		}
	}
	gzipWriter, err := gzip.NewWriterLevel(encryptedWriter, gzip.BestSpeed)
	if err != nil {
		return m, err
	}
	archive := tar.NewWriter(gzipWriter)
	err = entries(func(e Entry) error {
		f, err := addEntry(ctx, archive, m, e)
		if errors.Is(err, fs.ErrNotExist) && e.Path != DatabaseEntry {
			return nil // a picture that was deleted meanwhile
		}
		m.Files = append(m.Files, f)
		return err
	})
	if err == nil {
		err = addManifest(archive, m)
	}
	return m, errors.Join(err, archive.Close(), gzipWriter.Close(), encryptedWriter.Close())
}

// unencryptedWriter is a writer that does not encrypt.
type unencryptedWriter struct{ io.Writer }

// Close does nothing, because the owner of the file closes it.
func (unencryptedWriter) Close() error { return nil }

// addEntry copies a file into the archive.
func addEntry(ctx context.Context, archive *tar.Writer, m Manifest, e Entry) (File, error) {
	if !isEntryName(e.Path) {
		return File{}, fmt.Errorf("a backup has no file %q", e.Path)
	}
	in, err := e.Open()
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	if err := archive.WriteHeader(tarHeader(m, e.Path, e.Size)); err != nil {
		return File{}, err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(archive, sum), contextReader{ctx, io.LimitReader(in, e.Size)})
	if err == nil && n != e.Size {
		err = fmt.Errorf("%s has %d bytes instead of %d", e.Path, n, e.Size)
	}
	return File{e.Path, e.Size, hex.EncodeToString(sum.Sum(nil))}, err
}

func addManifest(archive *tar.Writer, m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := archive.WriteHeader(tarHeader(m, manifestEntry, int64(len(text)))); err != nil {
		return err
	}
	_, err = archive.Write(text)
	return err
}

func tarHeader(m Manifest, path string, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: path, Size: size, Mode: int64(privateFileMode), ModTime: m.CreatedAt}
}

// contextReader is a reader that fails with the error of its context.
type contextReader struct {
	ctx context.Context
	in  io.Reader
}

// Read reads unless the context has ended.
func (r contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}

// DeleteUnfinishedBackups deletes unfinished backups in a folder that were last written before a
// time. Killed processes leave them.
func DeleteUnfinishedBackups(dir string, before time.Time) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), unfinishedPrefix) {
			continue
		}
		if info, statErr := e.Info(); statErr == nil && info.ModTime().Before(before) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}
