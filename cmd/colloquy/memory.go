package main

import (
	"os"
	"runtime/debug"
)

// collectAt is how much garbage, in percent of what is in use, may gather
// before it is collected. What a stream keeps is small and what a message
// leaves behind is not, so Go's 100 would hold twice the memory; collecting
// twice as often costs about one percent of the processor time.
const collectAt = 50

// collectEarlier sets that, unless the operator chose otherwise with GOGC.
func collectEarlier() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
}
