package load

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Shape is the schedule of a load: Clients run in parallel, each opens Each
// streams one after another, and their starts are spread evenly over Ramp.
type Shape struct {
	Clients int
	Each    int
	Ramp    time.Duration
}

// Streams returns the number of streams of a load.
func (s Shape) Streams() int { return s.Clients * s.Each }

// Run opens the streams that next returns, counted from 0, and returns their
// results and the total time.
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
	Err     error // of one stream that failed
	Pieces  int   // of the streams that did not fail
	First50 time.Duration
	First99 time.Duration
	Pace    float64 // see Summarize
	Rate    float64 // pieces a second over the whole load
}

// Summarize adds up a load that lasted took. nominal is the time from the
// request to the last piece with a server that adds no delay. The pace is
// nominal divided by the measured time, on average over all streams; it is 1 if
// nominal is 0.
func Summarize(results []Result, took, nominal time.Duration) Summary {
	s := Summary{Streams: len(results), Pace: 1}
	var first []time.Duration
	var kept float64
	for _, r := range results {
		if r.Err != nil {
			s.Failed++
			s.Err = r.Err
			continue
		}
		s.Pieces += r.Pieces
		first = append(first, r.First)
		kept += float64(nominal) / float64(r.Last)
	}
	if len(first) == 0 {
		return s
	}
	slices.Sort(first)
	s.First50, s.First99 = Quantile(first, 0.5), Quantile(first, 0.99)
	s.Rate = float64(s.Pieces) / took.Seconds()
	if nominal > 0 {
		s.Pace = kept / float64(len(first))
	}
	return s
}

// Quantile returns the least of the sorted values that a share q of them does
// not exceed, or the zero value if there are none.
func Quantile[T any](sorted []T, q float64) T {
	if len(sorted) == 0 {
		var none T
		return none
	}
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
