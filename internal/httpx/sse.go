package httpx

import (
	"bytes"
	"context"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

const (
	// writeTimeout is how long one flush may take before the reader counts as gone.
	writeTimeout = 20 * time.Second
	// renewAfter is how old the deadline of a flush may be: setting one for every
	// piece would cost as much as the piece.
	renewAfter = time.Second
)

// comeBack is how long a reader that lost its connection waits.
const comeBack = 1500 * time.Millisecond

// EventWriter writes server-sent events. Events gather until Flush.
type EventWriter struct {
	w        http.ResponseWriter
	rc       *http.ResponseController
	buf      bytes.Buffer
	conn     syscall.RawConn // nil where the connection is not a plain one of our own
	credit   int             // bytes that the connection is known to take at once
	deadline time.Time       // of writes; zero when none is set
	shared   bool            // HTTP/2: a deadline that passes ends even a stream that merely pauses
}

// EventStream answers a call with events: fn writes them until it returns. The
// context ends when the reader goes away.
func EventStream(fn func(ctx context.Context, w *EventWriter)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humachi.Unwrap(hctx)
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store, no-transform")
		h.Set("X-Accel-Buffering", "no")
		w.WriteHeader(http.StatusOK)
		events := &EventWriter{w: w, rc: http.NewResponseController(w), shared: r.ProtoMajor > 1, conn: rawConn(r.Context())}
		defer events.release()
		events.retry(comeBack)
		// The reader learns at once that it is connected, however long the first
		// event takes.
		if events.Flush() == nil {
			fn(r.Context(), events)
		}
	}}
}

// NoContent answers a call with 204.
func NoContent() *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		w.WriteHeader(http.StatusNoContent)
	}}
}

// Event adds one event. Data is one line, which JSON always is; id 0 is left
// out, and so is an empty name.
func (e *EventWriter) Event(id int64, name string, data []byte) {
	if id > 0 {
		e.buf.WriteString("id: ")
		e.buf.Write(strconv.AppendInt(e.buf.AvailableBuffer(), id, 10))
		e.buf.WriteByte('\n')
	}
	if name != "" {
		e.buf.WriteString("event: ")
		e.buf.WriteString(name)
		e.buf.WriteByte('\n')
	}
	e.buf.WriteString("data: ")
	e.buf.Write(data)
	e.buf.WriteString("\n\n")
}

// Comment adds a line that readers ignore; it keeps proxies from closing a
// silent stream.
func (e *EventWriter) Comment() { e.buf.WriteString(":\n\n") }

// retry tells the reader how long to wait before it comes back.
func (e *EventWriter) retry(d time.Duration) {
	e.buf.WriteString("retry: ")
	e.buf.WriteString(strconv.FormatInt(d.Milliseconds(), 10))
	e.buf.WriteString("\n\n")
}

// Ready tells that a Flush of n bytes more would not wait for the reader: there
// is room for them in the connection's buffer. False where that cannot be known.
// The system is asked again when what it answered last time may be used up.
func (e *EventWriter) Ready(n int) bool {
	need := e.buf.Len() + n + flushCost
	if e.conn == nil || e.shared || need > readyRoom {
		return false
	}
	if need > e.credit && writable(e.conn) {
		e.credit = readyRoom
	}
	return need <= e.credit
}

// Flush sends what was added. An error means that the reader is gone or too
// slow.
func (e *EventWriter) Flush() error {
	if e.buf.Len() == 0 {
		return nil
	}
	e.extend()
	e.credit = max(0, e.credit-e.buf.Len()-flushCost)
	_, err := e.w.Write(e.buf.Bytes())
	e.buf.Reset()
	if err != nil {
		return err
	}
	if err := e.rc.Flush(); err != nil {
		return err
	}
	if e.shared {
		e.release()
	}
	return nil
}

// extend moves the deadline on.
func (e *EventWriter) extend() {
	now := time.Now()
	if e.deadline.Sub(now) < writeTimeout-renewAfter {
		e.deadline = now.Add(writeTimeout)
		e.rc.SetWriteDeadline(e.deadline)
	}
}

// release takes the deadline away: the connection may serve other requests.
func (e *EventWriter) release() {
	if !e.deadline.IsZero() {
		e.deadline = time.Time{}
		e.rc.SetWriteDeadline(time.Time{})
	}
}
