package picture

import (
	"io"
	"time"
)

// chunk is the most that a timedReader returns at once. Decoders read in large pieces,
// and a small piece of a hostile file can take long.
const chunk = 512

// timedReader reads data until a deadline.
type timedReader struct {
	data     []byte
	deadline time.Time
}

// Read returns ErrSlow after the deadline.
func (r *timedReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	if time.Now().After(r.deadline) {
		return 0, ErrSlow
	}
	n := copy(p[:min(len(p), chunk)], r.data)
	r.data = r.data[n:]
	return n, nil
}
