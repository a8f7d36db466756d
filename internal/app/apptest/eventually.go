package apptest

import (
	"testing"
	"time"
)

// Eventually waits until condition returns true, which another goroutine brings about. It fails
// the test after fifteen seconds. what names the condition in the failure.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); !condition(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within fifteen seconds", what)
		}
	}
}
