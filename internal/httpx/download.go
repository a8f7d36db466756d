package httpx

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// DownloadResponse is the answer of a call that downloads a file.
type DownloadResponse = huma.StreamResponse

// Download returns a response with a file that is written while it is sent. name must be ASCII
// without quotation marks. If write fails, the connection closes, so the client does not take the
// file for complete. A client that blocks a write for longer than writeTimeout is disconnected.
func Download(mediaType, name string, write func(ctx context.Context, w io.Writer) error) *DownloadResponse {
	return download(mediaType, `attachment; filename="`+name+`"`, write)
}

// DownloadWithUnicodeName is Download with a second name of the file. Browsers prefer anyName to name;
// it may have characters of any script.
func DownloadWithUnicodeName(mediaType, name, anyName string, write func(ctx context.Context, w io.Writer) error) *DownloadResponse {
	encodedName := strings.ReplaceAll(url.QueryEscape(anyName), "+", "%20") // RFC 8187
	return download(mediaType, `attachment; filename="`+name+`"; filename*=UTF-8''`+encodedName, write)
}

func download(mediaType, disposition string, write func(ctx context.Context, w io.Writer) error) *DownloadResponse {
	return &DownloadResponse{Body: func(hctx huma.Context) {
		r, w := humachi.Unwrap(hctx)
		h := w.Header()
		h.Set("Content-Type", mediaType)
		h.Set("Content-Disposition", disposition)
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
