package media

import (
	"context"
	"errors"
	"io"
	"net/url"
	"path"

	"colloquy/internal/httpx"
	"colloquy/internal/media/blob"
)

const (
	// cacheForever is for files without privatePrefix. The content of a file never changes. The
	// directive "private" excludes shared caches, which would continue to serve a deleted
	// picture.
	cacheForever = "private, max-age=31536000, immutable"
	cacheNever   = "no-store"
)

// openFile returns the file at an address. A private file without a valid signature gives the error
// of a file that does not exist. Rules media-serving, media-signed.
func (s *Service) openFile(ctx context.Context, u *url.URL) (httpx.File, error) {
	name, ok := fileNameAt(u.Path)
	mediaType := mediaTypeByExtension[path.Ext(name)]
	if !ok || mediaType == "" || isPrivateFile(name) && !s.hasValidSignature(name, u.Query()) {
		return httpx.File{}, errNoFile
	}
	info, err := s.deps.Files.Stat(ctx, name)
	if errors.Is(err, blob.ErrNotFound) {
		return httpx.File{}, errNoFile
	}
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "a file could not be read", "error", err.Error())
		return httpx.File{}, errStoreUnreadable.Because(err)
	}
	cacheControl := cacheForever
	if isPrivateFile(name) {
		cacheControl = cacheNever
	}
	return httpx.File{
		Content: &fileContent{ctx: ctx, files: s.deps.Files, info: info}, MediaType: mediaType, ETag: `"` + name + `"`, Cache: cacheControl,
	}, nil
}

// fileContent is an io.ReadSeekCloser of a file in a store. It opens the file at the first Read
// after a Seek.
type fileContent struct {
	ctx   context.Context
	files blob.Store
	info  blob.Info
	at    int64         // position of the next Read
	body  io.ReadCloser // reader of the open file, at the position in the field `at`; nil if the file is not open
}

var errSeek = errors.New("media: position before the beginning of a file")

// Seek sets the position of the next Read.
func (c *fileContent) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += c.at
	case io.SeekEnd:
		offset += c.info.Size
	}
	if offset < 0 {
		return 0, errSeek
	}
	if offset == c.at {
		return c.at, nil
	}
	c.at = offset
	return c.at, c.Close()
}

// Read reads from the position c.at.
func (c *fileContent) Read(p []byte) (int, error) {
	if c.at >= c.info.Size {
		return 0, io.EOF
	}
	if c.body == nil {
		var err error
		if c.body, err = c.files.Open(c.ctx, c.info.Name, c.at); err != nil {
			return 0, err
		}
	}
	n, err := c.body.Read(p)
	c.at += int64(n)
	return n, err
}

// Close closes the open body. A later Read opens the file again.
func (c *fileContent) Close() error {
	if c.body == nil {
		return nil
	}
	err := c.body.Close()
	c.body = nil
	return err
}
