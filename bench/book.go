package main

import (
	"fmt"
	"slices"

	"colloquy/bench/load"
)

// sample is what one load on one target came to.
type sample struct {
	load.Summary
	cpu     float64 // the target's, in ms per 1,000 pieces
	message float64 // the target's processor time in ms per message
	memory  float64 // KiB above idle at the most, per stream
	idle    float64 // the share of the machine that nobody used
	others  float64 // the share that went to processes that are not measured
}

// book keeps what was measured. A list has one entry for each round that counts.
type book struct {
	loads  map[string][][targets]sample // by phase
	start  [targets][]float64           // ms to the first 200
	listed []float64                    // ms to our list of characters
	idle   [targets][]float64           // MiB resident
	notes  []string
	pieces int // of each answer of phase100
}

func (b *book) add(phase string, row [targets]sample) {
	if b.loads == nil {
		b.loads = map[string][][targets]sample{}
	}
	b.loads[phase] = append(b.loads[phase], row)
}

func (b *book) note(format string, args ...any) {
	b.notes = append(b.notes, fmt.Sprintf(format, args...))
}

// lacks reports whether any phase has fewer rounds than n.
func (b *book) lacks(phases []phase, n int) bool {
	return slices.ContainsFunc(phases, func(p phase) bool { return len(b.loads[p.name]) < n })
}

// each is the median over the rounds of a phase, for each target, of what of
// says about a round.
func (b *book) each(phase string, of func(row [targets]sample, i int) float64) (out [targets]float64) {
	for i := range out {
		var list []float64
		for _, row := range b.loads[phase] {
			list = append(list, of(row, i))
		}
		out[i] = median(list)
	}
	return out
}

// median is 0 for an empty list.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	mid := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[mid]
	}
	return (sorted[mid-1] + sorted[mid]) / 2
}

// costs splits the processor time of each target into that of a message, in ms,
// and that of 1,000 further pieces, in ms: two lengths of answers give two
// equations. pieces is the length of the answers of phase100.
func (b *book) costs(pieces int) (fixed, further [targets]float64) {
	message := func(row [targets]sample, i int) float64 { return row[i].message }
	short, long := b.each(phaseShort, message), b.each(phase100, message)
	for i := range further {
		slope := (long[i] - short[i]) / float64(pieces-shortPieces)
		further[i] = 1000 * slope
		fixed[i] = short[i] - shortPieces*slope
	}
	return fixed, further
}
