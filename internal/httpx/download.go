package httpx

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// Download returns a response with a file that is written while it is sent. If write
// fails, the connection is closed, so that the reader does not take the file for whole.
// A reader that is slower than the timeout of writes is disconnected.
func Download(mediaType, name string, write func(ctx context.Context, w io.Writer) error) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humachi.Unwrap(hctx)
		h := w.Header()
		h.Set("Content-Type", mediaType)
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
		h.Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusOK)
		rc := http.NewResponseController(w)
		defer rc.SetWriteDeadline(time.Time{})
		if err := write(r.Context(), deadlineWriter{w, rc}); err != nil {
			panic(http.ErrAbortHandler)
		}
	}}
}

// deadlineWriter sets a deadline for each write.
type deadlineWriter struct {
	io.Writer
	rc *http.ResponseController
}

// Write writes p within writeTimeout.
func (d deadlineWriter) Write(p []byte) (int, error) {
	d.rc.SetWriteDeadline(time.Now().Add(writeTimeout))
	return d.Writer.Write(p)
}
