package openai_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm"
	"colloquy/internal/llm/fake"
	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

const (
	helloPiece = `data: {"choices":[{"index":0,"delta":{"content":"hello "}}]}` + "\n\n"
	emptyPiece = `data: {"choices":[{"index":0,"delta":{}}]}` + "\n\n"
)

// What comes in one read is announced; what ends the read is not.
func TestPiecesThatArriveTogether(t *testing.T) {
	body := helloPiece + helloPiece + emptyPiece + helloPiece + ": a comment\n\n" + helloPiece + finished
	var got []bool
	for d, err := range replay(t, "text/event-stream", body).Stream(t.Context(), llmtest.Ask("a")) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.More)
	}
	// The comment hides the piece behind it: that is missed, not wrong. The last
	// two are the end of the piece before them and of the answer.
	want := []bool{true, true, false, true, false, false}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("piece %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// A piece whose follower holds nothing is not kept waiting for the next one.
func TestMoreIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		body, server := io.Pipe()
		rt := roundTripper(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}, Body: body}, nil
		})
		c, err := openai.New(openai.Config{BaseURL: "http://a.test", Model: "m", HTTP: &http.Client{Transport: rt}})
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			io.WriteString(server, helloPiece+emptyPiece)
			time.Sleep(time.Minute / 2)
			io.WriteString(server, finished+"data: [DONE]\n\n")
			server.Close()
		}()
		begun, seen := time.Now(), 0
		for d, err := range c.Stream(t.Context(), llmtest.Ask("a")) {
			if err != nil {
				t.Fatal(err)
			}
			if seen++; seen == 2 && (d.More || d.Text != "" || time.Since(begun) > 0) {
				t.Errorf("after %v: %+v", time.Since(begun), d)
			}
		}
		if seen < 3 {
			t.Errorf("%d deltas", seen)
		}
	})
}

// In every dialect, whatever its frames between the pieces: after More the next
// delta comes at once.
func TestMoreComesAtOnceInEveryDialect(t *testing.T) {
	for _, dialect := range fake.OpenAIDialects() {
		synctest.Test(t, func(t *testing.T) {
			s := new(fake.Server)
			s.SetScript(fake.Script{Dialect: dialect, Count: 9, Every: fake.Pause(50 * time.Millisecond)})
			var last llm.Delta
			var text strings.Builder
			at := time.Now()
			for d, err := range client(t, s, openai.Config{BaseURL: "http://a.test", Model: "m"}).Stream(t.Context(), llmtest.Ask("a")) {
				if err != nil {
					t.Fatal(err)
				}
				if last.More && time.Since(at) > 0 {
					t.Errorf("%s: %v passed after %+v", dialect, time.Since(at), last)
				}
				text.WriteString(d.Text)
				last, at = d, time.Now()
			}
			if last.More || !strings.HasSuffix(text.String(), "word8 ") {
				t.Errorf("%s: ended with %+v after %q", dialect, last, text.String())
			}
		})
	}
}
