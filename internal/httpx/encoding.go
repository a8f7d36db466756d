package httpx

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Compress gzips text responses of at least 1 KiB. It does not compress event streams,
// because compression would delay events.
func Compress(h http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ContentTypes([]string{"application/json", "text/html", "text/plain", "application/xml", "application/atom+xml"}))
	if err != nil {
		panic(err) // the options are constants
	}
	return wrap(h)
}

// ChooseEncoding returns the offered content coding that an Accept-Encoding header prefers. That is
// the offered coding with the highest weight, or the first of several with this weight. If the
// header accepts no offered coding or prefers no encoding, the result is "".
func ChooseEncoding(header string, offered ...string) string {
	weights := encodingWeights(header)
	bestWeight, chosen := weights["identity"], ""
	for _, coding := range offered {
		weight, named := weights[coding]
		if !named {
			weight = weights["*"]
		}
		if weight > bestWeight || weight == bestWeight && weight > 0 && chosen == "" {
			bestWeight, chosen = weight, coding
		}
	}
	return chosen
}

// encodingWeights parses an Accept-Encoding header into the weights of the codings, in
// lower case. A coding without a valid weight has 1; a weight of 0 refuses the coding.
func encodingWeights(header string) map[string]float64 {
	weights := map[string]float64{}
	for part := range strings.SplitSeq(header, ",") {
		coding, params, _ := strings.Cut(part, ";")
		weight := 1.0
		for param := range strings.SplitSeq(params, ";") {
			name, value, _ := strings.Cut(param, "=")
			if !strings.EqualFold(strings.TrimSpace(name), "q") {
				continue
			}
			if q, err := strconv.ParseFloat(strings.TrimSpace(value), 64); err == nil {
				weight = min(max(q, 0), 1)
			}
		}
		weights[strings.ToLower(strings.TrimSpace(coding))] = weight
	}
	return weights
}
