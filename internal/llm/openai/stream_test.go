package openai_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

// replay returns a client whose server answers with a fixed body.
func replay(tb testing.TB, contentType, body string) *openai.Client {
	tb.Helper()
	rt := roundTripper(func(*http.Request) (*http.Response, error) {
		return &http.Response{
			StatusCode: 200, Header: http.Header{"Content-Type": {contentType}},
			Body: io.NopCloser(strings.NewReader(body)),
		}, nil
	})
	c, err := openai.New(openai.Config{
		BaseURL: "http://a.test", Model: "m", HTTP: &http.Client{Transport: rt}, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

const finishEvent = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n"

func TestUnusualPiecesAreRead(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want llmtest.CollectedAnswer
		kind llm.ErrorKind
	}{
		"index other than 0": {`data: {"choices":[{"delta":{"content":"no"},"finish_reason":"length","index":1},{"index":0,"delta":{"content":"yes"}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Text: "yes", Finish: llm.FinishStop, PieceCount: 1}, ""},
		"null everywhere": {`data: {"choices":null,"usage":null,"error":null}` + "\n\n" + `data: {"choices":[{"delta":null}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Finish: llm.FinishStop}, ""},
		"wrong types": {`data: {"choices":{"a":1},"usage":[],"x_groq":3,"object":{}}` + "\n\n" + `data: {"choices":[7,{"delta":"x","finish_reason":{}},{"delta":{"content":5,"reasoning":[]}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Finish: llm.FinishStop}, ""},
		"parts": {`data: {"choices":[{"delta":{"content":["a",{"type":"text","text":"b"},{"type":"thinking","thinking":"c"},{"type":"image"},9]}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Text: "ab", Reasoning: "c", Finish: llm.FinishStop, PieceCount: 1}, ""},
		"thinking": {`data: {"choices":[{"delta":{"thinking":"hm"}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Reasoning: "hm", Finish: llm.FinishStop}, ""},
		"refusal": {`data: {"choices":[{"delta":{"refusal":"I will not."}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Text: "I will not.", Finish: llm.FinishStop, PieceCount: 1}, ""},
		"surrogates over two pieces": {`data: {"choices":[{"delta":{"content":"\ud83d"}}]}` + "\n\n" + `data: {"choices":[{"delta":{"content":"\ude00!"}}]}` + "\n\n" + finishEvent,
			llmtest.CollectedAnswer{Text: "😀!", Finish: llm.FinishStop, PieceCount: 1}, ""},
		"a rune that is never whole": {"data: {\"choices\":[{\"delta\":{\"content\":\"a\xf0\x9f\"}}]}\n\n" + finishEvent,
			llmtest.CollectedAnswer{Text: "a\ufffd", Finish: llm.FinishStop, PieceCount: 2}, ""},
		"only done": {"data: hello\n\ndata:\n\ndata: [DONE]\n\n",
			llmtest.CollectedAnswer{Finish: llm.FinishStop}, ""},
		"done in odd spacing": {"data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata:   [DONE] \n\ndata: {}\n\n",
			llmtest.CollectedAnswer{Text: "a", Finish: llm.FinishStop, PieceCount: 1}, ""},
		"text after the end": {finishEvent + `data: {"choices":[{"delta":{"content":"more"}}]}` + "\n\n" + `data: {"choices":[{"delta":{},"finish_reason":"length"}]}` + "\n\n",
			llmtest.CollectedAnswer{Text: "more", Finish: llm.FinishLength, PieceCount: 1}, ""},
		"filtered with text": {`data: {"choices":[{"delta":{"content":"a"},"finish_reason":"content_filter"}]}` + "\n\n",
			llmtest.CollectedAnswer{Text: "a", Finish: llm.FinishFiltered, PieceCount: 1}, ""},
		"filtered without": {`data: {"choices":[{"delta":{"content":""},"finish_reason":"SAFETY"}]}` + "\n\n",
			llmtest.CollectedAnswer{}, llm.ErrFiltered},
		"overloaded at the end": {`data: {"choices":[{"delta":{"content":"a"},"finish_reason":"insufficient_system_resource"}]}` + "\n\n",
			llmtest.CollectedAnswer{Text: "a", PieceCount: 1}, llm.ErrOverloaded},
		"error as text": {`data: {"error":"it broke"}` + "\n\n",
			llmtest.CollectedAnswer{}, llm.ErrOverloaded},
		"error event without JSON": {"event: error\ndata: it broke\n\n",
			llmtest.CollectedAnswer{}, llm.ErrOverloaded},
		"context error in the stream": {`data: {"error":{"code":"context_length_exceeded","message":"too long"}}` + "\n\n",
			llmtest.CollectedAnswer{}, llm.ErrContext},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := llmtest.Collect(t.Context(), replay(t, "text/event-stream", tt.body), llmtest.NewRequest("a"))
			tt.want.Provider = "openai:m"
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
	a, err := llmtest.Collect(t.Context(), newClient(t, s, openai.Config{Model: "m"}), llmtest.NewRequest("a"))
	if err != nil || a.Text != "Good day" || a.Usage == nil || a.Usage.Prompt != 9 {
		t.Errorf("%+v, %v", a, err)
	}
	for body, want := range map[string]llm.ErrorKind{
		`{"error":{"message":"x","type":"server_error"}}`: llm.ErrOverloaded,
		`[{"error":{"code":429}}]`:                        llm.ErrRate,
		`{"choices":[]}`:                                  llm.ErrTruncated,
		`{"choices":`:                                     llm.ErrTruncated,
		`7`:                                               llm.ErrTruncated,
		``:                                                llm.ErrTruncated,
	} {
		_, err := llmtest.Collect(t.Context(), replay(t, "application/json; charset=utf-8", body), llmtest.NewRequest("a"))
		if e, ok := errors.AsType[*llm.Error](err); !ok || e.Kind != want {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestStreamUnderTheWrongContentTypeIsRead(t *testing.T) {
	body := ": hello\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n"
	for _, contentType := range []string{"application/json", "text/plain", "", "application/octet-stream"} {
		a, err := llmtest.Collect(t.Context(), replay(t, contentType, body), llmtest.NewRequest("a"))
		if err != nil || a.Text != "a" {
			t.Errorf("%q: %+v, %v", contentType, a, err)
		}
	}
}

func TestUnreadableLinesAreLoggedWithoutTheirText(t *testing.T) {
	var log bytes.Buffer
	s := new(fake.Server)
	s.SetScript(fake.Script{Fault: fake.Fault{Kind: fake.BadLines, Lines: 3}})
	c, err := openai.New(openai.Config{
		BaseURL: "http://a.test", Model: "m", HTTP: &http.Client{Transport: s.Transport()}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := llmtest.Collect(t.Context(), c, llmtest.NewRequest("a")); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "lines=3") || strings.Contains(log.String(), "choices") {
		t.Error(log.String())
	}
}

// streamOfPieces returns a stream of n equal pieces in OpenAI's form.
func streamOfPieces(n int) string {
	piece := `data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1767225600,"model":"fake-1","service_tier":"default",` +
		`"system_fingerprint":"fp_0","choices":[{"index":0,"delta":{"content":" word"},"logprobs":null,"finish_reason":null}],"usage":null,"obfuscation":"abcd"}` + "\n\n"
	return strings.Repeat(piece, n) + finishEvent + "data: [DONE]\n\n"
}

// countPieces reads an answer to its end and returns the number of deltas with text.
func countPieces(tb testing.TB, c *openai.Client) int {
	n := 0
	for d, err := range c.Stream(tb.Context(), llmtest.NewRequest("a")) {
		if err != nil {
			tb.Fatal(err)
		}
		if d.Text != "" {
			n++
		}
	}
	return n
}

// A piece costs at most one allocation: its text.
func TestPieceCostsOneAllocation(t *testing.T) {
	const n = 2000
	longStream, shortStream := replay(t, "text/event-stream", streamOfPieces(n)), replay(t, "text/event-stream", streamOfPieces(0))
	of := func(c *openai.Client) float64 { return testing.AllocsPerRun(5, func() { countPieces(t, c) }) }
	if per := (of(longStream) - of(shortStream)) / n; per > 1.05 {
		t.Errorf("%.2f allocations a piece", per)
	}
	if got := of(shortStream); got > 150 {
		t.Errorf("%.0f allocations for a call without pieces", got)
	}
}

func BenchmarkPiece(b *testing.B) {
	const n = 1000
	c := replay(b, "text/event-stream", streamOfPieces(n))
	b.ReportAllocs()
	for b.Loop() {
		if countPieces(b, c) != n {
			b.Fatal("pieces are missing")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/piece")
}

// FuzzStream checks that the client neither panics nor yields after an error, and
// that text is valid UTF-8.
func FuzzStream(f *testing.F) {
	f.Add(streamOfPieces(2))
	f.Add("event: error\ndata: {}\n\n")
	f.Add(`data: {"choices":[{"delta":{"content":[{"thinking":[{"text":"\ud83d"}]}]},"finish_reason":"x"}]}` + "\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		hasEnded := false
		for d, err := range replay(t, "text/event-stream", body).Stream(t.Context(), llmtest.NewRequest("a")) {
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
