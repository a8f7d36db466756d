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

// Effort is how often each kind of request is asked in a round, and how many
// rounds there are.
type Effort struct{ Rounds, Times int }

// measure asks every kind in each round.
func (s *server) measure(ctx context.Context, cast []core.Persona, e Effort, out *Result) error {
	r := rand.New(rand.NewPCG(3, 5))
	all := make([]round, e.Rounds)
	for i := range all {
		before, own := proc.ReadMachine(), proc.Own()
		took, err := s.round(ctx, r, cast, e.Times)
		if err != nil {
			return err
		}
		_, others := proc.ReadMachine().Since(before, proc.Own()-own)
		all[i] = round{took, others}
	}
	out.Figures = figures(calmest(all), out.Size)
	return nil
}

// warm is how many requests of each kind in a round do not count.
const warm = 5

// round is what each kind took, in milliseconds, while others, the database's
// server among them, took a share of the machine.
type round struct {
	took   [][]float64
	others float64
}

// calmest is the half of the rounds in which others took least.
func calmest(all []round) []round {
	slices.SortStableFunc(all, func(a, b round) int { return cmp.Compare(a.others, b.others) })
	return all[:(len(all)+1)/2]
}

// figures are the medians over some rounds.
func figures(of []round, size int) []Figure {
	out := make([]Figure, len(kinds))
	for k, kind := range kinds {
		aim := kind.aim
		if size <= Seeded {
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

// round asks the kinds in turn and answers the milliseconds that each took.
func (s *server) round(ctx context.Context, r *rand.Rand, cast []core.Persona, times int) ([][]float64, error) {
	took := make([][]float64, len(kinds))
	for i := range times + warm {
		for k, kind := range kinds {
			path := kind.path(r, cast)
			begun := time.Now()
			if err := s.get(ctx, path); err != nil {
				return nil, err
			}
			if i >= warm {
				took[k] = append(took[k], float64(time.Since(begun))/float64(time.Millisecond))
			}
		}
	}
	return took, nil
}

// quantile of some values.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
