package jobs

import (
	"hash/fnv"
	"strconv"
	"time"
)

// RetryPolicy defines how failed jobs of a kind are retried. The first wait is FirstDelay, and each
// further wait is twice as long, up to MaxDelay. After MaxAttempts attempts the job has failed
// permanently. A random share of at most Jitter (0 to 1) shortens each wait. So jobs that failed
// together are retried at different times.
type RetryPolicy struct {
	FirstDelay, MaxDelay time.Duration
	MaxAttempts          int64
	Jitter               float64
}

// DefaultRetry gives up after about two minutes.
var DefaultRetry = RetryPolicy{FirstDelay: time.Second, MaxDelay: time.Hour, MaxAttempts: 8}

// backoff returns the wait after a job's latest attempt. It depends on the row only,
// so every process gets the same result.
func (p RetryPolicy) backoff(j row) time.Duration {
	d := p.FirstDelay
	for n := int64(1); n < j.attemptCount && d < p.MaxDelay; n++ {
		d *= 2
	}
	d = min(d, p.MaxDelay)
	return d - time.Duration(float64(d)*p.Jitter*jitter(j)).Truncate(time.Millisecond)
}

// jitter returns a number in [0, 1) that depends on the job and attempt only.
func jitter(j row) float64 {
	h := fnv.New64a()
	h.Write([]byte(j.id + strconv.FormatInt(j.attemptCount, 10)))
	return float64(h.Sum64()>>11) / (1 << 53)
}
