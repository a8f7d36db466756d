package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"sync"
	"time"
)

// fileServer serves the files of a directory that does not change. It hashes each file once,
// for the ETag, and streams it from the directory.
type fileServer struct {
	dir   fs.FS
	etags sync.Map // string by file name
}

func (f *fileServer) has(name string) bool {
	info, err := fs.Stat(f.dir, name)
	return err == nil && info.Mode().IsRegular()
}

// serve sends an existing file: whole, the requested range, or 304.
func (f *fileServer) serve(w http.ResponseWriter, r *http.Request, name string) {
	file, err := f.dir.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }() // opened for reading, so closing loses no data
	body, ok := file.(io.ReadSeeker)
	if !ok {
		http.NotFound(w, r)
		return
	}
	etag, err := f.etag(name, body)
	if err != nil {
		http.Error(w, "cannot be read", http.StatusInternalServerError)
		return
	}
	w.Header().Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, body)
}

func (f *fileServer) etag(name string, body io.ReadSeeker) (string, error) {
	if known, ok := f.etags.Load(name); ok {
		return known.(string), nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, body); err != nil {
		return "", err
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return "", err
	}
	etag := `"` + hex.EncodeToString(sum.Sum(nil)[:8]) + `"`
	f.etags.Store(name, etag)
	return etag, nil
}
