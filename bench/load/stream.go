// Package load is a client for streamed answers. It opens many streams at once, each on its own
// connection. It measures the times of the first and the last piece and checks that every answer is
// complete. A stream has one goroutine and parses little, because the client shares the machine
// with the measured servers.
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
	Addr       string // host:port
	Request    []byte // the complete HTTP/1.1 request; see PostRequest
	WantText   string // the complete text of the answer, compared without surrounding white space; "" for any
	PieceCount int    // how many pieces the model sends
	// OnPiece is called with each piece of text when it arrives. It may be nil.
	OnPiece func(text []byte)
}

// Result is the outcome of a Stream. Times are measured from the moment before the TCP connection
// is opened.
type Result struct {
	FirstPieceTime time.Duration // until the first piece
	LastPieceTime  time.Duration // until the last piece
	PieceCount     int           // Stream.PieceCount, or 0 after an error; received pieces are not counted, because a server may join them
	Err            error
}

// Errors of a stream, besides network errors.
var (
	errNoEnd     = errors.New("the stream stopped without an end")
	errWrongText = errors.New("the text is not the one that was sent")
)

// PostRequest returns a POST request in bytes, with a JSON body and the header Connection: close.
// header has further header lines, each ending in CR LF.
func PostRequest(host, path, header, body string) []byte {
	return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n%s",
		path, host, header, len(body), body)
}

// Do opens a connection, sends the request and reads the answer to its end. The stream fails after
// streamTimeout, and when ctx ends.
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
	return s.readAnswer(resp.Body, start)
}

// readAnswer reads the events of an answer in the format of the model or of the server. Both
// formats have an end marker; without it the error is errNoEnd. start is when the stream began.
func (s Stream) readAnswer(body io.Reader, start time.Time) (r Result) {
	events := sse.NewReader(body)
	defer events.Close()
	text := make([]byte, 0, len(s.WantText)+8)
	hasEndEvent := false
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
		if piece := eventText(ev.Data); len(piece) > 0 {
			r.recordPiece(time.Since(start))
			text = append(text, piece...)
			if s.OnPiece != nil {
				s.OnPiece(piece)
			}
		}
		hasEndEvent = hasEndEvent || string(ev.Name) == "done" || string(ev.Data) == "[DONE]"
	}
	switch {
	case !hasEndEvent:
		r.Err = errNoEnd
	case s.WantText != "" && strings.TrimSpace(string(text)) != strings.TrimSpace(s.WantText):
		r.Err = errWrongText
	default:
		r.PieceCount = s.PieceCount
	}
	return r
}

// recordPiece records that a piece arrived. at is the time since the start of the stream.
func (r *Result) recordPiece(at time.Duration) {
	if r.FirstPieceTime == 0 {
		r.FirstPieceTime = at
	}
	r.LastPieceTime = at
}

var contentKey = []byte(`"content":"`)

// eventText returns the text in the JSON of an event of the model or of the server. It does not
// decode JSON escapes, because the texts of package script have none.
func eventText(data []byte) []byte {
	_, rest, found := bytes.Cut(data, contentKey)
	if !found {
		return nil
	}
	text, _, _ := bytes.Cut(rest, []byte{'"'})
	return text
}
