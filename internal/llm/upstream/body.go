package upstream

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// body is a request body that frees its memory early. The transport keeps the request
// until the answer ends, which may take minutes; a prompt of 6 to 13 KiB would be a
// tenth of the memory of an open reply.
type body struct {
	unread bytes.Reader
	// data is for GetBody, with which the transport sends the request again on another
	// connection. It is nil once the answer has begun.
	data *atomic.Pointer[[]byte]
}

// errReleased is returned if a request is sent again after its answer has begun.
var errReleased = errors.New("upstream: the request body was released")

// Post returns a request that sends data, for Endpoint.Open.
func Post(address string, data []byte) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodPost, address, nil)
	if err != nil {
		return nil, err
	}
	shared := new(atomic.Pointer[[]byte])
	shared.Store(&data)
	r.ContentLength = int64(len(data))
	r.GetBody = func() (io.ReadCloser, error) {
		data := shared.Load()
		if data == nil {
			return nil, errReleased
		}
		b := &body{data: shared}
		b.unread.Reset(*data)
		return b, nil
	}
	r.Body, err = r.GetBody()
	return r, err
}

// release frees the data for GetBody. A server may answer before it has read the whole
// request, so a reader keeps the data until its end.
func (b *body) release() { b.data.Store(nil) }

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.unread.Read(p)
	if err != nil {
		b.unread.Reset(nil)
	}
	return n, err
}

// Close implements io.Closer. The transport may call it during Read, so it does
// not free the data.
func (b *body) Close() error { return nil }
