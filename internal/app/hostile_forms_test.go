package app_test

import (
	"net/http"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/httpx"
)

// sendHostileMessages calls a route that takes signed messages of another server. The route must
// refuse a wrong signature, with any body and media type. It must also refuse a body above its size
// limit.
func sendHostileMessages(t *testing.T, row httpx.RouteRow, post func(body string, headers ...string) apptest.Answer) {
	t.Helper()
	wantStatus(t, post(strings.Repeat("x", int(row.MaxBody)+1)), http.StatusRequestEntityTooLarge)
	for _, body := range append(malformedBodies, sampleBody(t, row)) {
		for _, kind := range []string{"application/json", "text/plain", "*/*", ""} {
			wantStatus(t, post(body, "Content-Type", kind, "X-Razorpay-Signature", strings.Repeat("0", 64)), http.StatusBadRequest)
		}
	}
}

// sendHostileForms makes calls of a row that takes uploads. Their bodies are too large or
// malformed, or have another media type.
func (c *fixture) sendHostileForms(t *testing.T, row httpx.RouteRow, post func(body string, headers ...string) apptest.Answer) {
	t.Helper()
	wantStatus(t, post("--"+formBoundary+strings.Repeat("x", int(row.MaxBody))), http.StatusRequestEntityTooLarge)
	for _, kind := range []string{"application/json", "text/plain", "multipart/mixed; boundary=" + formBoundary, "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; =", "*/*", ""} {
		wantStatus(t, post(sampleBody(t, row), "Content-Type", kind), http.StatusUnsupportedMediaType)
	}
	formType := "multipart/form-data; boundary=" + formBoundary
	formHead := "--" + formBoundary + "\r\n"
	for _, body := range []string{
		"{}", "--" + formBoundary, "--" + formBoundary + "--", formHead, formHead + "\r\n", formHead + "Content-Disposition: form-data\r\n\r\nx\r\n--" + formBoundary + "--\r\n", "\x00", strings.Repeat(formHead, 1000),
		formHead + strings.Repeat("X-Header: x\r\n", 20_000) + "\r\nx", formHead + "Content-Disposition: " + strings.Repeat("x", 1_000_000), uploadForm[:len(uploadForm)-20],
		strings.Replace(uploadForm, "singleFile", "singlefile", 1), strings.Replace(uploadForm, "; filename=\"a.gif\"", "", 1), strings.Replace(uploadForm, "GIF89a", "", 1),
	} {
		wantStatus(t, post(body, "Content-Type", formType), http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType)
	}
}
