package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/bench/load"
	"colloquy/bench/script"
)

// newSample returns a sample. first50 and first99 are in ms.
func newSample(first50, first99, pace, cpu, memory, rate float64) sample {
	ms := func(f float64) time.Duration { return time.Duration(f * float64(time.Millisecond)) }
	return sample{
		Summary:              load.Summary{StreamCount: 100, FirstPieceMedian: ms(first50), FirstPieceP99: ms(first99), PaceToNominalRatio: pace, PiecesPerSecond: rate},
		cpuPerThousandPieces: cpu, memoryKiB: memory,
	}
}

func filledResults() *results {
	b := &results{}
	for _, name := range []string{phaseOne, phase100, phase1000, phaseBurst} {
		for _, noise := range []float64{0, 0.1, 5} { // the median is the value with noise 0.1
			b.addRow(name, [targetCount]sample{
				newSample(1+noise, 2+noise, 1, 10, 1, 800_000),
				newSample(1.5+noise, 3+noise, 0.999, 20, 50, 600_000),
				newSample(2.2+noise, 4+noise, 0.998, 28, 90, 330_000),
			})
		}
	}
	for i, mib := range []float64{8, 9, 30} {
		b.idleMiB[i], b.startMillis[i] = []float64{mib}, []float64{mib}
		b.idleMappedFileMiB[i] = []float64{mib - 3}
	}
	b.firstListMillis = []float64{40}
	b.pieceCount = 100
	// With these values the proxy needs 20 µs per piece and 0.1 ms per message. The server needs
	// 28 µs per piece and 0.92 ms per message.
	for i := range b.rowsByPhase[phase100] {
		row := &b.rowsByPhase[phase100][i]
		row[proxyTarget].cpuPerMessage, row[serverTarget].cpuPerMessage = 2.1, 3.72
		b.addRow(phaseShort, [targetCount]sample{proxyTarget: {cpuPerMessage: 0.3}, serverTarget: {cpuPerMessage: 1.2}})
	}
	return b
}

func TestReportListsAims(t *testing.T) {
	var out strings.Builder
	b := filledResults()
	b.addNote("round %d was noisy", 7)
	b.writeReport(&out)
	text := out.String()
	for _, want := range []string{
		"first piece, ms: 100 streams, median                1.10           1.60        2.30    1.44   ratio <= 3: held",
		"pace kept at 1,000 streams                        1.0000         0.9990      0.9980           >= 0.99: held",
		"CPU, ms per 1,000 pieces: 1,000 streams             10.0           20.0        28.0    1.40   ratio <= 1.5: held",
		"  CPU, ms per 1,000 further pieces                   0.0           20.0        28.0    1.40   ratio <= 1.5: held",
		"  CPU, ms per message without its pieces            0.00           0.10        0.92           <= 1.2: held",
		"memory per open stream, KiB                          1.0           50.0        90.0    1.80   ratio <= 2: held",
		"no pacing, 50 streams: 1,000 pieces a second         800            600         330    0.55   ratio >= 0.5: held",
		"resident when idle, MiB                              8.0            9.0        30.0           <= 60: held",
		"  of it pages of files                               5.0            6.0        27.0",
		"failed streams, all loads                              0              0           0           <= 0: held",
		"round 7 was noisy",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "MISSED") {
		t.Errorf("an aim is missed in\n%s", text)
	}
}

func TestReportNamesMissedAims(t *testing.T) {
	b := filledResults()
	for i := range b.rowsByPhase[phase1000] {
		row := &b.rowsByPhase[phase1000][i]
		row[serverTarget].cpuPerThousandPieces, row[serverTarget].memoryKiB, row[serverTarget].PaceToNominalRatio, row[serverTarget].FailedStreamCount = 31, 101, 0.98, 2
	}
	b.idleMiB[serverTarget] = []float64{61}
	var missed int
	for _, l := range b.reportRows() {
		if l.aim.isMet != nil && !l.aim.isMet(l.valuesByTarget) {
			missed++
		}
	}
	if missed != 5 {
		t.Errorf("%d aims are missed, want 5", missed)
	}
}

