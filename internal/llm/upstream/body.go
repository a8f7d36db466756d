package upstream

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
)

// body is a request body that frees its memory early. The transport keeps the request until the
// answer ends, which may take minutes. A prompt has 6 to 13 KiB, about a tenth of the memory of an
// open reply.
type body struct {
	dataReader bytes.Reader
	// releasableData is for GetBody, which the transport calls to send the request again on another
	// connection. It points to nil once the answer has begun.
	releasableData *atomic.Pointer[[]byte]
}

// errBodyReleased is returned if a request is sent again after its answer has begun.
var errBodyReleased = errors.New("upstream: the request body was released")

// NewPostRequest returns a POST request that sends data, for Endpoint.Open.
func NewPostRequest(address string, data []byte) (*http.Request, error) {
	r, err := http.NewRequest(http.MethodPost, address, nil)
	if err != nil {
		return nil, err
	}
	releasableData := new(atomic.Pointer[[]byte])
	releasableData.Store(&data)
	r.ContentLength = int64(len(data))
	r.GetBody = func() (io.ReadCloser, error) {
		data := releasableData.Load()
		if data == nil {
			return nil, errBodyReleased
		}
		b := &body{releasableData: releasableData}
		b.dataReader.Reset(*data)
		return b, nil
	}
	r.Body, err = r.GetBody()
	return r, err
}

// release frees the data of GetBody. A body that is being read keeps its data until its end, because
// a server may answer before it has read the whole request.
func (b *body) release() { b.releasableData.Store(nil) }

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.dataReader.Read(p)
	if err != nil {
		b.dataReader.Reset(nil)
	}
	return n, err
}

// Close implements io.Closer. It does not free the data, because the transport may call it
// during Read.
func (b *body) Close() error { return nil }
