package main

import (
	"os"
	"runtime/debug"
)

// gcPercent is the value for GOGC: a garbage collection starts when the heap has grown by this
// percentage. Most memory that a message uses is garbage soon afterwards, so Go's default of
// 100 would need twice the memory. Collecting twice as often costs about one percent of the
// processor time.
const gcPercent = 50

// setGCPercent sets GOGC to gcPercent, unless the operator has set it.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
