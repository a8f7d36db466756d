package upstream

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/llm"
)

func TestErrorAnswersAreClassified(t *testing.T) {
	for _, tt := range []struct {
		status int
		body   string
		kind   llm.ErrorKind
		param  string
		msg    string // part of the error's Msg
	}{
		{400, `{"error":{"message":"Unsupported","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`, llm.ErrBadRequest, "max_tokens", "Unsupported"},
		{400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_ctx":4096}}`, llm.ErrContext, "", "exceed_context"},
		{400, `{"error":{"message":"This model's maximum context length is 8192 tokens","code":"context_length_exceeded"}}`, llm.ErrContext, "", "8192"},
		{400, `{"error":{"code":"content_filter","message":"The response was filtered"}}`, llm.ErrFiltered, "", "filtered"},
		{400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}]`, llm.ErrAuth, "", "INVALID_ARGUMENT"},
		{400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens"}}`, llm.ErrContext, "", "too long"},
		{401, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}`, llm.ErrAuth, "", "Incorrect"},
		{402, `{"error":{"message":"Insufficient credits","code":402}}`, llm.ErrQuota, "", "credits"},
		{403, `{"error":{"code":403,"message":"requires moderation: your input was flagged"}}`, llm.ErrFiltered, "", "flagged"},
		{404, `{"error":"model 'x' not found"}`, llm.ErrAuth, "", "not found"},
		{413, `{"error":{"message":"Request too large","type":"tokens","code":"rate_limit_exceeded"}}`, llm.ErrRate, "", "large"},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","min_p"],"msg":"Extra inputs are not permitted","input":0.05}]}`, llm.ErrBadRequest, "min_p", "Extra"},
		{422, `{"detail":"nope"}`, llm.ErrBadRequest, "", "nope"},
		{429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`, llm.ErrQuota, "", "quota"},
		{429, ``, llm.ErrRate, "", ""},
		{498, `{}`, llm.ErrOverloaded, "", ""},
		{500, `{"error":{"code":500,"message":"parse error","type":"server_error"}}`, llm.ErrOverloaded, "", "parse error"},
		{502, `<html><h1>Bad gateway</h1></html>`, llm.ErrOverloaded, "", "a page of HTML"},
		{503, `"loading"`, llm.ErrOverloaded, "", "loading"},
		{529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.ErrOverloaded, "", "Overloaded"},
		{301, ``, llm.ErrAuth, "", ""},
		{0, `{"error":{"code":502,"message":"upstream"}}`, llm.ErrOverloaded, "", "upstream"},
		{0, `{"object":"error","message":"engine dead","code":500}`, llm.ErrOverloaded, "", "engine dead"},
		{0, `{"error":{"type":"rate_limit_error","message":"slow down"}}`, llm.ErrRate, "", "slow"},
		{0, `{"error":{"type":"authentication_error","message":"who"}}`, llm.ErrAuth, "", "who"},
		{0, `{"error":{"type":"invalid_request_error","message":"what"}}`, llm.ErrBadRequest, "", "what"},
		{0, `{"error":{"type":"api_error","message":"oops"}}`, llm.ErrOverloaded, "", "oops"},
		{0, `{"error":{"message":"Compute error."},"message":"Compute error."}`, llm.ErrOverloaded, "", "Compute"},
		{0, `plain text`, llm.ErrOverloaded, "", "plain text"},
		{0, `null`, llm.ErrOverloaded, "", ""},
	} {
		e := errorMaker{provider: "p"}.problemError(tt.status, []byte(tt.body))
		if e.Kind != tt.kind || e.Param != tt.param || !strings.Contains(e.Msg, tt.msg) || e.Provider != "p" {
			t.Errorf("%d %s: %+v, want %s", tt.status, tt.body, e, tt.kind)
		}
	}
}

func TestErrorInAStreamKeepsItsStatus(t *testing.T) {
	e := errorMaker{}.problemError(0, []byte(`{"error":{"code":"503","message":"x"}}`))
	if e.Status != 503 {
		t.Errorf("status %d", e.Status)
	}
}

func TestErrorTextsHoldNoPrivateText(t *testing.T) {
	b := errorMaker{secret: "sk-1234", request: llm.Request{
		System:   []string{"You are a very particular character."},
		Messages: []llm.Message{{Role: llm.User, Content: "my mother's maiden name is Oakenshield"}},
	}}
	for in, want := range map[string]string{
		"bad key sk-1234 given": "bad key *** given",
		"two\nlines\x00":        "two lines ",
		"invalid: my mother's maiden name is Oakenshield":                 "withheld",
		"cannot parse: are a very particular character":                   "withheld",
		"model fake-1 is loading":                                         "model fake-1 is loading",
		strings.Repeat("x", 500):                                          strings.Repeat("x", maxMessageBytes) + "...",
		strings.Repeat("x", maxMessageBytes-1) + "é":                      strings.Repeat("x", maxMessageBytes-1) + "...",
		strings.Repeat("y", 150) + "my mother's maiden name is Oakenshie": "withheld",
	} {
		if got := b.cleanText(in); !strings.Contains(got, want) {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestRetryAfterIsParsed(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name, value string
		want        time.Duration
	}{
		{"Retry-After", "3", 3 * time.Second},
		{"Retry-After", "1.5", 1500 * time.Millisecond},
		{"Retry-After", now.Add(7 * time.Second).Format(http.TimeFormat), 7 * time.Second},
		{"Retry-After", now.Add(-time.Hour).Format(http.TimeFormat), 0},
		{"Retry-After", "soon", 0},
		{"Retry-After", "-4", 0},
		{"Retry-After", "NaN", 0},
		{"Retry-After", "1e300", 0},
		{"Retry-After-Ms", "250", 250 * time.Millisecond},
		{"X-Nothing", "1", 0},
	} {
		h := http.Header{}
		h.Set(tt.name, tt.value)
		if got := parseRetryAfter(h, now); got != tt.want {
			t.Errorf("%s: %s gives %v", tt.name, tt.value, got)
		}
	}
}
