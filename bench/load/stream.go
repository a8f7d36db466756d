// Package load is a client for streamed answers. It opens many streams at once, each on
// its own connection, measures the times of the first and the last piece, and checks
// that every answer is complete. Each stream has one goroutine and parses as little as
// possible, because the client shares the machine with the measured servers.
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

// streamTimeout is the longest duration of one stream.
const streamTimeout = 90 * time.Second

// Stream is a request with its expected answer.
type Stream struct {
	Addr    string // host:port
	Request []byte // the complete HTTP/1.1 request; see PostRequest
	Want    string // the complete text of the answer, compared without surrounding white space
	Pieces  int    // how many pieces the model sends
}

// Result is the outcome of a Stream. Times are measured from before the TCP connection
// is opened.
type Result struct {
	First  time.Duration // until the first piece
	Last   time.Duration // until the last piece
	Pieces int           // pieces of the model; a server may join pieces that arrive together
	Err    error
}

// Errors of a stream, besides network errors.
var (
	errCut       = errors.New("the stream stopped without an end")
	errWrongText = errors.New("the text is not the one that was sent")
)

// PostRequest returns a request with a JSON body and Connection: close. header has
// complete lines, each ending in CR LF.
func PostRequest(host, path, header, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s",
		path, host, header, len(body), body)
}

// Do sends the request and reads the answer to its end.
func (s Stream) Do(ctx context.Context) Result {
	start := time.Now()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.Addr)
	if err != nil {
		return Result{Err: err}
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	if err := conn.SetDeadline(start.Add(streamTimeout)); err != nil {
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

// read reads the events of an answer. Both dialects have an end marker; without it the
// answer was cut.
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
		r.Err = errWrongText
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

// content returns the text of an event in either dialect. The texts of package script
// need no JSON escapes.
func content(data []byte) []byte {
	_, rest, found := bytes.Cut(data, contentKey)
	if !found {
		return nil
	}
	text, _, _ := bytes.Cut(rest, []byte{'"'})
	return text
}
