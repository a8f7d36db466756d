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

// Millis is how times are stored: Unix milliseconds (architecture, Data).
func Millis(t time.Time) int64 { return t.UnixMilli() }

// FromMillis reads a stored time, in UTC.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
