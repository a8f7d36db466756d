package main

import (
	"fmt"
	"slices"

	"colloquy/bench/load"
)

// sample is the result of one load on one target.
type sample struct {
	load.Summary
	cpuPerThousandPieces float64 // processor time of the target, in ms per 1,000 pieces
	cpuPerMessage        float64 // processor time of the target, in ms per message
	memoryKiB            float64 // peak memory above idle, in KiB per stream
	idleShare            float64 // idle share of the machine's processor time
	othersCPUShare       float64 // share of the machine's processor time that unmeasured processes used
}

// results are the measurements of a run. Each list has one entry for each valid round.
type results struct {
	rowsByPhase     map[string][][targetCount]sample // by phase
	startMillis     [targetCount][]float64           // ms until the first response with status 200
	firstListMillis []float64                        // ms until the server's first list of characters
	idleMiB         [targetCount][]float64           // resident MiB
	// idleMappedFileMiB is the part of idleMiB that is mapped from files.
	idleMappedFileMiB [targetCount][]float64
	notes             []string
	pieceCount        int // number of pieces in an answer of phase100
}

func (b *results) addRow(phase string, row [targetCount]sample) {
	if b.rowsByPhase == nil {
		b.rowsByPhase = map[string][][targetCount]sample{}
	}
	b.rowsByPhase[phase] = append(b.rowsByPhase[phase], row)
}

func (b *results) addNote(format string, args ...any) {
	b.notes = append(b.notes, fmt.Sprintf(format, args...))
}

// needsMoreRounds reports whether any of the phases has fewer than n valid rounds.
func (b *results) needsMoreRounds(phases []phase, n int) bool {
	return slices.ContainsFunc(phases, func(p phase) bool { return len(b.rowsByPhase[p.name]) < n })
}

// medians returns for each target the median of a value over the rounds of a phase. valueOf returns
// the value of target i in a round.
func (b *results) medians(phase string, valueOf func(row [targetCount]sample, i int) float64) (out [targetCount]float64) {
	for i := range out {
		var values []float64
		for _, row := range b.rowsByPhase[phase] {
			values = append(values, valueOf(row, i))
		}
		out[i] = median(values)
	}
	return out
}

// median returns the median of values, or 0 if there are none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sortedValues := slices.Sorted(slices.Values(values))
	mid := len(sortedValues) / 2
	if len(sortedValues)%2 == 1 {
		return sortedValues[mid]
	}
	return (sortedValues[mid-1] + sortedValues[mid]) / 2
}

// splitCosts splits the processor time of each target into two costs, in ms: of a message without
// its pieces, and of 1,000 pieces. The answers of phaseShort and phase100 differ in length, so they
// give two equations for the two costs. An answer of phase100 has the given number of pieces.
func (b *results) splitCosts(pieces int) (messageCosts, pieceCosts [targetCount]float64) {
	messageCPU := func(row [targetCount]sample, i int) float64 { return row[i].cpuPerMessage }
	shortCPU, longCPU := b.medians(phaseShort, messageCPU), b.medians(phase100, messageCPU)
	for i := range pieceCosts {
		slope := (longCPU[i] - shortCPU[i]) / float64(pieces-shortPieceCount)
		pieceCosts[i] = 1000 * slope
		messageCosts[i] = shortCPU[i] - shortPieceCount*slope
	}
	return messageCosts, pieceCosts
}
