package picture

import (
	"errors"
	"io"
	"time"
)

// chunk is the most that a timedReader returns at once. Decoders read in large pieces,
// and a small piece of a hostile file can take long.
const chunk = 512

var errLate = errors.New("decoding took too long")

// timedReader reads data until a deadline.
type timedReader struct {
	data     []byte
	deadline time.Time
}

// Read returns errLate after the deadline.
func (r *timedReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	if time.Now().After(r.deadline) {
		return 0, errLate
	}
	n := copy(p[:min(len(p), chunk)], r.data)
	r.data = r.data[n:]
	return n, nil
}
