package main

import (
	"os"
	"runtime/debug"
)

// collectAt is the value for GOGC: a garbage collection starts when the heap has grown
// by this percentage. Most memory of a message is garbage soon after it, so Go's
// default of 100 would need twice the memory; collecting twice as often costs about one
// percent of the processor time.
const collectAt = 50

// collectEarlier sets GOGC to collectAt, unless the operator has set it.
func collectEarlier() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}
