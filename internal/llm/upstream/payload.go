package upstream

import (
	"errors"
	"io"
	"net/http"
	"sync"
)

// payload is what a call sends. A prompt is larger than all else that a call
// holds, and it is let go when the answer has begun, though the request lives
// as long as the answer.
type payload struct {
	mu   sync.Mutex
	data []byte
	sent bool // read to its end at least once
	gone bool // let go
}

// errLetGo says that a request is to be sent again whose answer had begun.
var errLetGo = errors.New("upstream: the request was let go")

// Post returns a request that sends a body, for Endpoint.Open.
func Post(address string, body []byte) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodPost, address, nil)
	if err != nil {
		return nil, err
	}
	p := &payload{data: body}
	r.ContentLength, r.GetBody = int64(len(body)), p.open
	r.Body, _ = p.open()
	return r, nil
}

// open reads the body from its beginning: a connection that turns out to be
// closed is replaced by another.
func (p *payload) open() (io.ReadCloser, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gone {
		return nil, errLetGo
	}
	return &payloadReader{payload: p}, nil
}

// letGo forgets a body that was sent whole. One that is still on its way stays:
// a server may answer before it has read everything.
func (p *payload) letGo() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sent {
		p.data, p.gone = nil, true
	}
}

// payloadReader reads a payload once.
type payloadReader struct {
	*payload
	off int
}

// Read is io.Reader's.
func (r *payloadReader) Read(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.off >= len(r.data) {
		r.sent = true
		return 0, io.EOF
	}
	n := copy(b, r.data[r.off:])
	r.off += n
	r.sent = r.sent || r.off == len(r.data)
	return n, nil
}

// Close is io.Closer's; there is nothing to close.
func (r *payloadReader) Close() error { return nil }
