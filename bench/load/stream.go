// Package load is a client for streamed answers: it opens many at once, each on
// a connection of its own, notes when the first and the last piece came, and
// checks that every answer is whole. One goroutine serves a stream, and nothing
// is parsed that need not be, so that the client takes little of the machine
// that the measured servers run on.
package load

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"colloquy/internal/llm/sse"
)

// timeout bounds one stream.
const timeout = 90 * time.Second

// Stream is one answer to ask for.
type Stream struct {
	Addr    string // host:port
	Request []byte // the whole HTTP/1.1 request; see Post
	Want    string // the answer's whole text, but for space around it
	Pieces  int    // in how many pieces the model sends it
}

// Result is what became of a Stream. The times count from before the TCP
// connection was made.
type Result struct {
	First  time.Duration // until the first piece
	Last   time.Duration // until the last piece
	Pieces int           // those of the model: a server may join some that came together
	Err    error
}

// The ways in which a stream fails beside those of the network.
var (
	errCut  = errors.New("the stream stopped without an end")
	errText = errors.New("the text is not the one that was sent")
)

// Post is a request with a JSON body, answered on a connection that is closed
// afterwards. Header lines end in CR LF.
func Post(host, path, header, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s",
		path, host, header, len(body), body)
}

// Do asks for the answer and reads it to its end.
func (s Stream) Do(ctx context.Context) Result {
	start := time.Now()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.Addr)
	if err != nil {
		return Result{Err: err}
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := conn.SetDeadline(start.Add(timeout)); err != nil {
		return Result{Err: err}
	}
	if _, err := conn.Write(s.Request); err != nil {
		return Result{Err: err}
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return Result{Err: err}
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 300))
		return Result{Err: fmt.Errorf("status %d: %s", resp.StatusCode, text)}
	}
	return s.read(resp.Body, start)
}

// read takes the events of an answer. Either dialect ends with a mark of its
// own: an end without one is a cut.
func (s Stream) read(body io.Reader, start time.Time) (r Result) {
	events := sse.NewReader(body)
	defer events.Close()
	text := make([]byte, 0, len(s.Want)+8)
	ended := false
	for {
		ev, err := events.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.Err = err
			return r
		}
		if string(ev.Name) == "error" {
			r.Err = fmt.Errorf("the server reports: %s", ev.Data)
			return r
		}
		if piece := content(ev.Data); len(piece) > 0 {
			r.note(time.Since(start))
			text = append(text, piece...)
		}
		ended = ended || string(ev.Name) == "done" || string(ev.Data) == "[DONE]"
	}
	switch {
	case !ended:
		r.Err = errCut
	case strings.TrimSpace(string(text)) != strings.TrimSpace(s.Want):
		r.Err = errText
	default:
		r.Pieces = s.Pieces
	}
	return r
}

func (r *Result) note(at time.Duration) {
	if r.First == 0 {
		r.First = at
	}
	r.Last = at
}

var contentKey = []byte(`"content":"`)

// content is the text of an event in either dialect. The agreed texts hold
// nothing that JSON escapes.
func content(data []byte) []byte {
	_, rest, found := bytes.Cut(data, contentKey)
	if !found {
		return nil
	}
	text, _, _ := bytes.Cut(rest, []byte{'"'})
	return text
}
