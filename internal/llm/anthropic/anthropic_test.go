package anthropic_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/llm"
	"colloquy/internal/llm/anthropic"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
)

func TestRequestBodyFollowsTheProtocol(t *testing.T) {
	for name, tt := range map[string]struct {
		req  llm.Request
		want string
	}{
		"greeting first, cache breakpoints": {
			llm.Request{
				System: []string{"S0", "S1", " "},
				Messages: []llm.Message{
					{Role: llm.Assistant, Content: "Good day."},
					{Role: llm.User, Content: "a"}, {Role: llm.User, Content: "b"},
					{Role: llm.Assistant, Content: "c"}, {Role: llm.User, Content: "<d>"},
				},
				MaxTokens: 350, Temperature: 0.8, TopP: 0.95, Stop: []string{"\nUser:", " ", "x", "y", "z", "more"},
			},
			`{"model":"m","max_tokens":350,"stream":true,"system":[` +
				`{"type":"text","text":"S0","cache_control":{"type":"ephemeral"}},{"type":"text","text":"S1","cache_control":{"type":"ephemeral"}},` +
				`{"type":"text","text":"You opened with: Good day.","cache_control":{"type":"ephemeral"}}],"messages":[` +
				`{"role":"user","content":[{"type":"text","text":"a\n\nb"}]},` +
				`{"role":"assistant","content":[{"type":"text","text":"c","cache_control":{"type":"ephemeral"}}]},` +
				`{"role":"user","content":[{"type":"text","text":"<d>"}]}],"temperature":0.8,"stop_sequences":["\nUser:","x","y","z"]}`,
		},
		"as little as can be": {
			llm.Request{Messages: []llm.Message{{Role: llm.User, Content: "a"}}, TopP: 0.9},
			`{"model":"m","max_tokens":1024,"stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}],"top_p":0.9}`,
		},
		"too hot, too many parts": {
			llm.Request{System: []string{"1", "2", "3", "4"}, Messages: []llm.Message{{Role: llm.User, Content: "a"}}, Temperature: 1.4},
			`{"model":"m","max_tokens":1024,"stream":true,"system":[{"type":"text","text":"1"},` +
				`{"type":"text","text":"2","cache_control":{"type":"ephemeral"}},{"type":"text","text":"3","cache_control":{"type":"ephemeral"}},` +
				`{"type":"text","text":"4","cache_control":{"type":"ephemeral"}}],"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}],"temperature":1}`,
		},
	} {
		s := new(fake.Server)
		c, err := anthropic.New(anthropic.Config{BaseURL: "http://a.test/v1/", APIKey: "k", Model: "m", HTTP: &http.Client{Transport: s.Transport()}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := llmtest.Collect(t.Context(), c, tt.req); err != nil {
			t.Fatal(name, err)
		}
		call := s.Calls()[0]
		if diff := cmp.Diff(tt.want, strings.TrimSpace(call.Body)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if call.Header.Get("X-Api-Key") != "k" || call.Header.Get("Anthropic-Version") != "2023-06-01" {
			t.Error(call.Header)
		}
	}
}

func TestInvalidConfigIsRefused(t *testing.T) {
	for name, cfg := range map[string]anthropic.Config{
		"no model":    {APIKey: "k"},
		"bad address": {Model: "m", BaseURL: "a.test"},
		"unreadable":  {Model: "m", BaseURL: "http://a b"},
	} {
		if _, err := anthropic.New(cfg); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	for base, want := range map[string]string{
		"": "https://api.anthropic.com/v1/messages", "http://a.test": "http://a.test/v1/messages",
		"http://a.test/v1": "http://a.test/v1/messages", "http://a.test/x/v1/messages": "http://a.test/x/v1/messages",
	} {
		var got string
		rt := roundTripper(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return nil, errors.New("no network here")
		})
		c, err := anthropic.New(anthropic.Config{BaseURL: base, Model: "m", HTTP: &http.Client{Transport: rt}})
		if err != nil || c.Name() != "anthropic:m" || llm.ContextTokens(c, 1) != 200_000 {
			t.Fatal(c, err)
		}
		if _, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("a")); err == nil || got != want {
			t.Errorf("%q: %s, %v", base, got, err)
		}
	}
}

func TestRequestWithoutUserMessageFails(t *testing.T) {
	s := new(fake.Server)
	p := dial(t, "http://a.test", &http.Client{Transport: s.Transport()})
	_, err := llmtest.Collect(t.Context(), p, llm.Request{Messages: []llm.Message{{Role: llm.Assistant, Content: "Hello"}}})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != llm.ErrBadRequest || len(s.Calls()) != 0 {
		t.Error(err)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// newReplayingProvider returns a client whose server answers with a fixed body.
func newReplayingProvider(tb testing.TB, contentType, body string) llm.Provider {
	tb.Helper()
	c, err := anthropic.New(anthropic.Config{Model: "m", Logger: slog.New(slog.DiscardHandler), HTTP: &http.Client{
		Transport: roundTripper(func(*http.Request) (*http.Response, error) {
			return &http.Response{
				StatusCode: 200, Header: http.Header{"Content-Type": {contentType}}, Body: io.NopCloser(strings.NewReader(body)),
			}, nil
		}),
	}})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

const (
	messageStop = "data: {\"type\":\"message_stop\"}\n\n"
	textEvent   = `data: {"type":"content_block_delta","delta":{"type":"text_delta","text":"a"}}` + "\n\n"
)

func stopEvent(reason string) string {
	return `data: {"type":"message_delta","delta":{"stop_reason":"` + reason + `"},"usage":{"output_tokens":3}}` + "\n\n"
}

func TestUnusualEventsAreRead(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want llmtest.CollectedAnswer
		kind llm.ErrorKind
	}{
		"stop without a reason": {textEvent + messageStop, llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishStop}, ""},
		"reason without a stop": {textEvent + stopEvent("max_tokens"), llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishLength, Usage: &llm.Usage{Output: 3}}, ""},
		"refusal":               {stopEvent("refusal") + messageStop, llmtest.CollectedAnswer{}, llm.ErrFiltered},
		"refusal after text":    {textEvent + stopEvent("refusal") + messageStop, llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishFiltered, Usage: &llm.Usage{Output: 3}}, ""},
		"text in the block's start": {`data: {"type":"content_block_start","content_block":{"type":"text","text":"b"}}` + "\n\n" + messageStop,
			llmtest.CollectedAnswer{Text: "b", PieceCount: 1, Finish: llm.FinishStop}, ""},
		"type after the rest": {`data: {"delta":{"text":"b","type":"text_delta"},"type":"content_block_delta"}` + "\n\n" + messageStop,
			llmtest.CollectedAnswer{Text: "b", PieceCount: 1, Finish: llm.FinishStop}, ""},
		"tool input": {`data: {"type":"content_block_delta","delta":{"type":"input_json_delta","partial_json":"{"}}` + "\n\n" + textEvent + messageStop,
			llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishStop}, ""},
		"error in OpenAI's shape": {textEvent + `data: {"error":{"message":"x","type":"server_error"}}` + "\n\n",
			llmtest.CollectedAnswer{Text: "a", PieceCount: 1}, llm.ErrOverloaded},
		"error event of no JSON": {"event: error\ndata: oops\n\n", llmtest.CollectedAnswer{}, llm.ErrOverloaded},
		"rate limit":             {`data: {"type":"error","error":{"type":"rate_limit_error","message":"x"}}` + "\n\n", llmtest.CollectedAnswer{}, llm.ErrRate},
		"null error":             {`data: {"type":"ping","error":null}` + "\n\n" + textEvent + messageStop, llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishStop}, ""},
		"wrong types":            {`data: {"type":7,"delta":"x","usage":[],"content":3}` + "\n\ndata: 5\n\ndata:\n\n" + textEvent + messageStop, llmtest.CollectedAnswer{Text: "a", PieceCount: 1, Finish: llm.FinishStop}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := llmtest.Collect(t.Context(), newReplayingProvider(t, "text/event-stream", tt.body), llmtest.NewRequest("a"))
			tt.want.Provider = "anthropic:m"
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			e, _ := errors.AsType[*llm.Error](err)
			if (e == nil) != (tt.kind == "") || e != nil && e.Kind != tt.kind {
				t.Error(err)
			}
		})
	}
}

