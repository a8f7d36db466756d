package core

import "time"

// Clock returns the current time. Code whose result depends on time takes a Clock,
// so that tests can set the time instead of sleeping.
type Clock interface{ Now() time.Time }

// SystemClock is the machine's clock in UTC.
type SystemClock struct {
	// AheadBy is added to the time of the machine. A developer sets it to test what happens after
	// an expiry.
	AheadBy time.Duration
}

// Now returns the current time in UTC, in whole milliseconds as it is stored. Rule clock-ahead.
func (c SystemClock) Now() time.Time {
	return time.Now().Add(c.AheadBy).UTC().Truncate(time.Millisecond)
}

// processStart is the start of the process, on the monotonic clock.
var processStart = time.Now()

// Elapsed returns the time since the process started. Setting the machine's clock
// does not change it.
func (SystemClock) Elapsed() time.Duration { return time.Since(processStart) }

// Elapsed returns a monotonic time. The difference of two results is the time between the calls,
// even if the clock was set meanwhile. Elapsed uses the Elapsed method of c, or SystemClock.Elapsed
// if c has none.
func Elapsed(c Clock) time.Duration {
	if own, ok := c.(interface{ Elapsed() time.Duration }); ok {
		return own.Elapsed()
	}
	return SystemClock{}.Elapsed()
}

// Millis converts a time to Unix milliseconds, the form in which it is stored.
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis converts Unix milliseconds to a time in UTC.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
