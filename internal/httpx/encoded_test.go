package httpx

import "testing"

// Only the first request encodes and compresses the text.
func TestTextIsEncodedOnce(t *testing.T) {
	calls := 0
	text := encodeOnceFunc(func() ([]byte, error) { calls++; return []byte("text"), nil })
	for range 3 {
		if e, err := text(); err != nil || string(e.plain) != "text" || len(e.gzip) == 0 {
			t.Errorf("got %q, %v", e.plain, err)
		}
	}
	if calls != 1 {
		t.Errorf("the text was made %d times, want once", calls)
	}
}
