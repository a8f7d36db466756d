package memory

import (
	"fmt"
	"io"
)

// Aim is the least share of the facts that are in the prompt when they are asked for.
const Aim = 0.95

// Held reports whether the aims of a run are held: the share of recalled facts, no deleted
// one and none in the prompts of the other character.
func (r Result) Held() bool {
	return float64(r.Recalled) >= Aim*float64(r.Asked) && r.Returned == 0 && r.Leaked == 0
}

// Report writes the figures.
func (r Result) Report(w io.Writer) {
	verdict := "held"
	if !r.Held() {
		verdict = "MISSED"
	}
	fmt.Fprintf(w, "\nMemory, %d messages, notes by %s: %d of %d facts in the prompt when asked for (%.1f %%), %d of %d deleted ones, %d in the prompts of another character: %s\n",
		r.Messages, r.Notes, r.Recalled, r.Asked, 100*float64(r.Recalled)/float64(max(r.Asked, 1)), r.Returned, r.Deleted, r.Leaked, verdict)
	fmt.Fprintf(w, "what a prompt is told: %.2f ms after 100 messages, %.2f ms at the end, at most %.0f tokens\n",
		float64(r.Short.Microseconds())/1000, float64(r.Long.Microseconds())/1000, r.TokensMost)
}
