package main

import (
	"fmt"
	"io"
	"time"

	"colloquy/bench/load"
)

// report has the measured values. Processor use of 1 means that one processor was busy all the time.
type report struct {
	options
	loadBefore, loadAfter string        // load average of the machine over one minute
	openingDuration       time.Duration // until all idle readers were open
	endedReaderCount      int           // idle readers that the server closed
	idleKiB               float64       // resident memory of the server for each idle reader
	idleMiB               float64       // all resident memory of the server with the idle readers
	idleCPU               float64       // processors that the server used with the idle readers
	summary               load.Summary
	delays                []time.Duration // delays of all pieces, sorted
	fullLoadDelays        []time.Duration // delays of the pieces that arrived while all replies ran, sorted
	pieceErr              error           // names pieces in the replies that the model did not send; nil if there are none
	activeCPU             float64         // processors that the server used during the replies
	modelAndReaderCPU     float64         // processors that the model and the readers used
	peakMiB               float64         // resident memory of the server during the replies
	othersCPUShare        float64         // share of the machine that other processes used during the replies
}

const (
	// readerAimKiB is the aim for idleKiB: the largest memory of the server for an idle reader.
	readerAimKiB = 60
	// delayAim is the aim for the 99th percentile of fullLoadDelays.
	delayAim = 50 * time.Millisecond
)

func (r report) write(w io.Writer) {
	p := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	p("\n%s UTC, load average %s before and %s after", time.Now().UTC().Format("2006-01-02 15:04"), r.loadBefore, r.loadAfter)
	p("%d idle readers, opened in %.1f s: %d ended   aim 0: %s", r.idleReaderCount, r.openingDuration.Seconds(), r.endedReaderCount, formatVerdict(r.endedReaderCount == 0))
	p("  resident memory: %.1f KiB each, %.0f MiB in all   aim %d KiB: %s", r.idleKiB, r.idleMiB, readerAimKiB, formatVerdict(r.idleKiB <= readerAimKiB))
	p("  while nothing happens: %.1f %% of a processor", 100*r.idleCPU)
	p("%d replies of %d pieces, one each %s, beside them: %d failed, %d of %d pieces arrived   aim 0: %s",
		r.activeReaderCount, r.pieceCount, r.pieceInterval, r.summary.FailedStreamCount, len(r.delays), r.activeReaderCount*r.pieceCount, formatVerdict(r.summary.FailedStreamCount == 0 && r.pieceErr == nil && len(r.delays) == r.activeReaderCount*r.pieceCount))
	p("  while all of them run, %d pieces arrive after the model sent them: %s   aim p99 %.0f ms: %s",
		len(r.fullLoadDelays), describeDelays(r.fullLoadDelays), millis(delayAim), formatVerdict(len(r.fullLoadDelays) > 0 && load.Quantile(r.fullLoadDelays, 0.99) <= delayAim))
	p("  all pieces, also of the %.0f s in which the replies start: %s; first piece after %.0f ms, p99 %.0f ms",
		r.replyRampDuration.Seconds(), describeDelays(r.delays), millis(r.summary.FirstPieceMedian), millis(r.summary.FirstPieceP99))
	p("  pace %.3f, %.2f processors of the server, %.2f of the model and the readers, peak %.0f MiB, others used %.0f %% of the machine", r.summary.PaceToNominalRatio, r.activeCPU, r.modelAndReaderCPU, r.peakMiB, 100*r.othersCPUShare)
	if r.summary.Err != nil {
		p("  a failure: %v", r.summary.Err)
	}
	if r.pieceErr != nil {
		p("  pieces that the model did not send: %v", r.pieceErr)
	}
}

// describeDelays returns the median, the 99th percentile and the longest of sorted delays.
func describeDelays(sorted []time.Duration) string {
	return fmt.Sprintf("%.1f ms, p99 %.0f ms, slowest %.0f ms", millis(load.Quantile(sorted, 0.5)), millis(load.Quantile(sorted, 0.99)), millis(load.Quantile(sorted, 1)))
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func formatVerdict(held bool) string {
	if held {
		return "held"
	}
	return "MISSED"
}
