package picture

import (
	"io"
	"time"
)

// maxReadBytes is the most bytes that one Read of a timedReader returns. A decoder may need long
// for a few bytes of a hostile file. Only Read checks the deadline, so reads must be small. Rule
// media-upload-kinds.
const maxReadBytes = 512

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
	n := copy(p[:min(len(p), maxReadBytes)], r.data)
	r.data = r.data[n:]
	return n, nil
}
