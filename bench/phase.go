package main

import (
	"slices"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/script"
)

// phase is one kind of load. In every round each target receives this load once.
type phase struct {
	name            string
	shape           load.Shape
	piecesPerAnswer int           // of each answer
	pieceInterval   time.Duration // interval between pieces; 0: no pause
}

// Names of the phases, which are values of the flag -only.
const (
	phaseStart = "start" // no load, only start-up time and idle memory
	phaseOne   = "1"
	phase100   = "100"
	phaseShort = "short" // like phase100 with short answers, to compute the costs of a message and of a piece
	phaseCost  = "cost"  // runs phaseShort and phase100
	phase1000  = "1000"
	phaseBurst = "burst"
)

// shortPieceCount is the number of pieces of an answer in phaseShort.
const shortPieceCount = 10

// pieceInterval is the interval between the pieces of a typical model: 20 pieces a second.
const pieceInterval = 50 * time.Millisecond

// nominalDuration is the duration of an answer without any overhead.
func (p phase) nominalDuration() time.Duration {
	return time.Duration(p.piecesPerAnswer-1) * p.pieceInterval
}

// runPlan has the loads of a run, and the limits of its duration.
type runPlan struct {
	validRoundCount int
	limit           time.Duration // longest duration of the run; a round that would end later does not start
	// maxIdleWait is how long a run may wait, in total, until other processes use little
	// processor time.
	maxIdleWait time.Duration
	phases      []phase
}

func fullRunPlan() runPlan {
	return runPlan{
		validRoundCount: 4, limit: 5*time.Minute + 10*time.Second, maxIdleWait: time.Minute,
		phases: []phase{
			{phaseOne, load.Shape{ClientCount: 1, StreamsPerClient: 200}, 5, 0},
			{phaseShort, load.Shape{ClientCount: 100, StreamsPerClient: 4, Ramp: time.Second}, shortPieceCount, pieceInterval},
			{phase100, load.Shape{ClientCount: 100, StreamsPerClient: 1, Ramp: time.Second}, 100, pieceInterval},
			{phase1000, load.Shape{ClientCount: 1000, StreamsPerClient: 1, Ramp: 4 * time.Second}, 100, pieceInterval},
			{phaseBurst, load.Shape{ClientCount: 50, StreamsPerClient: 6}, script.MaxPieces, 0},
		},
	}
}

func quickRunPlan() runPlan {
	return runPlan{
		validRoundCount: 1, limit: 50 * time.Second, maxIdleWait: 10 * time.Second,
		phases: []phase{
			{phaseOne, load.Shape{ClientCount: 1, StreamsPerClient: 200}, 5, 0},
			{phaseShort, load.Shape{ClientCount: 100, StreamsPerClient: 4, Ramp: time.Second}, shortPieceCount, pieceInterval},
			{phase100, load.Shape{ClientCount: 100, StreamsPerClient: 1, Ramp: time.Second}, 60, pieceInterval},
			{phase1000, load.Shape{ClientCount: 1000, StreamsPerClient: 1, Ramp: 2500 * time.Millisecond}, 60, pieceInterval},
			{phaseBurst, load.Shape{ClientCount: 50, StreamsPerClient: 3}, script.MaxPieces, 0},
		},
	}
}

// onlyPhase returns s with only the phases that name selects; "" selects all. found is false for an
// unknown name. phaseStart has no load, so it selects no phase, but found is true.
func (s runPlan) onlyPhase(name string) (selectedPlan runPlan, found bool) {
	if name == "" {
		return s, true
	}
	selectedPlan = s
	selectedPlan.phases = nil
	for _, p := range s.phases {
		if p.name == name || name == phaseCost && (p.name == phaseShort || p.name == phase100) {
			selectedPlan.phases = append(selectedPlan.phases, p)
		}
	}
	return selectedPlan, len(selectedPlan.phases) > 0 || name == phaseStart
}

// withPieces returns s with answers of n pieces in the paced phases except phaseShort. Answers have
// at most script.MaxPieces. If n is 0, nothing changes.
func (s runPlan) withPieces(n int) runPlan {
	s.phases = slices.Clone(s.phases)
	for i := range s.phases {
		if p := &s.phases[i]; n > 0 && p.pieceInterval > 0 && p.name != phaseShort {
			p.piecesPerAnswer = min(n, script.MaxPieces)
		}
	}
	return s
}
