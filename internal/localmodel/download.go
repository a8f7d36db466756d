package localmodel

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Errors of downloads. After ErrConnectionCut the loaded part is kept, and the next call continues
// after it.
var (
	ErrChecksum      = errors.New("the file is not the one of the list: its checksum differs; call the command again, or correct a list of your own (sha256sum FILE)")
	ErrConnectionCut = errors.New("the connection was cut; call the command again to go on")
	ErrNoRoom        = errors.New("the disk has too little room")
)

const (
	spareBytes   = 512 << 20        // bytes of the disk that a download leaves free
	stallTimeout = 60 * time.Second // time without a byte after which a download is cut
)

// ProgressFunc is called while a file is loaded, with the loaded bytes and the size of the
// file.
type ProgressFunc func(file string, done, total int64)

// download loads a file to path, unless path has the file already. It continues a download
// that was cut. Rule operations-model.
func download(ctx context.Context, client *http.Client, f File, path string, progress ProgressFunc) error {
	if isDownloaded(path, f) {
		progress(filepath.Base(path), f.Size, f.Size)
		return nil
	}
	partialFile, err := os.OpenFile(path+".part", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer partialFile.Close()
	checksum := sha256.New()
	doneBytes, err := io.Copy(checksum, partialFile) // adds the loaded part to the checksum
	if err != nil {
		return err
	}
	if doneBytes > f.Size {
		return discardPartialFile(partialFile, path, fmt.Errorf("%w (it is too long)", ErrChecksum))
	}
	if err := checkDiskSpace(filepath.Dir(path), f.Size-doneBytes); err != nil {
		return err
	}
	if doneBytes < f.Size {
		if err := appendRest(ctx, client, f, partialFile, checksum, doneBytes, func(done int64) { progress(filepath.Base(path), done, f.Size) }); err != nil {
			return err
		}
	}
	if hex.EncodeToString(checksum.Sum(nil)) != f.SHA256 {
		return discardPartialFile(partialFile, path, ErrChecksum)
	}
	if err := partialFile.Sync(); err != nil {
		return err
	}
	return os.Rename(partialFile.Name(), path)
}

// discardPartialFile deletes a partial file with wrong content, so that the next call starts from the
// beginning. It returns reason with the name of the file.
func discardPartialFile(partialFile *os.File, path string, reason error) error {
	partialFile.Close()
	return errors.Join(fmt.Errorf("%s: %w", filepath.Base(path), reason), os.Remove(path+".part"))
}

// appendRest downloads the rest of a file. appendRest appends the rest to the open file
// `partialFile` and adds the rest to the checksum `sum`. The argument `done` is the number of bytes
// that `partialFile` already has. If the server sends the whole file, appendRest first empties
// `partialFile` and resets `sum`.
func appendRest(ctx context.Context, client *http.Client, f File, partialFile *os.File, sum hash.Hash, done int64, progress func(int64)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.URL, nil)
	if err != nil {
		return err
	}
	if done > 0 {
		r.Header.Set("Range", fmt.Sprintf("bytes=%d-", done))
	}
	stallTimer := time.AfterFunc(stallTimeout, cancel)
	defer stallTimer.Stop()
	answer, err := client.Do(r)
	if err != nil {
		return fmt.Errorf("%w (%w)", ErrConnectionCut, err)
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode == http.StatusOK && done > 0: // the server sends the file from the start
		if done, err = 0, partialFile.Truncate(0); err != nil {
			return err
		}
		if _, err := partialFile.Seek(0, io.SeekStart); err != nil {
			return err
		}
		sum.Reset()
	case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusPartialContent:
		return fmt.Errorf("%s answers %s", r.URL.Host, answer.Status)
	}
	buf := make([]byte, 256<<10)
	for {
		n, err := answer.Body.Read(buf)
		if n > 0 {
			if done += int64(n); done > f.Size {
				return discardPartialFile(partialFile, partialFile.Name()[:len(partialFile.Name())-len(".part")], fmt.Errorf("%w (it is too long)", ErrChecksum))
			}
			if _, err := partialFile.Write(buf[:n]); err != nil {
				return fmt.Errorf("%w: %w", ErrNoRoom, err)
			}
			sum.Write(buf[:n])
			stallTimer.Reset(stallTimeout)
			progress(done)
		}
		switch {
		case errors.Is(err, io.EOF) && done == f.Size:
			return nil
		case err != nil:
			return fmt.Errorf("%w (%d of %d bytes are there)", ErrConnectionCut, done, f.Size)
		}
	}
}

// isDownloaded reports whether path has the whole file.
func isDownloaded(path string, f File) bool {
	info, err := os.Stat(path)
	if err != nil || info.Size() != f.Size {
		return false
	}
	in, err := os.Open(path)
	if err != nil {
		return false
	}
	defer in.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, in)
	return err == nil && hex.EncodeToString(sum.Sum(nil)) == f.SHA256
}

// checkDiskSpace returns ErrNoRoom if the disk of a folder lacks free space for a number of
// bytes and spareBytes.
func checkDiskSpace(dir string, bytes int64) error {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return fmt.Errorf("the free room of %s is unknown: %w", dir, err)
	}
	if free := int64(s.Bavail) * s.Bsize; free < bytes+spareBytes {
		return fmt.Errorf("%w: %d MiB are needed, %d are free; make room, or set COLLOQUY_DATA_DIR to a larger disk", ErrNoRoom, (bytes+spareBytes)>>20, free>>20)
	}
	return nil
}
