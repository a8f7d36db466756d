package doctor

import (
	"context"
	"fmt"
	"time"
)

// maxClockSkew is how far two clocks may differ. Codes of authenticator apps hold for 30 seconds,
// and signatures of S3 for minutes.
const maxClockSkew = 5 * time.Second

// ClockCheck returns a check of the machine's clock. The clock must agree with other clocks, and a
// time service must keep the clock synchronised. others has, by the name of each other clock, a
// function that returns its time. Rule operations-doctor.
func ClockCheck(others map[string]func(ctx context.Context) (time.Time, error)) Check {
	return Check{"clock", func(ctx context.Context) (out []Finding) {
		for name, read := range others {
			start := time.Now()
			theirTime, err := read(ctx)
			if err != nil {
				continue // the check of the service with this clock reports the error
			}
			ourTime := start.Add(time.Since(start) / 2)
			if skew := ourTime.Sub(theirTime).Round(time.Second); skew.Abs() > maxClockSkew {
				out = append(out, badFinding(fmt.Sprintf("this machine and %s differ by %s", name, skew.Abs()), "synchronise both clocks (chrony or systemd-timesyncd): sessions, codes and purchases depend on the time")...)
			}
		}
		if len(out) > 0 {
			return out
		}
		if known, synchronised := kernelClockState(); known && !synchronised {
			return warningFinding("no time service keeps the clock of this machine", "start chrony or systemd-timesyncd; in a container the host does it")
		}
		return goodFinding(time.Now().UTC().Format(time.DateTime) + " UTC")
	}}
}
