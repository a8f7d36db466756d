package media

import (
	"context"
	"runtime/debug"
	"time"

	"colloquy/internal/media/picture"
)

const (
	// decodeSlots is how many pictures are decoded at once. A large one takes all slots.
	decodeSlots = 2
	// largePictureBytes is the estimate of Header.Memory from which a picture is large.
	largePictureBytes = picture.MaxMemory / 4
	// slotTimeout is how long a picture waits for a slot.
	slotTimeout = 5 * time.Second
	// decodeTimeout bounds decoding itself.
	decodeTimeout = 2 * time.Second
)

// decoding bounds how many pictures are decoded at once, and with it the memory.
type decoding struct {
	turn  chan struct{} // held while slots are being taken, so that two large pictures do not wait for each other
	slots chan struct{}
}

func newDecoding() *decoding {
	return &decoding{turn: make(chan struct{}, 1), slots: make(chan struct{}, decodeSlots)}
}

// square is picture.Square with a slot. It returns an error for users.
func (d *decoding) square(ctx context.Context, data []byte) (picture.Picture, error) {
	h, err := picture.ReadHeader(data)
	if err != nil {
		return picture.Picture{}, failure(err)
	}
	n := 1
	if h.Memory > largePictureBytes {
		n = decodeSlots
	}
	if !d.take(ctx, n) {
		return picture.Picture{}, errBusy
	}
	defer d.give(n)
	if n > 1 {
		// The pixels of former pictures are garbage. Without this, those of large ones
		// come on top of them.
		debug.FreeOSMemory()
		defer debug.FreeOSMemory()
	}
	p, err := picture.Square(data, time.Now().Add(decodeTimeout))
	if err != nil {
		return picture.Picture{}, failure(err)
	}
	return p, nil
}

// take takes n slots, and reports whether they were free in time.
func (d *decoding) take(ctx context.Context, n int) bool {
	late := time.NewTimer(slotTimeout)
	defer late.Stop()
	taken := 0
	for _, c := range append([]chan struct{}{d.turn}, repeat(d.slots, n)...) {
		select {
		case c <- struct{}{}:
			taken++
			continue
		case <-late.C:
		case <-ctx.Done():
		}
		if taken > 0 {
			d.give(taken - 1)
			<-d.turn
		}
		return false
	}
	<-d.turn
	return true
}

func repeat(c chan struct{}, n int) []chan struct{} {
	out := make([]chan struct{}, n)
	for i := range out {
		out[i] = c
	}
	return out
}

func (d *decoding) give(n int) {
	for range n {
		<-d.slots
	}
}
