// Package sse reads server-sent event streams of model servers. It accepts each line ending, a
// colon with or without a space, and keep-alive comments. A read may end at any byte.
package sse

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

// MaxEventBytes is the largest line and the largest event accepted, in bytes.
const MaxEventBytes = 1 << 20

// ErrTooLarge is the error of a line or an event longer than MaxEventBytes.
var ErrTooLarge = errors.New("sse: event larger than 1 MiB")

// bufferSize is the initial size of a buffer, in bytes, which is the size of the reads of
// net/http.
const bufferSize = 4 << 10

var bufferPool = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// Event is one event of a stream. Its slices are valid until the next call of Next.
type Event struct {
	Name []byte // empty without an "event:" line
	Data []byte // the data lines, joined by newlines
}

// Reader splits a byte stream into events. Close returns its buffer to a pool.
type Reader struct {
	src             io.Reader
	pooledBuf       *[bufferSize]byte
	buf             []byte
	start, end      int   // bounds of the unread part of buf
	err             error // first error of a read from src; io.ErrClosedPipe after Close
	hasCheckedBOM   bool  // the check for a byte order mark is done
	mustSkipLF      bool  // the last line ended in CR, so a following LF belongs to it
	joinedDataLines []byte
	name            []byte
}

// NewReader returns a Reader over src.
func NewReader(src io.Reader) *Reader {
	pooledBuf := bufferPool.Get().(*[bufferSize]byte)
	return &Reader{src: src, pooledBuf: pooledBuf, buf: pooledBuf[:]}
}

// Close returns the buffer to the pool and invalidates the last Event. It does not
// close the source.
func (r *Reader) Close() {
	if r.pooledBuf == nil {
		return
	}
	bufferPool.Put(r.pooledBuf)
	r.pooledBuf, r.buf, r.start, r.end = nil, nil, 0, 0
	r.err = io.ErrClosedPipe
}

// Next returns the next event with data. It skips comments, unknown fields, and events without a
// data line. The last event needs no blank line after it. At the end of the stream the error is
// io.EOF. Other errors are ErrTooLarge and the errors of the source.
func (r *Reader) Next() (Event, error) {
	var ev Event
	r.name, r.joinedDataLines = r.name[:0], r.joinedDataLines[:0]
	dataLineCount := 0
	for {
		line, err := r.readLine()
		if err != nil {
			if dataLineCount > 0 && errors.Is(err, io.EOF) {
				return ev, nil
			}
			return Event{}, err
		}
		if len(line) == 0 {
			if dataLineCount > 0 {
				return ev, nil
			}
			r.name = r.name[:0]
			continue
		}
		field, value := splitField(line)
		switch string(field) {
		case "data":
			if err := r.addData(&ev, value, dataLineCount); err != nil {
				return Event{}, err
			}
			dataLineCount++
		case "event":
			r.name = append(r.name[:0], value...)
			ev.Name = r.name
		}
	}
}

// HasBufferedEvent reports whether the next event is buffered completely, so that Next returns at
// once. It may return false for a buffered event, such as one after a comment.
func (r *Reader) HasBufferedEvent() bool {
	unreadPart := r.buf[r.start:r.end]
	if r.mustSkipLF && len(unreadPart) > 0 && unreadPart[0] == '\n' {
		unreadPart = unreadPart[1:]
	}
	if bytes.HasPrefix(unreadPart, nameField) {
		// Skip the name: Next returns the event only if a data line follows.
		_, unreadPart = cutLine(unreadPart)
	}
	if !bytes.HasPrefix(unreadPart, dataField) {
		return false
	}
	return bytes.Contains(unreadPart, []byte("\n\n")) || bytes.Contains(unreadPart, []byte("\r\n\r\n")) || bytes.Contains(unreadPart, []byte("\r\r"))
}

var dataField, nameField = []byte("data:"), []byte("event:")

