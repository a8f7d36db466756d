package load

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Shape is the concurrency of a load: Clients in parallel, each with Each streams in
// sequence. The starts of the clients are spread evenly over Ramp.
type Shape struct {
	Clients int
	Each    int
	Ramp    time.Duration
}

// Streams is the number of streams of a load.
func (s Shape) Streams() int { return s.Clients * s.Each }

// Run runs the streams that next returns for n from 0 on. It returns their results and
// the duration of the load.
func (s Shape) Run(ctx context.Context, next func(n int) Stream) ([]Result, time.Duration) {
	out := make([]Result, s.Streams())
	start := time.Now()
	var wg sync.WaitGroup
	for client := range s.Clients {
		wg.Go(func() {
			if !pause(ctx, time.Until(start.Add(s.Ramp*time.Duration(client)/time.Duration(s.Clients)))) {
				out[client*s.Each].Err = ctx.Err()
				return
			}
			for n := client * s.Each; n < (client+1)*s.Each; n++ {
				out[n] = next(n).Do(ctx)
			}
		})
	}
	wg.Wait()
	return out, time.Since(start)
}

func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(max(d, 0))
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Summary is the result of a load.
type Summary struct {
	Streams int
	Failed  int
	Err     error // of one failed stream
	Pieces  int   // of successful streams
	First50 time.Duration
	First99 time.Duration
	Pace    float64 // see Summarize
	Rate    float64 // pieces per second over the whole load
}

// Summarize combines the results of a load that took the given time. nominal is the
// time from the request to the last piece without any overhead. The pace is nominal
// divided by the real time, averaged over all streams, or 1 if nominal is 0.
func Summarize(results []Result, took, nominal time.Duration) Summary {
	s := Summary{Streams: len(results), Pace: 1}
	var first []time.Duration
	var paceSum float64
	for _, r := range results {
		if r.Err != nil {
			s.Failed++
			s.Err = r.Err
			continue
		}
		s.Pieces += r.Pieces
		first = append(first, r.First)
		paceSum += float64(nominal) / float64(r.Last)
	}
	if len(first) == 0 {
		return s
	}
	slices.Sort(first)
	s.First50, s.First99 = Quantile(first, 0.5), Quantile(first, 0.99)
	s.Rate = float64(s.Pieces) / took.Seconds()
	if nominal > 0 {
		s.Pace = paceSum / float64(len(first))
	}
	return s
}

// Quantile returns the smallest of the sorted values that is at least as large as a
// share q of them, or the zero value for an empty list.
func Quantile[T any](sorted []T, q float64) T {
	if len(sorted) == 0 {
		var none T
		return none
	}
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
