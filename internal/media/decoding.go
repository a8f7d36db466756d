package media

import (
	"context"
	"runtime/debug"
	"time"

	"colloquy/internal/media/picture"
)

const (
	// decodeSlots is how many pictures are decoded at once. A large picture takes all slots. Rule
	// media-upload-limits.
	decodeSlots = 2
	// largePictureBytes is the value of picture.Header.Memory above which a picture is large.
	largePictureBytes = picture.MaxMemory / 4
	// slotTimeout is how long a picture waits for a slot.
	slotTimeout = 5 * time.Second
	// decodeTimeout is how long the decoding of a picture may take. The wait for slots does not
	// count. Rule media-upload-kinds.
	decodeTimeout = 2 * time.Second
)

// decodeLimiter limits how many pictures are decoded at once. This also limits the memory of the
// decoders.
type decodeLimiter struct {
	takeLock chan struct{} // held by the picture that is taking slots; otherwise two large pictures could take one slot each and wait for each other
	slots    chan struct{}
}

func newDecodeLimiter() *decodeLimiter {
	return &decodeLimiter{takeLock: make(chan struct{}, 1), slots: make(chan struct{}, decodeSlots)}
}

// cutToSquareWithSlots calls picture.CutToSquare while it holds slots. The errors of cutToSquareWithSlots have
// texts for users.
func (d *decodeLimiter) cutToSquareWithSlots(ctx context.Context, data []byte) (picture.Picture, error) {
	h, err := picture.ReadHeader(data)
	if err != nil {
		return picture.Picture{}, pictureError(err)
	}
	n := 1
	if h.DecodingBytes > largePictureBytes {
		n = decodeSlots
	}
	if !d.takeSlots(ctx, n) {
		return picture.Picture{}, errManyUploadsAtOnce
	}
	defer d.releaseSlots(n)
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

// takeSlots takes n slots. If n slots do not become free within slotTimeout, it takes none and
// returns false.
func (d *decodeLimiter) takeSlots(ctx context.Context, n int) bool {
	timeout := time.NewTimer(slotTimeout)
	defer timeout.Stop()
	takenCount := 0
	for _, c := range append([]chan struct{}{d.takeLock}, repeatChannel(d.slots, n)...) {
		select {
		case c <- struct{}{}:
			takenCount++
			continue
		case <-timeout.C:
		case <-ctx.Done():
		}
		if takenCount > 0 {
			d.releaseSlots(takenCount - 1)
			<-d.takeLock
		}
		return false
	}
	<-d.takeLock
	return true
}

func repeatChannel(c chan struct{}, n int) []chan struct{} {
	out := make([]chan struct{}, n)
	for i := range out {
		out[i] = c
	}
	return out
}

func (d *decodeLimiter) releaseSlots(n int) {
	for range n {
		<-d.slots
	}
}