// cutLine splits b after its first line. If there is no line ending, rest is empty.
func cutLine(b []byte) (line, rest []byte) {
	end := bytes.IndexAny(b, "\r\n")
	if end < 0 {
		return b, nil
	}
	line, rest = b[:end], b[end+1:]
	if b[end] == '\r' && len(rest) > 0 && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

// addData appends a copy of one data line to the event, because reading the next line
// may move the buffer.
func (r *Reader) addData(ev *Event, value []byte, lines int) error {
	if len(r.joinedDataLines)+len(value)+1 > MaxEventBytes {
		return ErrTooLarge
	}
	if lines > 0 {
		r.joinedDataLines = append(r.joinedDataLines, '\n')
	}
	r.joinedDataLines = append(r.joinedDataLines, value...)
	ev.Data, ev.Name = r.joinedDataLines, r.name
	return nil
}

// splitField cuts a line at its first colon and drops one space after the colon. A comment
// has an empty field.
func splitField(line []byte) (field, value []byte) {
	field, value, _ = bytes.Cut(line, []byte{':'})
	return field, bytes.TrimPrefix(value, []byte{' '})
}

// readLine returns the next line without its ending. The slice is part of the buffer.
func (r *Reader) readLine() ([]byte, error) {
	if err := r.skipBOMAndLF(); err != nil {
		return nil, err
	}
	scannedBytes := 0
	for {
		rest := r.buf[r.start+scannedBytes : r.end]
		if i := endOfLine(rest); i >= 0 {
			line := r.buf[r.start : r.start+scannedBytes+i]
			r.mustSkipLF = rest[i] == '\r'
			r.start += scannedBytes + i + 1
			return line, nil
		}
		scannedBytes = r.end - r.start
		if err := r.fill(); err != nil {
			if scannedBytes > 0 && errors.Is(err, io.EOF) {
				line := r.buf[r.start:r.end]
				r.start = r.end
				return line, nil
			}
			return nil, err
		}
	}
}

// endOfLine returns the index of the first line feed or carriage return, or -1.
func endOfLine(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

// skipBOMAndLF skips a byte order mark at the start of the stream. It also skips a line feed if the
// last line ended with a carriage return.
func (r *Reader) skipBOMAndLF() error {
	if !r.hasCheckedBOM {
		r.hasCheckedBOM = true
		for r.end < 3 && bytes.HasPrefix([]byte("\ufeff"), r.buf[:r.end]) {
			if err := r.fill(); err != nil {
				break
			}
		}
		if bytes.HasPrefix(r.buf[:r.end], []byte("\ufeff")) {
			r.start = 3
		}
	}
	if !r.mustSkipLF {
		return nil
	}
	if r.start == r.end {
		if err := r.fill(); err != nil {
			return err
		}
	}
	if r.buf[r.start] == '\n' {
		r.start++
	}
	r.mustSkipLF = false
	return nil
}

// fill reads more from the source. At the end of the buffer it first makes room: it moves the
// unread part to the front, or doubles the buffer if one line fills it.
func (r *Reader) fill() error {
	if r.err != nil {
		return r.err
	}
	if r.start == r.end {
		r.start, r.end = 0, 0
	}
	if r.end == len(r.buf) {
		if err := r.makeRoom(); err != nil {
			return err
		}
	}
	for range 100 {
		n, err := r.src.Read(r.buf[r.end:])
		r.end += n
		r.err = err
		if n > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return io.ErrNoProgress
}

func (r *Reader) makeRoom() error {
	unreadBytes := r.end - r.start
	switch {
	case r.start > 0:
		copy(r.buf, r.buf[r.start:r.end])
	case unreadBytes >= MaxEventBytes:
		return ErrTooLarge
	default:
		grownBuf := make([]byte, min(2*len(r.buf), MaxEventBytes))
		copy(grownBuf, r.buf[:unreadBytes])
		r.buf = grownBuf
	}
	r.start, r.end = 0, unreadBytes
	return nil
}
