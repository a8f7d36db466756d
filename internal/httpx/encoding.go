package httpx

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Compress gzips text answers of 1 KiB and more. It passes event streams through:
// compression would hold pieces back.
func Compress(h http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ContentTypes([]string{"application/json", "text/html", "text/plain", "application/xml", "application/atom+xml"}))
	if err != nil {
		panic(err) // the options are constants
	}
	return wrap(h)
}

// AcceptsGzip reads an Accept-Encoding header. A weight of 0 refuses.
func AcceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			continue
		}
		_, weight, _ := strings.Cut(params, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(weight), 64)
		return err != nil || q > 0
	}
	return false
}
