package main

import (
	"fmt"
	"io"
	"strings"
)

// reportRow is one row of the report.
type reportRow struct {
	label          string
	valuesByTarget [targetCount]float64
	format         string
	hasRatio       bool // the report shows the ratio of the server to the proxy
	aim            aim
}

// aim is a condition that the values of a row should meet. A row with the zero aim has no condition.
type aim struct {
	text  string // such as "ratio <= 3"
	isMet func(values [targetCount]float64) bool
}

// serverToProxyRatio returns the server's value divided by the proxy's, or 0 if the proxy's value is 0.
func serverToProxyRatio(v [targetCount]float64) float64 {
	if v[proxyTarget] == 0 {
		return 0
	}
	return v[serverTarget] / v[proxyTarget]
}

func ratioAtMost(max float64) aim {
	return aim{fmt.Sprintf("ratio <= %g", max), func(v [targetCount]float64) bool { return v[proxyTarget] > 0 && serverToProxyRatio(v) <= max }}
}

func ratioAtLeast(min float64) aim {
	return aim{fmt.Sprintf("ratio >= %g", min), func(v [targetCount]float64) bool { return serverToProxyRatio(v) >= min }}
}

func serverValueAtMost(max float64) aim {
	return aim{fmt.Sprintf("<= %g", max), func(v [targetCount]float64) bool { return v[serverTarget] <= max }}
}

func serverValueAtLeast(min float64) aim {
	return aim{fmt.Sprintf(">= %g", min), func(v [targetCount]float64) bool { return v[serverTarget] >= min }}
}

// reportRows returns the rows of the measured phases, and idleRows.
func (b *results) reportRows() []reportRow {
	firstPieceMedian := func(row [targetCount]sample, i int) float64 { return millis(row[i].FirstPieceMedian) }
	firstPieceP99 := func(row [targetCount]sample, i int) float64 { return millis(row[i].FirstPieceP99) }
	cpu := func(row [targetCount]sample, i int) float64 { return row[i].cpuPerThousandPieces }
	memory := func(row [targetCount]sample, i int) float64 { return row[i].memoryKiB }
	pace := func(row [targetCount]sample, i int) float64 { return row[i].PaceToNominalRatio }
	thousandPiecesPerSecond := func(row [targetCount]sample, i int) float64 { return row[i].PiecesPerSecond / 1000 }

	var out []reportRow
	addRows := func(name string, rows ...reportRow) {
		if len(b.rowsByPhase[name]) > 0 {
			out = append(out, rows...)
		}
	}
	addRows(phaseOne, reportRow{"first piece, ms: 1 stream, median", b.medians(phaseOne, firstPieceMedian), "%.2f", true, aim{}},
		reportRow{"  99th percentile", b.medians(phaseOne, firstPieceP99), "%.2f", false, aim{}})
	addRows(phase100, reportRow{"first piece, ms: 100 streams, median", b.medians(phase100, firstPieceMedian), "%.2f", true, ratioAtMost(3)},
		reportRow{"  99th percentile", b.medians(phase100, firstPieceP99), "%.2f", false, aim{}})
	addRows(phase1000, reportRow{"first piece, ms: 1,000 streams, median", b.medians(phase1000, firstPieceMedian), "%.2f", true, aim{}},
		reportRow{"  99th percentile", b.medians(phase1000, firstPieceP99), "%.2f", false, aim{}},
		reportRow{"pace kept at 1,000 streams", b.medians(phase1000, pace), "%.4f", false, serverValueAtLeast(0.99)})
	out = append(out, reportRow{"failed streams, all loads", b.failedStreamCounts(), "%.0f", false, serverValueAtMost(0)})
	addRows(phase100, reportRow{"CPU, ms per 1,000 pieces: 100 streams", b.medians(phase100, cpu), "%.1f", true, ratioAtMost(1.5)})
	if len(b.rowsByPhase[phaseShort]) > 0 {
		messageCosts, pieceCosts := b.splitCosts(b.pieceCount)
		addRows(phase100, reportRow{"  CPU, ms per 1,000 further pieces", pieceCosts, "%.1f", true, ratioAtMost(1.5)},
			reportRow{"  CPU, ms per message without its pieces", messageCosts, "%.2f", false, serverValueAtMost(1.2)})
	}
	addRows(phase1000, reportRow{"CPU, ms per 1,000 pieces: 1,000 streams", b.medians(phase1000, cpu), "%.1f", true, ratioAtMost(1.5)},
		reportRow{"memory per open stream, KiB", b.medians(phase1000, memory), "%.1f", true, ratioAtMost(2)})
	addRows(phaseBurst, reportRow{"no pacing, 50 streams: 1,000 pieces a second", b.medians(phaseBurst, thousandPiecesPerSecond), "%.0f", true, ratioAtLeast(0.5)},
		reportRow{"  CPU, ms per 1,000 pieces", b.medians(phaseBurst, cpu), "%.2f", true, aim{}})
	return append(out, b.idleRows()...)
}

// idleRows returns the rows of measurements without load.
func (b *results) idleRows() []reportRow {
	var idle, ofFiles, start [targetCount]float64
	for i := range targetCount {
		idle[i], ofFiles[i], start[i] = median(b.idleMiB[i]), median(b.idleMappedFileMiB[i]), median(b.startMillis[i])
	}
	return []reportRow{
		{"resident when idle, MiB", idle, "%.1f", false, serverValueAtMost(60)},
		{"  of it pages of files", ofFiles, "%.1f", false, aim{}},
		{"start to the first 200, ms", start, "%.0f", false, serverValueAtMost(300)},
		{"  to the list of characters, ms", [targetCount]float64{serverTarget: median(b.firstListMillis)}, "%.0f", false, serverValueAtMost(300)},
	}
}

// failedStreamCounts returns the number of failed streams in all valid rounds, for each target.
func (b *results) failedStreamCounts() (out [targetCount]float64) {
	for _, rounds := range b.rowsByPhase {
		for _, row := range rounds {
			for i := range out {
				out[i] += float64(row[i].FailedStreamCount)
			}
		}
	}
	return out
}

// writeReport writes the results as a table, and the notes below it.
func (b *results) writeReport(w io.Writer) {
	fmt.Fprintf(w, "\n%-46s%10s%15s%12s%8s   %s\n", "", targetNames[directTarget], targetNames[proxyTarget], targetNames[serverTarget], "ratio", "aim")
	for _, l := range b.reportRows() {
		ratioText := ""
		if l.hasRatio {
			ratioText = fmt.Sprintf("%.2f", serverToProxyRatio(l.valuesByTarget))
		}
		cells := make([]any, targetCount)
		for i, v := range l.valuesByTarget {
			cells[i] = fmt.Sprintf(l.format, v)
		}
		if strings.HasPrefix(l.label, "  to the list") {
			cells[directTarget], cells[proxyTarget] = "", ""
		}
		text := fmt.Sprintf("%-46s", l.label) + fmt.Sprintf("%10s%15s%12s", cells[directTarget], cells[proxyTarget], cells[serverTarget]) + fmt.Sprintf("%8s   %s", ratioText, l.aim.formatVerdict(l.valuesByTarget))
		fmt.Fprintln(w, strings.TrimRight(text, " "))
	}
	for _, n := range b.notes {
		fmt.Fprintln(w, n)
	}
}

func (a aim) formatVerdict(valuesByTarget [targetCount]float64) string {
	switch {
	case a.isMet == nil:
		return ""
	case a.isMet(valuesByTarget):
		return a.text + ": held"
	}
	return a.text + ": MISSED"
}
