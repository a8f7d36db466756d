package search

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"colloquy/bench/proc"
	"colloquy/internal/core"
)

// Effort is how much is measured: Rounds rounds, with RequestsPerKind requests of each kind in a
// round.
type Effort struct{ Rounds, RequestsPerKind int }

// measureRounds runs the rounds and sets out.Figures from the calmest half of them.
func (s *catalogueServer) measureRounds(ctx context.Context, personas []core.Persona, e Effort, out *Result) error {
	r := rand.New(rand.NewPCG(3, 5))
	rounds := make([]roundResult, e.Rounds)
	for i := range rounds {
		timeBefore, ownCPU := proc.ReadMachineTime(), proc.OwnCPU()
		durations, err := s.runRound(ctx, r, personas, e.RequestsPerKind)
		if err != nil {
			return err
		}
		_, others := proc.ReadMachineTime().CPUSharesSince(timeBefore, proc.OwnCPU()-ownCPU)
		rounds[i] = roundResult{durations, others}
	}
	out.Figures = medianFigures(calmestHalf(rounds), out.CharacterCount)
	return nil
}

// warmUpRequests is the number of requests of each kind that a round sends before it measures.
const warmUpRequests = 5

// roundResult is the result of one round.
type roundResult struct {
	durations      [][]float64 // durations in milliseconds, by kind of request
	othersCPUShare float64     // share of the machine's processor time that other processes used; the database server is one of them
}

// calmestHalf returns the half of the rounds in which other processes used the least processor time.
func calmestHalf(rounds []roundResult) []roundResult {
	slices.SortStableFunc(rounds, func(a, b roundResult) int { return cmp.Compare(a.othersCPUShare, b.othersCPUShare) })
	return rounds[:(len(rounds)+1)/2]
}

// medianFigures returns for each kind of request the medians over the rounds. size is the number of
// characters, which determines the aims.
func medianFigures(rounds []roundResult, size int) []Figure {
	out := make([]Figure, len(queryKinds))
	for k, kind := range queryKinds {
		aimMillis := kind.aimMillis
		if size <= SeededPersonas {
			aimMillis = smallCatalogueAimMillis
		}
		var p50, p99 []float64
		for _, one := range rounds {
			p50, p99 = append(p50, quantile(one.durations[k], 0.5)), append(p99, quantile(one.durations[k], 0.99))
		}
		out[k] = Figure{kind.name, quantile(p50, 0.5), quantile(p99, 0.5), aimMillis}
	}
	return out
}

// runRound sends requestsPerKind requests of each kind, after some that warm up the server. It sends
// the kinds in turn. It returns the durations in milliseconds by kind.
func (s *catalogueServer) runRound(ctx context.Context, r *rand.Rand, personas []core.Persona, requestsPerKind int) ([][]float64, error) {
	durations := make([][]float64, len(queryKinds))
	for i := range requestsPerKind + warmUpRequests {
		for k, kind := range queryKinds {
			path := kind.path(r, personas)
			start := time.Now()
			if err := s.getPath(ctx, path); err != nil {
				return nil, err
			}
			if i >= warmUpRequests {
				durations[k] = append(durations[k], float64(time.Since(start))/float64(time.Millisecond))
			}
		}
	}
	return durations, nil
}

func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sortedValues := slices.Sorted(slices.Values(values))
	return sortedValues[min(int(q*float64(len(sortedValues))), len(sortedValues)-1)]
}
