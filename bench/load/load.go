package load

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Shape is the concurrency of a load. Each client opens its streams one after another.
type Shape struct {
	ClientCount      int           // clients in parallel
	StreamsPerClient int           // streams of each client
	Ramp             time.Duration // time over which the starts of the clients are spread evenly
}

// StreamCount returns the number of streams of a load.
func (s Shape) StreamCount() int { return s.ClientCount * s.StreamsPerClient }

// Run opens the streams of the load. newStream returns stream n, counted from 0. Run returns the
// results in order of n, and the duration of the load. After ctx ends, further streams fail. If a
// client has not started by then, only its first result has an error; the others are zero.
func (s Shape) Run(ctx context.Context, newStream func(n int) Stream) ([]Result, time.Duration) {
	out := make([]Result, s.StreamCount())
	start := time.Now()
	var wg sync.WaitGroup
	for client := range s.ClientCount {
		wg.Go(func() {
			if !sleep(ctx, time.Until(start.Add(s.Ramp*time.Duration(client)/time.Duration(s.ClientCount)))) {
				out[client*s.StreamsPerClient].Err = ctx.Err()
				return
			}
			for n := client * s.StreamsPerClient; n < (client+1)*s.StreamsPerClient; n++ {
				out[n] = newStream(n).Do(ctx)
			}
		})
	}
	wg.Wait()
	return out, time.Since(start)
}

// sleep waits for d. It returns false if ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
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
	StreamCount        int
	FailedStreamCount  int
	Err                error         // of the last failed stream
	PieceCount         int           // of successful streams
	FirstPieceMedian   time.Duration // median time to the first piece
	FirstPieceP99      time.Duration // 99th percentile of the time to the first piece
	PaceToNominalRatio float64       // see Summarize
	PiecesPerSecond    float64       // pieces per second over the whole load
}

// Summarize combines the results of a load that took duration. nominal is the time from the request
// to the last piece without any overhead. The pace of a stream is nominal divided by its real time.
// Summary.PaceToNominalRatio is the average pace of the successful streams, or 1 if nominal is 0.
func Summarize(results []Result, duration, nominal time.Duration) Summary {
	s := Summary{StreamCount: len(results), PaceToNominalRatio: 1}
	var firstPieceTimes []time.Duration
	var paceSum float64
	for _, r := range results {
		if r.Err != nil {
			s.FailedStreamCount++
			s.Err = r.Err
			continue
		}
		s.PieceCount += r.PieceCount
		firstPieceTimes = append(firstPieceTimes, r.FirstPieceTime)
		paceSum += float64(nominal) / float64(r.LastPieceTime)
	}
	if len(firstPieceTimes) == 0 {
		return s
	}
	slices.Sort(firstPieceTimes)
	s.FirstPieceMedian, s.FirstPieceP99 = Quantile(firstPieceTimes, 0.5), Quantile(firstPieceTimes, 0.99)
	s.PiecesPerSecond = float64(s.PieceCount) / duration.Seconds()
	if nominal > 0 {
		s.PaceToNominalRatio = paceSum / float64(len(firstPieceTimes))
	}
	return s
}

// Quantile returns the q-quantile of the sorted values, such as their median for q = 0.5. For an
// empty list it returns the zero value.
func Quantile[T any](sorted []T, q float64) T {
	if len(sorted) == 0 {
		var none T
		return none
	}
	i := int(q*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(i, 0), len(sorted)-1)]
}
