package core

import "time"

// Clock tells the time. Rules that depend on it take a Clock, so that tests
// move it instead of sleeping.
type Clock interface{ Now() time.Time }

// SystemClock is the machine's clock in UTC.
type SystemClock struct{}

// Now returns the current time in UTC, in whole milliseconds: what is answered
// is what is stored.
func (SystemClock) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// started is when the process did, for measuring.
var started = time.Now()

// Elapsed returns the time since the process started. No step of the machine's
// clock changes it.
func (SystemClock) Elapsed() time.Duration { return time.Since(started) }

// Elapsed measures durations: the difference of two calls is the time between
// them, whatever happened to the clock meanwhile. A clock of tests that has an
// Elapsed of its own is asked; others measure as SystemClock does.
func Elapsed(c Clock) time.Duration {
	if own, ok := c.(interface{ Elapsed() time.Duration }); ok {
		return own.Elapsed()
	}
	return SystemClock{}.Elapsed()
}

// Millis is how times are stored: Unix milliseconds (architecture, Data).
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis reads a stored time, in UTC.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
