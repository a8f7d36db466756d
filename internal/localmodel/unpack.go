package localmodel

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Limits of an archive: files and bytes.
const (
	maxArchiveFiles  = 1000
	maxUnpackedBytes = 1 << 30
)

// unpack writes the files of a ZIP archive into dir, without the folders of the archive.
// The server and its libraries are in one folder of the archive.
func unpack(archivePath, dir string) error {
	z, err := zip.OpenReader(archivePath)
	if err != nil {
		return fmt.Errorf("the archive of the server cannot be read: %w", err)
	}
	defer func() { _ = z.Close() }() // the archive was only read
	if len(z.File) > maxArchiveFiles {
		return errors.New("the archive of the server has too many files")
	}
	bytesLeft := int64(maxUnpackedBytes)
	for _, f := range z.File {
		if !f.Mode().IsRegular() {
			continue // skip folders, and links, because a link could lead out of dir
		}
		if bytesLeft -= int64(f.UncompressedSize64); bytesLeft < 0 {
			return errors.New("the archive of the server is too large")
		}
		if err := unpackFile(f, filepath.Join(dir, filepath.Base(filepath.ToSlash(f.Name)))); err != nil {
			return err
		}
	}
	return nil
}

func unpackFile(f *zip.File, path string) error {
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	mode := fs.FileMode(0o600)
	if f.Mode()&0o111 != 0 {
		mode = 0o700
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("the archive of the server: %w", err)
	}
	if _, err := io.Copy(out, io.LimitReader(in, int64(f.UncompressedSize64))); err != nil {
		return errors.Join(err, out.Close())
	}
	return errors.Join(out.Sync(), out.Close())
}