func TestAnswersInOneDocumentAreRead(t *testing.T) {
	s := new(fake.Server)
	s.SetScript(fake.Script{IsSingleDocument: true, Pieces: []string{"Good ", "day"}, Usage: &llm.Usage{Prompt: 9, Output: 2}})
	a, err := llmtest.Collect(t.Context(), dial(t, "http://a.test", &http.Client{Transport: s.Transport()}), llmtest.NewRequest("a"))
	if err != nil || a.Text != "Good day" || a.Usage == nil || *a.Usage != (llm.Usage{Prompt: 9, Output: 2}) {
		t.Errorf("%+v, %v", a, err)
	}
	for body, want := range map[string]llm.ErrorKind{
		`{"type":"error","error":{"type":"overloaded_error","message":"x"}}`: llm.ErrOverloaded,
		`{"type":"message","content":[{"type":"text","text":"half"}]}`:       llm.ErrTruncated,
		`{`: llm.ErrTruncated,
		``:  llm.ErrTruncated,
	} {
		_, err := llmtest.Collect(t.Context(), newReplayingProvider(t, "application/json", body), llmtest.NewRequest("a"))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestPieceCostsOneAllocation(t *testing.T) {
	const n = 1000
	pieceEvent := "event: content_block_delta\n" + `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":" word"}}` + "\n\n"
	longStream, shortStream := newReplayingProvider(t, "text/event-stream", strings.Repeat(pieceEvent, n)+messageStop), newReplayingProvider(t, "text/event-stream", messageStop)
	of := func(p llm.Provider) float64 {
		return testing.AllocsPerRun(5, func() {
			for _, err := range p.Stream(t.Context(), llmtest.NewRequest("a")) {
				if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if per := (of(longStream) - of(shortStream)) / n; per > 1.05 {
		t.Errorf("%.2f allocations a piece", per)
	}
}

// FuzzStream checks that the client does not panic, that every stream has one end, and
// that text is valid UTF-8.
func FuzzStream(f *testing.F) {
	f.Add(textEvent + stopEvent("end_turn") + messageStop)
	f.Add(`data: {"type":"message_start","message":{"usage":{"input_tokens":3}}}` + "\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		hasEnded := false
		for d, err := range newReplayingProvider(t, "text/event-stream", body).Stream(t.Context(), llmtest.NewRequest("a")) {
			if hasEnded {
				t.Fatal("a delta after the end")
			}
			hasEnded = err != nil || d.Finish != ""
			if strings.ToValidUTF8(d.Text+d.Reasoning, "") != d.Text+d.Reasoning {
				t.Fatalf("%q", d.Text)
			}
		}
		if !hasEnded {
			t.Fatal("the stream has no end")
		}
	})
}
