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
	// foreverCache is for files whose address never has another content. Shared caches
	// do not store them: they would continue to serve a deleted picture.
	foreverCache = "private, max-age=31536000, immutable"
	privateCache = "no-store"
)

// open returns the file at a path. A private file needs a signature, and without one it
// is as unknown as a file that does not exist. Rules media-serving, media-signed.
func (s *Service) open(ctx context.Context, u *url.URL) (httpx.File, error) {
	name, ok := nameOf(u.Path)
	mediaType := mediaTypes[path.Ext(name)]
	if !ok || mediaType == "" || isPrivate(name) && !s.isSigned(name, u.Query()) {
		return httpx.File{}, errNoFile
	}
	info, err := s.deps.Files.Stat(ctx, name)
	if errors.Is(err, blob.ErrNotFound) {
		return httpx.File{}, errNoFile
	}
	if err != nil {
		s.deps.Log.ErrorContext(ctx, "a file could not be read", "error", err.Error())
		return httpx.File{}, errUnreadable.Because(err)
	}
	cache := foreverCache
	if isPrivate(name) {
		cache = privateCache
	}
	return httpx.File{
		Content: &content{ctx: ctx, files: s.deps.Files, info: info}, MediaType: mediaType, ETag: `"` + name + `"`, Cache: cache,
	}, nil
}

// content reads a file of a store from where it was sought to.
type content struct {
	ctx   context.Context
	files blob.Store
	info  blob.Info
	at    int64
	body  io.ReadCloser // open at at, or nil
}

var errSeek = errors.New("media: position before the beginning of a file")

// Seek sets the position of the next Read.
func (c *content) Seek(offset int64, whence int) (int64, error) {
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

// Read reads from the position.
func (c *content) Read(p []byte) (int, error) {
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

// Close ends the download. The content can still be read.
func (c *content) Close() error {
	if c.body == nil {
		return nil
	}
	err := c.body.Close()
	c.body = nil
	return err
}
