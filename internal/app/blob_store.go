package app

import (
	"path/filepath"

	"colloquy/internal/config"
	"colloquy/internal/media/blob"
	"colloquy/internal/media/s3"
)

// chooseBlobStore returns the store of media files: the configured bucket, or else a folder
// of the data directory.
func chooseBlobStore(c config.Config) (blob.Store, error) {
	if c.MediaURL != "" {
		return s3.New(c.MediaURL.Reveal())
	}
	return blob.NewDisk(filepath.Join(c.DataDir, "media"))
}
