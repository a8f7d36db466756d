package openai_test

import (
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/llm/llmtest"
	"colloquy/internal/llm/openai"
)

const (
	helloPiece = `data: {"choices":[{"index":0,"delta":{"content":"hello "}}]}` + "\n\n"
	emptyPiece = `data: {"choices":[{"index":0,"delta":{}}]}` + "\n\n"
)

// IsNextDeltaReady is true for pieces that arrive in one read, except for the last of them.
func TestPiecesOfOneReadAnnounceTheNext(t *testing.T) {
	body := helloPiece + helloPiece + emptyPiece + helloPiece + ": a comment\n\n" + helloPiece + finishEvent
	var got []bool
	for d, err := range replay(t, "text/event-stream", body).Stream(t.Context(), llmtest.NewRequest("a")) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, d.IsNextDeltaReady)
	}
	want := []bool{
		true,  // first helloPiece: another helloPiece follows
		true,  // second helloPiece: emptyPiece follows
		false, // emptyPiece: its Delta has no text and never announces a piece
		true,  // third helloPiece: an SSE comment follows, which has arrived too
		false, // fourth helloPiece: no further piece follows
		false, // finishEvent
	}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("piece %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// A Delta with IsNextDeltaReady announces the next event. If that event has no content, an empty Delta
// follows at once.
func TestAnnouncedDeltaFollowsAtOnce(t *testing.T) {
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
			time.Sleep(15 * time.Second)
			io.WriteString(server, finishEvent+"data: [DONE]\n\n")
			server.Close()
		}()
		startTime, seen := time.Now(), 0
		for d, err := range c.Stream(t.Context(), llmtest.NewRequest("a")) {
			if err != nil {
				t.Fatal(err)
			}
			if seen++; seen == 2 && (d.IsNextDeltaReady || d.Text != "" || time.Since(startTime) > 0) {
				t.Errorf("after %v: %+v", time.Since(startTime), d)
			}
		}
		if seen < 3 {
			t.Errorf("%d deltas", seen)
		}
	})
}
