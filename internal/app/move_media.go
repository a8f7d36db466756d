package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/media/blob"
	"colloquy/internal/media/s3"
)

// MovedMedia is the result of MoveMedia.
type MovedMedia struct {
	Folder          string `json:"folder"`
	Bucket          string `json:"bucket"` // without secrets
	CopiedFileCount int    `json:"copied"`
	// SkippedFileCount counts the files that were not copied, because the bucket had a file with their
	// name and size.
	SkippedFileCount int `json:"present"`
}

var (
	errNoBucket = errors.New("set COLLOQUY_MEDIA_URL to the bucket: s3://key:secret@host/bucket?region=... (see Pictures of users in the operations guide)")
	errNoFolder = errors.New("the data directory has no folder media, so there is nothing to copy")
)

// MoveMedia copies the pictures and recordings in the data directory into the bucket of c.MediaURL,
// under the same names. It skips files that the bucket has, so it can be repeated after an
// interruption. The folder stays as it is. Rule operations-move-media.
func MoveMedia(ctx context.Context, c config.Config) (out MovedMedia, err error) {
	if c.MediaURL == "" {
		return out, errNoBucket
	}
	out.Folder = filepath.Join(c.DataDir, mediaFolder)
	if _, err := os.Stat(out.Folder); err != nil {
		return out, fmt.Errorf("%w: %w", errNoFolder, err)
	}
	bucket, err := s3.New(c.MediaURL.Reveal())
	if err != nil {
		return out, err
	}
	out.Bucket = bucket.Description()
	if err := blob.Check(ctx, bucket); err != nil {
		return out, fmt.Errorf("the bucket does not answer: %w", err)
	}
	return out, addMediaFiles(func(e backup.Entry) error {
		isNew, err := copyMediaFile(ctx, bucket, e)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return nil // a running service has deleted it
		case err != nil:
			return fmt.Errorf("%s: %w", e.Path, err)
		case isNew:
			out.CopiedFileCount++
		default:
			out.SkippedFileCount++
		}
		return nil
	}, out.Folder)
}

// copyMediaFile copies a file, unless the store already has a file with its name and size. isNew
// reports whether copyMediaFile has copied the file.
func copyMediaFile(ctx context.Context, to blob.Store, e backup.Entry) (isNew bool, err error) {
	name := path.Base(e.Path)
	existingInfo, err := to.Stat(ctx, name)
	if err == nil && existingInfo.Size == e.Size || err != nil && !errors.Is(err, blob.ErrNotFound) {
		return false, err
	}
	f, err := e.Open()
	if err != nil {
		return false, err
	}
	data, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return false, err
	}
	return true, to.Put(ctx, name, data)
}
