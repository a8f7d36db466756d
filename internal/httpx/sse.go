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
	// writeTimeout bounds one Flush. A slower reader is disconnected.
	writeTimeout = 20 * time.Second
	// maxDeadlineAge is how old a write deadline may be before a write sets a new one.
	// Setting it for every event would cost as much as the write.
	maxDeadlineAge = time.Second
)

// reconnectDelay is the retry field of a stream, for clients with EventSource. The web app
// does not read it; its delays are in web/src/features/chat/stream/reconnect-wait.ts.
const reconnectDelay = 1500 * time.Millisecond

// EventWriter writes server-sent events. It buffers events until Flush.
type EventWriter struct {
	w           http.ResponseWriter
	rc          *http.ResponseController
	buf         bytes.Buffer
	conn        syscall.RawConn // nil if the connection is not a plain TCP one
	creditBytes int             // bytes that the connection accepts without blocking
	deadline    time.Time       // deadline of writes; zero if none is set
	isHTTP2     bool            // whether the connection is HTTP/2, where an expired write deadline ends even an idle stream
}

// EventStream returns a response of events, which fn writes. The stream ends when fn returns. ctx
// ends when the reader disconnects or the caller's session ends.
func EventStream(fn func(ctx context.Context, w *EventWriter)) *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		r, w := humachi.Unwrap(hctx)
		h := w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-store, no-transform")
		h.Set("X-Accel-Buffering", "no")
		w.WriteHeader(http.StatusOK)
		events := &EventWriter{w: w, rc: http.NewResponseController(w), isHTTP2: r.ProtoMajor > 1, conn: rawConn(r.Context())}
		defer events.clearDeadline()
		events.writeRetry(reconnectDelay)
		// Send the headers now: the first event may take long.
		if events.Flush() == nil {
			in := requestInfoOf(r.Context())
			ctx, remove := in.streams.addStream(r.Context(), in.session)
			defer remove()
			fn(ctx, events)
		}
	}}
}

// NoContent returns a response with status 204.
func NoContent() *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		w.WriteHeader(http.StatusNoContent)
	}}
}

// AddEvent adds one event. data must have no line breaks; encoded JSON has none. An id of 0
// and an empty name are left out.
func (e *EventWriter) AddEvent(id int64, name string, data []byte) {
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

// AddComment adds a line that readers ignore. It keeps proxies from closing an idle
// stream.
func (e *EventWriter) AddComment() { e.buf.WriteString(":\n\n") }

// writeRetry adds the delay after which the reader reconnects.
func (e *EventWriter) writeRetry(d time.Duration) {
	e.buf.WriteString("retry: ")
	e.buf.WriteString(strconv.FormatInt(d.Milliseconds(), 10))
	e.buf.WriteString("\n\n")
}

// CanFlush reports whether the connection's send buffer has room for a Flush with moreBytes more
// bytes, which then does not block. It returns false if the free space is unknown. Each poll of the
// connection gives a credit of minWritableBytes. CanFlush polls again when the credit is used up.
func (e *EventWriter) CanFlush(moreBytes int) bool {
	neededBytes := e.buf.Len() + moreBytes + flushOverheadBytes
	if e.conn == nil || e.isHTTP2 || neededBytes > minWritableBytes {
		return false
	}
	if neededBytes > e.creditBytes && isWritable(e.conn) {
		e.creditBytes = minWritableBytes
	}
	return neededBytes <= e.creditBytes
}

// Flush sends the buffered events. An error means that the reader is disconnected
// or too slow.
func (e *EventWriter) Flush() error {
	if e.buf.Len() == 0 {
		return nil
	}
	e.extendDeadline()
	e.creditBytes = max(0, e.creditBytes-e.buf.Len()-flushOverheadBytes)
	_, err := e.w.Write(e.buf.Bytes())
	e.buf.Reset()
	if err != nil {
		return err
	}
	if err := e.rc.Flush(); err != nil {
		return err
	}
	if e.isHTTP2 {
		e.clearDeadline()
	}
	return nil
}

// extendDeadline sets a new write deadline if the current one is older than maxDeadlineAge.
func (e *EventWriter) extendDeadline() {
	now := time.Now()
	if e.deadline.Sub(now) < writeTimeout-maxDeadlineAge {
		e.deadline = now.Add(writeTimeout)
		e.rc.SetWriteDeadline(e.deadline)
	}
}

// clearDeadline removes the write deadline, because the connection may serve other requests.
func (e *EventWriter) clearDeadline() {
	if !e.deadline.IsZero() {
		e.deadline = time.Time{}
		e.rc.SetWriteDeadline(time.Time{})
	}
}
