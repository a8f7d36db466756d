package backup

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"filippo.io/age"
)

const (
	// maxManifestSize is the largest size of a manifest in bytes. Each media file takes
	// about 150 bytes of the manifest.
	maxManifestSize = 1 << 30
	ageMagic        = "age-encryption.org/"
	gzipMagic       = "\x1f\x8b"
)

// Read reads a backup. It calls the function file with the path of each entry except the manifest.
// It copies the entry to the writer that the function returns, and closes the writer. The written
// files may be used only if Read returns nil, because the manifest that verifies them comes last.
// The errors are ErrDamaged, ErrNotBackup, ErrNewerFormat, ErrKeyNeeded, ErrWrongKey, and those of
// ctx, file and the disk. Rules operations-backup-verify, operations-backup-encrypted.
func Read(ctx context.Context, path string, key Key, file func(path string) (io.WriteCloser, error)) (Manifest, error) {
	f, err := os.Open(path)
	if err != nil {
		return Manifest{}, err
	}
	defer f.Close()
	in, err := decryptingReader(contextReader{ctx, f}, key)
	if err != nil {
		return Manifest{}, err
	}
	gzipReader, err := gzip.NewReader(in)
	if err != nil {
		return Manifest{}, damagedError(err)
	}
	m, files, err := readEntries(tar.NewReader(gzipReader), file)
	if err != nil {
		return m, err
	}
	// A backup is a tar archive that is compressed with gzip, and may be encrypted with the program
	// age. After the archive follow the checksum of gzip and the last authentication tag of age.
	// Reading to the end checks the checksum and the tag.
	if n, err := io.Copy(io.Discard, gzipReader); err != nil || n > maxArchivePadding {
		return m, damagedError(errorOr(err, "something follows the end"))
	}
	if !slices.Equal(m.Files, files) {
		return m, damagedError(errors.New("its files are not those of its manifest"))
	}
	return m, m.check()
}

// maxArchivePadding is the largest number of bytes after the last entry of an archive. Tools that
// write archives pad them to blocks of 10 KiB.
const maxArchivePadding = 64 << 10

// decryptingReader returns a reader of the compressed archive. It decrypts the backup if it
// is encrypted.
func decryptingReader(in io.Reader, key Key) (io.Reader, error) {
	bufferedInput := bufio.NewReaderSize(in, 1<<16)
	start, err := bufferedInput.Peek(len(ageMagic))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(start, []byte(gzipMagic)):
		return bufferedInput, nil
	case len(start) == 0:
		return nil, damagedError(errors.New("it is empty"))
	case string(start) != ageMagic:
		return nil, fmt.Errorf("%w: the file is no archive", ErrNotBackup)
	case key.identity == nil && key.Encrypts():
		return nil, fmt.Errorf("%w to the secret key, which begins with AGE-SECRET-KEY-1", ErrKeyNeeded)
	case key.identity == nil:
		return nil, ErrKeyNeeded
	}
	decryptedReader, err := age.Decrypt(bufferedInput, key.identity)
	if _, is := errors.AsType[*age.NoIdentityMatchError](err); is {
		return nil, ErrWrongKey
	}
	if err != nil {
		return nil, damagedError(err)
	}
	return decryptedReader, nil
}

// readEntries reads all entries. The manifest must be the last.
func readEntries(archive *tar.Reader, file func(path string) (io.WriteCloser, error)) (m Manifest, files []File, err error) {
	seenPaths := map[string]bool{}
	for {
		h, err := archive.Next()
		switch {
		case errors.Is(err, io.EOF):
			return m, files, damagedError(errors.New("it has no manifest"))
		case err != nil:
			return m, files, damagedError(err)
		case h.Typeflag != tar.TypeReg:
			return m, files, fmt.Errorf("%w: %.100q is no ordinary file", ErrNotBackup, h.Name)
		case h.Name == manifestEntry && len(files) > 0:
			m, err = readManifest(archive, h.Size)
			return m, files, err
		case !isEntryName(h.Name):
			return m, files, fmt.Errorf("%w: it has a file %.100q", ErrNotBackup, h.Name)
		case seenPaths[h.Name]:
			return m, files, fmt.Errorf("%w: it has %s twice", ErrNotBackup, h.Name)
		case len(files) == 0 && h.Name != DatabaseEntry:
			return m, files, fmt.Errorf("%w: it does not begin with the database", ErrNotBackup)
		}
		seenPaths[h.Name] = true
		f, err := readEntry(archive, h.Name, file)
		if err != nil {
			return m, files, err
		}
		files = append(files, f)
	}
}

// readEntry copies an entry to the writer that file returns, and computes its size and checksum.
func readEntry(archive io.Reader, path string, file func(path string) (io.WriteCloser, error)) (File, error) {
	out, err := file(path)
	if err != nil {
		return File{}, err
	}
	sum := sha256.New()
	in := &failureRecorder{in: archive}
	n, err := io.Copy(io.MultiWriter(out, sum), in)
	if in.failure != nil {
		err = damagedError(in.failure)
	}
	return File{path, n, hex.EncodeToString(sum.Sum(nil))}, errors.Join(err, out.Close())
}

// failureRecorder is a reader that stores its error. After io.Copy the caller can thus
// distinguish a read error from a write error.
type failureRecorder struct {
	in      io.Reader
	failure error
}

// Read implements io.Reader and stores each error except io.EOF.
func (s *failureRecorder) Read(p []byte) (int, error) {
	n, err := s.in.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.failure = err
	}
	return n, err
}

// readManifest reads the manifest and checks that it is the last entry. size is in bytes.
func readManifest(archive *tar.Reader, size int64) (m Manifest, err error) {
	if size > maxManifestSize {
		return m, fmt.Errorf("%w: its manifest is too large", ErrNotBackup)
	}
	text, err := io.ReadAll(archive)
	if err != nil {
		return m, damagedError(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, damagedError(err)
	}
	if _, err := archive.Next(); !errors.Is(err, io.EOF) {
		return m, damagedError(errorOr(err, "something follows the manifest"))
	}
	return m, nil
}

// errorOr returns err. If err is nil, errorOr returns a new error with the text of the argument
// "otherwise".
func errorOr(err error, otherwise string) error {
	if err != nil {
		return err
	}
	return errors.New(otherwise)
}

// damagedError returns ErrDamaged with its cause. If the cause is the end of a context, it
// returns the cause only.
func damagedError(cause error) error {
	if errors.Is(cause, context.Canceled) || errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return fmt.Errorf("%w: %w", ErrDamaged, cause)
}
