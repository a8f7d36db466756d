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

// Effort is the number of rounds and of requests of each kind per round.
type Effort struct{ Rounds, Times int }

// measure sends every kind of request in each round.
func (s *server) measure(ctx context.Context, personas []core.Persona, e Effort, out *Result) error {
	r := rand.New(rand.NewPCG(3, 5))
	all := make([]round, e.Rounds)
	for i := range all {
		before, own := proc.ReadMachine(), proc.OwnCPU()
		took, err := s.round(ctx, r, personas, e.Times)
		if err != nil {
			return err
		}
		_, others := proc.ReadMachine().Since(before, proc.OwnCPU()-own)
		all[i] = round{took, others}
	}
	out.Figures = figures(calmest(all), out.Size)
	return nil
}

// warmUp is the number of requests of each kind that are sent before measuring starts.
const warmUp = 5

// round has the durations of each kind of request in milliseconds, and the share of the
// machine that other processes used, including the database server.
type round struct {
	took   [][]float64
	others float64
}

// calmest returns the half of the rounds in which other processes used least of the
// machine.
func calmest(all []round) []round {
	slices.SortStableFunc(all, func(a, b round) int { return cmp.Compare(a.others, b.others) })
	return all[:(len(all)+1)/2]
}

// figures returns the medians over the rounds.
func figures(of []round, size int) []Figure {
	out := make([]Figure, len(queryKinds))
	for k, kind := range queryKinds {
		aim := kind.aim
		if size <= SeededPersonas {
			aim = smallAim
		}
		var p50, p99 []float64
		for _, one := range of {
			p50, p99 = append(p50, quantile(one.took[k], 0.5)), append(p99, quantile(one.took[k], 0.99))
		}
		out[k] = Figure{kind.name, quantile(p50, 0.5), quantile(p99, 0.5), aim}
	}
	return out
}

// round sends the kinds of requests in turn and returns the milliseconds of each kind.
func (s *server) round(ctx context.Context, r *rand.Rand, personas []core.Persona, times int) ([][]float64, error) {
	took := make([][]float64, len(queryKinds))
	for i := range times + warmUp {
		for k, kind := range queryKinds {
			path := kind.path(r, personas)
			begun := time.Now()
			if err := s.get(ctx, path); err != nil {
				return nil, err
			}
			if i >= warmUp {
				took[k] = append(took[k], float64(time.Since(begun))/float64(time.Millisecond))
			}
		}
	}
	return took, nil
}

func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
