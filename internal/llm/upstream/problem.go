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

// maxMsg is how much of a server's error text is kept, in bytes.
const maxMsg = 200

// quoteLen is the shortest quotation of the conversation in an error text, in
// bytes. It is long enough that an error may name fields and models.
const quoteLen = 20

// blame makes errors for one call.
type blame struct {
	provider string
	secret   string
	asked    llm.Request
}

// answer is the failure that a status other than 2xx means.
func (b blame) answer(resp *http.Response, body []byte) *llm.Error {
	e := b.problem(resp.StatusCode, body)
	e.RetryAfter = retryAfter(resp.Header, time.Now())
	return e
}

// problem reads an error document. status is 0 inside a stream, where the
// document's own code may stand for it.
func (b blame) problem(status int, body []byte) *llm.Error {
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

// clean makes a server's text fit for a log: one line, short, without the key,
// and not at all when it quotes the talk.
func (b blame) clean(msg string) string {
	if b.secret != "" {
		msg = strings.ReplaceAll(msg, b.secret, "***")
	}
	msg = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(msg, ""))
	if len(msg) > maxMsg {
		msg = strings.ToValidUTF8(msg[:maxMsg], "") + "..."
	}
	if obs.Quotes(msg, b.private(), quoteLen, quoteLen) {
		return "(the server's text quotes the talk and is withheld)"
	}
	return msg
}

// private lists the texts of the request that no error may repeat.
func (b blame) private() []string {
	values := slices.Clone(b.asked.System)
	for _, m := range b.asked.Messages {
		values = append(values, m.Content, m.Notes)
	}
	return values
}

// fields is what an error document says, wherever it says it.
type fields struct{ typ, code, param, msg string }

// status is the document's code, where that is an HTTP status.
func (f fields) status() int {
	if n, err := strconv.Atoi(f.code); err == nil && n >= 400 && n < 600 {
		return n
	}
	return 0
}

// readFields reads an error in any of the shapes in use: an object, one inside
// "error", a list of them, a bare string, a page of HTML.
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

// readObject prefers what stands inside "error" to what stands beside it.
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

// retryAfter reads how long to wait, in seconds, milliseconds or as a date.
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
