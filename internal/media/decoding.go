package media

import (
	"context"
	"runtime/debug"
	"time"

	"colloquy/internal/media/picture"
)

const (
	// maxConcurrentDecodings is how many pictures are decoded at once. A large picture is decoded
	// alone. Rule media-upload-limits.
	maxConcurrentDecodings = 2
	// largePictureBytes is the value of picture.Header.DecodingBytes above which a picture is large.
	largePictureBytes = picture.MaxDecodingBytes / 4
	// decodingWaitTimeout is how long a picture waits for other decodings to end.
	decodingWaitTimeout = 5 * time.Second
	// decodeTimeout is how long the decoding of a picture may take. The wait for other
	// decodings does not count. Rule media-upload-kinds.
	decodeTimeout = 2 * time.Second
)

// decodeLimiter limits how many pictures are decoded at once. This also limits the memory of the
// decoders.
type decodeLimiter struct {
	reserveLock chan struct{} // held by the picture that is reserving decodings; otherwise two large pictures could reserve one decoding each and wait for each other
	decodings   chan struct{}
}

func newDecodeLimiter() *decodeLimiter {
	return &decodeLimiter{reserveLock: make(chan struct{}, 1), decodings: make(chan struct{}, maxConcurrentDecodings)}
}

// cutToSquareWithLimit reserves decodings and calls picture.CutToSquare. The errors of
// cutToSquareWithLimit have texts for users.
func (d *decodeLimiter) cutToSquareWithLimit(ctx context.Context, data []byte) (picture.Picture, error) {
	h, err := picture.ReadHeader(data)
	if err != nil {
		return picture.Picture{}, pictureError(err)
	}
	n := 1
	if h.DecodingBytes > largePictureBytes {
		n = maxConcurrentDecodings
	}
	if !d.reserveDecodings(ctx, n) {
		return picture.Picture{}, errManyUploadsAtOnce
	}
	defer d.releaseDecodings(n)
	if n > 1 {
		// Free the memory of earlier pictures before a large picture needs memory.
		debug.FreeOSMemory()
		defer debug.FreeOSMemory()
	}
	p, err := picture.CutToSquare(data, time.Now().Add(decodeTimeout))
	if err != nil {
		return picture.Picture{}, pictureError(err)
	}
	return p, nil
}

// reserveDecodings reserves n of the maxConcurrentDecodings decodings. If n do not become free
// within decodingWaitTimeout, it reserves none and returns false.
func (d *decodeLimiter) reserveDecodings(ctx context.Context, n int) bool {
	timeout := time.NewTimer(decodingWaitTimeout)
	defer timeout.Stop()
	acquiredCount := 0
	for _, c := range append([]chan struct{}{d.reserveLock}, repeatChannel(d.decodings, n)...) {
		select {
		case c <- struct{}{}:
			acquiredCount++
			continue
		case <-timeout.C:
		case <-ctx.Done():
		}
		if acquiredCount > 0 {
			d.releaseDecodings(acquiredCount - 1)
			<-d.reserveLock
		}
		return false
	}
	<-d.reserveLock
	return true
}

func repeatChannel(c chan struct{}, n int) []chan struct{} {
	out := make([]chan struct{}, n)
	for i := range out {
		out[i] = c
	}
	return out
}

func (d *decodeLimiter) releaseDecodings(n int) {
	for range n {
		<-d.decodings
	}
}
