package upstream

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"colloquy/internal/llm"
	"colloquy/internal/obs"
)

// maxMessageBytes is the length to which a server's error text is cut, in bytes.
const maxMessageBytes = 200

// minQuoteBytes is the length in bytes from which a text counts as a quotation of the
// conversation. Names of fields and models are shorter.
const minQuoteBytes = 20

// errorMaker makes the errors of one call.
type errorMaker struct {
	provider string
	secret   string
	request  llm.Request
}

// statusError returns the error for a status other than 2xx.
func (b errorMaker) statusError(resp *http.Response, body []byte) *llm.Error {
	e := b.problemError(resp.StatusCode, body)
	e.RetryAfter = parseRetryAfter(resp.Header, time.Now())
	return e
}

// problemError parses an error document. status is 0 for a document inside a stream, which
// may itself contain a status.
func (b errorMaker) problemError(status int, body []byte) *llm.Error {
	f := parseErrorFields(body)
	e := &llm.Error{
		Provider: b.provider,
		Kind:     kindOf(status, f),
		Status:   status,
		Param:    f.param,
		Msg:      b.cleanText(strings.TrimSpace(strings.Join([]string{f.typ, f.code, f.msg}, " "))),
	}
	if e.Status == 0 {
		e.Status = f.status()
	}
	e.IsLoadingModel = e.Status == http.StatusServiceUnavailable && strings.Contains(strings.ToLower(f.msg), "loading model")
	return e
}

// cleanText makes a server's text fit for a log: one short line without the key. If the text quotes
// the conversation, cleanText returns a fixed sentence instead.
func (b errorMaker) cleanText(msg string) string {
	if b.secret != "" {
		msg = strings.ReplaceAll(msg, b.secret, "***")
	}
	msg = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(msg, ""))
	if len(msg) > maxMessageBytes {
		msg = strings.ToValidUTF8(msg[:maxMessageBytes], "") + "..."
	}
	if obs.QuotesPrivateValue(msg, b.requestTexts(), minQuoteBytes, minQuoteBytes) {
		return "(the server's text quotes the conversation and is withheld)"
	}
	return msg
}

// requestTexts returns the texts of the request that error texts must not quote.
func (b errorMaker) requestTexts() []string {
	texts := slices.Clone(b.request.System)
	for _, m := range b.request.Messages {
		texts = append(texts, m.Content, m.OpeningNotes)
	}
	return texts
}

// errorFields are the values of an error document in any form.
type errorFields struct{ typ, code, param, msg string }

// status returns the document's code if it is an HTTP status, else 0.
func (f errorFields) status() int {
	if n, err := strconv.Atoi(f.code); err == nil && n >= 400 && n < 600 {
		return n
	}
	return 0
}

// parseErrorFields parses an error in any known form: an object, an object inside "error", a
// list of objects, a string, or a page of HTML.
func parseErrorFields(body []byte) errorFields {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		text := strings.TrimSpace(string(body))
		if strings.HasPrefix(text, "<") {
			text = "a page of HTML"
		}
		return errorFields{msg: text}
	}
	var f errorFields
	f.readValue(v)
	return f
}

func (f *errorFields) readValue(v any) {
	switch v := v.(type) {
	case string:
		f.setIfEmpty(&f.msg, v)
	case []any:
		for _, item := range v {
			f.readValue(item)
		}
	case map[string]any:
		f.readObject(v)
	}
}

// readObject reads the values of an object. A value inside "error" or "detail" wins over a value
// next to it.
func (f *errorFields) readObject(v map[string]any) {
	f.readValue(v["error"])
	f.readValue(v["detail"])
	f.setIfEmpty(&f.msg, v["message"])
	f.setIfEmpty(&f.msg, v["msg"])
	f.setIfEmpty(&f.param, v["param"])
	f.setIfEmpty(&f.code, v["code"])
	if t, _ := v["type"].(string); t != "error" {
		f.setIfEmpty(&f.typ, t)
	}
	if t, _ := v["status"].(string); t != "" {
		f.setIfEmpty(&f.typ, t)
	}
	if path, ok := v["loc"].([]any); ok && len(path) > 0 {
		f.setIfEmpty(&f.param, path[len(path)-1])
	}
}

// setIfEmpty sets an empty field to v, if v is a string or a number.
func (f *errorFields) setIfEmpty(field *string, v any) {
	if *field != "" {
		return
	}
	switch v := v.(type) {
	case string:
		*field = v
	case float64:
		*field = strconv.FormatFloat(v, 'f', -1, 64)
	}
}

// parseRetryAfter returns how long a server asks to wait. The header has seconds,
// milliseconds or a date. It returns 0 without a valid header.
func parseRetryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
