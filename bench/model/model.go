// Package model is a model server. It answers messages that were made with package script.
package model

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"colloquy/bench/script"
	"colloquy/internal/llm/fake"
)

// Server is an OpenAI-compatible model server. It answers messages that were made with package
// script. Its cost and its pace are the same for every target: frames are precomputed, and a late
// piece does not delay the next ones. fakeServer answers all other requests, such as those for
// suggestions.
type Server struct {
	fakeServer fake.Server
	// firstFrames has the frame of the first piece, by the number of pieces of the answer.
	firstFrames [script.MaxPieces + 1][]byte
	// frames has the frames of the other pieces, by the position of the piece.
	frames [script.MaxPieces][]byte
}

const (
	pieceFrameFormat = `data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"fake-1","choices":[{"index":0,"delta":{"content":"%s"},"finish_reason":null}]}` + "\n\n"
	lastFrames       = `data: {"id":"chatcmpl-7","object":"chat.completion.chunk","created":1,"model":"fake-1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\n" + "data: [DONE]\n\n"
)

// NewServer returns a Server.
func NewServer() *Server {
	m := &Server{}
	for pieces := range m.firstFrames {
		m.firstFrames[pieces] = fmt.Appendf(nil, pieceFrameFormat, script.Piece(pieces, 0))
	}
	for n := range m.frames {
		m.frames[n] = fmt.Appendf(nil, pieceFrameFormat, script.Piece(script.MaxPieces, n))
	}
	return m
}

// ServeHTTP answers a request. It reads the whole body first, because net/http may
// close the connection if an answer begins earlier.
func (m *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	pieces, pieceInterval, ok := script.ParseRequest(body)
	if !ok || bytes.Contains(body, []byte(fake.SuggestionRequestPhrase)) {
		r.Body = io.NopCloser(bytes.NewReader(body))
		m.fakeServer.ServeHTTP(w, r)
		m.fakeServer.ForgetEndedCalls()
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	m.streamAnswer(w, r, pieces, pieceInterval)
}

func (m *Server) streamAnswer(w http.ResponseWriter, r *http.Request, pieces int, pieceInterval time.Duration) {
	start, rc := time.Now(), http.NewResponseController(w)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for n := range pieces {
		if n > 0 && pieceInterval > 0 {
			timer.Reset(time.Until(start.Add(time.Duration(n) * pieceInterval)))
			select {
			case <-timer.C:
			case <-r.Context().Done():
				return
			}
		}
		frame := m.frames[n]
		if n == 0 {
			frame = m.firstFrames[pieces]
		}
		if _, err := w.Write(frame); err != nil || rc.Flush() != nil {
			return
		}
	}
	w.Write([]byte(lastFrames))
}
