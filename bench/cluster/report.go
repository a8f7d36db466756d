package main

import (
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

// measuredCondition is a measured value and the aim that it must meet.
type measuredCondition struct {
	name  string
	value string
	aim   string // such as "at most 25.0 s"
	holds bool   // the value meets the aim
}

// zeroCondition returns the condition that the count n is 0. The argument "name" says what is
// counted.
func zeroCondition(name string, n int) measuredCondition {
	return measuredCondition{name, fmt.Sprint(n), "0", n == 0}
}

// equalCondition returns the condition that the count n equals the argument "want". The argument
// "name" says what is counted.
func equalCondition(name string, n, want int) measuredCondition {
	return measuredCondition{name, fmt.Sprint(n), fmt.Sprint(want), n == want}
}

// writeAndCheckConditions prints the conditions and reports whether all of them hold.
func writeAndCheckConditions(list []measuredCondition) bool {
	allConditionsHold := true
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\ncondition\tfound\taim\t")
	for _, c := range list {
		verdict := "held"
		if !c.holds {
			verdict, allConditionsHold = "BROKEN", false
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.name, c.value, c.aim, verdict)
	}
	_ = w.Flush()
	return allConditionsHold
}

func (r restart) signalName() string {
	if r.wasKilled {
		return "SIGKILL"
	}
	return "SIGTERM"
}

// String returns the fields of the restart as one line of text.
func (r restart) String() string {
	text := fmt.Sprintf("%s, %s, %d streams open, ended after %s, ready after %s", r.replicaName, r.signalName(), r.openStreamCount, formatSeconds(r.stopDuration), formatSeconds(r.startDuration))
	if r.wasKilled {
		text += fmt.Sprintf(", %d replies orphaned for %s", r.orphanCount, formatSeconds(r.orphanedReplyDuration))
	}
	if r.stopErr != nil {
		text += ", " + r.stopErr.Error()
	}
	return text
}

// writeRestarts prints the table of restarts.
func writeRestarts(list []restart) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "\nrestart\treplica\tsignal\topen streams\tended after\tready after\torphaned replies\tgenerating for\t")
	for i, r := range list {
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\t%s\t", i+1, r.replicaName, r.signalName(), r.openStreamCount, formatSeconds(r.stopDuration), formatSeconds(r.startDuration))
		if r.wasKilled {
			fmt.Fprintf(w, "%d\t%s\t", r.orphanCount, formatSeconds(r.orphanedReplyDuration))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush()
}

func formatSeconds(d time.Duration) string { return fmt.Sprintf("%.1f s", d.Seconds()) }
