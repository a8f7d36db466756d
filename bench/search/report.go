package search

import (
	"fmt"
	"io"
)

// WriteReport writes the result to w as a table.
func (r Result) WriteReport(w io.Writer) {
	fmt.Fprintf(w, "\nSearch, %d characters, %s: loaded in %.1f s, first answer after %.0f ms, index %.1f MiB\n",
		r.CharacterCount, r.DatabaseName, r.LoadTime.Seconds(), float64(r.IndexBuildTime.Microseconds())/1000, r.IndexMiB)
	fmt.Fprintf(w, "%-24s%10s%10s   %s\n", "", "p50, ms", "p99, ms", "aim")
	for _, f := range r.Figures {
		verdict := "held"
		if f.P99Millis > f.P99AimMillis {
			verdict = "MISSED"
		}
		fmt.Fprintf(w, "%-24s%10.2f%10.2f   < %g: %s\n", f.Name, f.P50Millis, f.P99Millis, f.P99AimMillis, verdict)
	}
}
