// Package doctor examines an installation for its operator. A check looks at one thing that the
// service needs. The check reports whether the thing is good, doubtful or broken, and what the
// operator should do. Checks change nothing.
package doctor

import (
	"context"
	"time"

	"colloquy/internal/obs"
)

// Level is how serious a finding is.
type Level string

// The levels. A Bad finding keeps the service, or a part of it, from working.
const (
	Good    Level = "good"
	Warning Level = "warning"
	Bad     Level = "bad"
)

// Finding is what a check has found. Advice is what the operator should do; it is empty if there
// is nothing to do.
type Finding struct {
	Area   string `json:"area"`
	Level  Level  `json:"level"`
	Text   string `json:"text"`
	Advice string `json:"do,omitempty"`
}

// Check examines one area. Run returns findings without an Area, and Examine adds it.
type Check struct {
	Area string
	Run  func(ctx context.Context) []Finding
}

const (
	// checkTimeout is the timeout of the context of a check (rule operations-doctor).
	checkTimeout = 10 * time.Second
	// lateFindingsGrace is how long Examine waits for the findings after the timeout.
	lateFindingsGrace = 250 * time.Millisecond
)

// Examine runs all checks in parallel and returns their findings in the order of the checks.
// A check that takes too long or panics has a Bad finding.
func Examine(ctx context.Context, checks []Check) []Finding {
	findingsByCheck := make([][]Finding, len(checks))
	var wg obs.Group
	for i, c := range checks {
		wg.Go(ctx, nil, "doctor "+c.Area, func() { findingsByCheck[i] = runCheck(ctx, c) })
	}
	wg.Wait()
	var out []Finding
	for i, c := range checks {
		if len(findingsByCheck[i]) == 0 {
			findingsByCheck[i] = []Finding{{Level: Bad, Text: "the check failed", Advice: "report it with the log above"}}
		}
		for _, f := range findingsByCheck[i] {
			f.Area = c.Area
			out = append(out, f)
		}
	}
	return out
}

// runCheck runs one check. It returns no findings if the check panics.
func runCheck(ctx context.Context, c Check) []Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	findings := make(chan []Finding, 1)
	obs.Go(ctx, nil, "doctor "+c.Area, func() {
		var checkFindings []Finding
		defer func() { findings <- checkFindings }()
		checkFindings = c.Run(ctx)
	})
	select {
	case checkFindings := <-findings:
		return checkFindings
	case <-ctx.Done():
	}
	select {
	case checkFindings := <-findings: // after the timeout a check may still report the cause
		return checkFindings
	case <-time.After(lateFindingsGrace):
		return []Finding{{Level: Bad, Text: "no answer within " + checkTimeout.String(), Advice: "see whether the machine or its network is overloaded"}}
	}
}

// WorstLevel returns the most serious level of findings, or Good if there are none.
func WorstLevel(list []Finding) Level {
	worstLevel := Good
	for _, f := range list {
		if f.Level == Bad || f.Level == Warning && worstLevel == Good {
			worstLevel = f.Level
		}
	}
	return worstLevel
}

// goodFinding returns a list with one Good finding.
func goodFinding(text string) []Finding { return []Finding{{Level: Good, Text: text}} }

// warningFinding returns a list with one Warning finding.
func warningFinding(text, advice string) []Finding {
	return []Finding{{Level: Warning, Text: text, Advice: advice}}
}

// badFinding returns a list with one Bad finding.
func badFinding(text, advice string) []Finding {
	return []Finding{{Level: Bad, Text: text, Advice: advice}}
}
