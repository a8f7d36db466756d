package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/llm/fake"
)

// modelServer is an OpenAI-compatible model server whose pieces are the times at which they were
// sent. A reader computes from a piece how long it was under way.
type modelServer struct {
	pieceCount    int
	pieceInterval time.Duration
	fake          fake.Server // answers requests for suggestions
}

const (
	pieceBegin = `data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"fake-1","choices":[{"index":0,"delta":{"content":"`
	pieceEnd   = `"},"finish_reason":null}]}` + "\n\n"
	lastFrames = `data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"fake-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
)

// ServeHTTP answers a request. It reads the whole body first, because net/http may close the
// connection if an answer begins earlier.
func (m *modelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if r.Method != http.MethodPost || bytes.Contains(body, []byte(fake.SuggestionRequestPhrase)) {
		r.Body = io.NopCloser(bytes.NewReader(body))
		m.fake.ServeHTTP(w, r)
		m.fake.ForgetEndedCalls()
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	start, rc := time.Now(), http.NewResponseController(w)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for n := range m.pieceCount {
		timer.Reset(time.Until(start.Add(time.Duration(n) * m.pieceInterval)))
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return
		}
		if _, err := io.WriteString(w, pieceBegin+formatPiece(time.Now())+pieceEnd); err != nil || rc.Flush() != nil {
			return
		}
	}
	io.WriteString(w, lastFrames)
}

// formatPiece returns a piece that tells its sending time: the time as a word, and a space.
func formatPiece(at time.Time) string { return "w" + strconv.FormatInt(at.UnixMicro(), 36) + " " }

// parsePieceDelays returns how long each piece in a text was under way. A server may join pieces, so a text
// may have several. A piece that the model did not send is an error.
func parsePieceDelays(text []byte, now time.Time) ([]time.Duration, error) {
	var out []time.Duration
	for word := range strings.FieldsSeq(string(text)) {
		micros, err := strconv.ParseInt(strings.TrimPrefix(word, "w"), 36, 64)
		if err != nil {
			return nil, fmt.Errorf("the piece %q is not one of the model", word)
		}
		out = append(out, now.Sub(time.UnixMicro(micros)))
	}
	return out, nil
}