func TestReportLeavesOutLoadsNotRun(t *testing.T) {
	var out strings.Builder
	new(results).writeReport(&out)
	if strings.Contains(out.String(), "1,000 streams") {
		t.Errorf("loads that were not run are reported:\n%s", out.String())
	}
}

func TestUnfitRowsAreSetAside(t *testing.T) {
	goodRow := [targetCount]sample{{Summary: load.Summary{PaceToNominalRatio: 1}}, {}, {Summary: load.Summary{FailedStreamCount: 9, PaceToNominalRatio: 0.1}}}
	if reason := invalidRoundReason(goodRow); reason != "" {
		t.Errorf("a server's own failure was set aside: %s", reason)
	}
	slowRow, cutRow, noisyRow := goodRow, goodRow, goodRow
	slowRow[directTarget].PaceToNominalRatio, cutRow[directTarget].FailedStreamCount, noisyRow[serverTarget].othersCPUShare = 0.9, 1, 0.5
	for name, row := range map[string][targetCount]sample{"slow": slowRow, "cut": cutRow, "noisy": noisyRow} {
		if invalidRoundReason(row) == "" {
			t.Errorf("%s was taken", name)
		}
	}
}

func TestMedianKeepsTheOrderOfItsList(t *testing.T) {
	for _, tt := range []struct {
		list []float64
		want float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 1, 2, 3}, 2.5}} {
		listBefore := slices.Clone(tt.list)
		if got := median(tt.list); got != tt.want || !slices.Equal(listBefore, tt.list) {
			t.Errorf("median of %v: %v", listBefore, got)
		}
	}
}

func TestPhasesFitTheLimits(t *testing.T) {
	for _, s := range []runPlan{fullRunPlan(), quickRunPlan()} {
		for _, p := range s.phases {
			if p.shape.ClientCount > registeredUserCount || p.piecesPerAnswer > script.MaxPieces {
				t.Errorf("load %s: %d people, %d pieces", p.name, p.shape.ClientCount, p.piecesPerAnswer)
			}
			onePhase, found := s.onlyPhase(p.name)
			if !found || len(onePhase.phases) != 1 || onePhase.validRoundCount != s.validRoundCount {
				t.Errorf("load %s alone: %+v", p.name, onePhase)
			}
		}
		if all, found := s.onlyPhase(""); !found || len(all.phases) != 5 {
			t.Errorf("%+v", all)
		}
		if cost, found := s.onlyPhase(phaseCost); !found || len(cost.phases) != 2 {
			t.Errorf("%+v", cost)
		}
		if none, found := s.onlyPhase(phaseStart); !found || len(none.phases) != 0 {
			t.Errorf("%+v", none)
		}
		if _, found := s.onlyPhase("7"); found {
			t.Error("a load 7 was found")
		}
		for _, p := range s.withPieces(33).phases {
			if long := p.pieceInterval > 0 && p.name != phaseShort; long != (p.piecesPerAnswer == 33) {
				t.Errorf("load %s: %d pieces", p.name, p.piecesPerAnswer)
			}
		}
		if err := checkFileLimit(s); err != nil {
			t.Log(err) // the result depends on the machine
		}
	}
	if got := (phase{piecesPerAnswer: 100, pieceInterval: pieceInterval}).nominalDuration(); got != 4950*time.Millisecond {
		t.Errorf("%v", got)
	}
}

func TestInvalidRolesAreRefused(t *testing.T) {
	for _, args := range [][]string{{"cook"}, {roleModel}, {roleProxy, "127.0.0.1:0"}, {roleProxy, "127.0.0.1:0", "://"}} {
		if err := runRole(args); err == nil {
			t.Errorf("played %v", args)
		}
	}
}
