package jobs

import (
	"hash/fnv"
	"strconv"
	"time"
)

// Patience is how long a kind's failing jobs are tried. The first wait is First,
// each further one twice the former, up to Most; after so many Attempts a job is
// set aside. Scatter, from 0 to 1, is the part of each wait by which it may be
// shorter: jobs that failed together are then not tried again together.
type Patience struct {
	First, Most time.Duration
	Attempts    int64
	Scatter     float64
}

// Usual gives up after about two minutes.
var Usual = Patience{First: time.Second, Most: time.Hour, Attempts: 8}

// wait is how long a job rests after its latest attempt. It follows from the
// job alone, so that every replica and every test finds the same.
func (p Patience) wait(j row) time.Duration {
	d := p.First
	for n := int64(1); n < j.attempts && d < p.Most; n++ {
		d *= 2
	}
	d = min(d, p.Most)
	return d - time.Duration(float64(d)*p.Scatter*lot(j)).Truncate(time.Millisecond)
}

// lot is a number from 0 up to 1 that differs between jobs and their attempts.
func lot(j row) float64 {
	h := fnv.New64a()
	h.Write([]byte(j.id + strconv.FormatInt(j.attempts, 10)))
	return float64(h.Sum64()>>11) / (1 << 53)
}
