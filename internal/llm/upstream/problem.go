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

// minQuoteBytes is the length from which a quotation of the conversation in an error text is
// detected, in bytes. Names of fields and models are shorter.
const minQuoteBytes = 20

// errorMaker makes the errors of one call.
type errorMaker struct {
	provider string
	secret   string
	asked    llm.Request
}

// answer returns the error for a status other than 2xx.
func (b errorMaker) answer(resp *http.Response, body []byte) *llm.Error {
	e := b.problem(resp.StatusCode, body)
	e.RetryAfter = retryAfter(resp.Header, time.Now())
	return e
}

// problem parses an error document. status is 0 inside a stream; the document may
// contain a status instead.
func (b errorMaker) problem(status int, body []byte) *llm.Error {
	f := readFields(body)
	e := &llm.Error{
		Provider: b.provider,
		Kind:     kindOf(status, f),
		Status:   status,
		Param:    f.param,
		Msg:      b.clean(strings.TrimSpace(strings.Join([]string{f.typ, f.code, f.msg}, " "))),
	}
	if e.Status == 0 {
		e.Status = f.status()
	}
	e.Loading = e.Status == http.StatusServiceUnavailable && strings.Contains(strings.ToLower(f.msg), "loading model")
	return e
}

// clean makes a server's text fit for a log: one short line without the key. It removes
// a text that quotes the conversation.
func (b errorMaker) clean(msg string) string {
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
	if obs.Quotes(msg, b.private(), minQuoteBytes, minQuoteBytes) {
		return "(the server's text quotes the conversation and is withheld)"
	}
	return msg
}

// private returns the texts of the request that error texts must not quote.
func (b errorMaker) private() []string {
	values := slices.Clone(b.asked.System)
	for _, m := range b.asked.Messages {
		values = append(values, m.Content, m.Notes)
	}
	return values
}

// fields are the values of an error document of any shape.
type fields struct{ typ, code, param, msg string }

// status returns the document's code if it is an HTTP status, else 0.
func (f fields) status() int {
	if n, err := strconv.Atoi(f.code); err == nil && n >= 400 && n < 600 {
		return n
	}
	return 0
}

// readFields parses an error of any known shape: an object, an object inside
// "error", a list of them, a string, a page of HTML.
func readFields(body []byte) fields {
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		text := strings.TrimSpace(string(body))
		if strings.HasPrefix(text, "<") {
			text = "a page of HTML"
		}
		return fields{msg: text}
	}
	var f fields
	f.read(v)
	return f
}

func (f *fields) read(v any) {
	switch v := v.(type) {
	case string:
		f.set(&f.msg, v)
	case []any:
		for _, item := range v {
			f.read(item)
		}
	case map[string]any:
		f.readObject(v)
	}
}

// readObject prefers values inside "error" to those next to it.
func (f *fields) readObject(v map[string]any) {
	f.read(v["error"])
	f.read(v["detail"])
	f.set(&f.msg, v["message"])
	f.set(&f.msg, v["msg"])
	f.set(&f.param, v["param"])
	f.set(&f.code, v["code"])
	if t, _ := v["type"].(string); t != "error" {
		f.set(&f.typ, t)
	}
	if t, _ := v["status"].(string); t != "" {
		f.set(&f.typ, t)
	}
	if path, ok := v["loc"].([]any); ok && len(path) > 0 {
		f.set(&f.param, path[len(path)-1])
	}
}

func (f *fields) set(field *string, v any) {
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

// retryAfter parses how long a server asks to wait: in seconds, milliseconds or as a
// date.
func retryAfter(h http.Header, now time.Time) time.Duration {
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
