package memory

import (
	"fmt"
	"io"
)

// RecallAim is the smallest share of facts that must be in the prompt when the user asks about them.
const RecallAim = 0.95

// MeetsAims reports whether the result meets three aims. The share of recalled facts is at least
// RecallAim. No prompt has a deleted fact. No prompt of another character, who was not told the
// facts, has a fact.
func (r Result) MeetsAims() bool {
	return float64(r.RecalledFactCount) >= RecallAim*float64(r.KeptFactCount) && r.ReappearedFactCount == 0 && r.LeakedFactCount == 0
}

// WriteReport writes the result to w as text.
func (r Result) WriteReport(w io.Writer) {
	verdict := "held"
	if !r.MeetsAims() {
		verdict = "MISSED"
	}
	fmt.Fprintf(w, "\nMemory, %d messages, notes by %s: %d of %d facts in the prompt when asked for (%.1f %%), %d of %d deleted ones, %d in the prompts of another character: %s\n",
		r.MessageCount, r.NoteTaker, r.RecalledFactCount, r.KeptFactCount, 100*float64(r.RecalledFactCount)/float64(max(r.KeptFactCount, 1)), r.ReappearedFactCount, r.DeletedFactCount, r.LeakedFactCount, verdict)
	fmt.Fprintf(w, "what a prompt is told: %.2f ms after 100 messages, %.2f ms at the end, at most %.0f tokens\n",
		float64(r.RecallTimeAfter100Messages.Microseconds())/1000, float64(r.RecallTimeAtEnd.Microseconds())/1000, r.MaxTokens)
}
