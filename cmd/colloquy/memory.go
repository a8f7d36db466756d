package main

import (
	"os"
	"runtime/debug"
)

// gcPercent is the value for GOGC: a garbage collection starts when the heap has grown by this
// percentage. Go's default of 100 would need twice the memory, because most memory of a message is
// soon garbage. The additional collections cost about one percent of the processor time.
const gcPercent = 50

// setGCPercent sets GOGC to gcPercent, unless the operator has set it.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}
