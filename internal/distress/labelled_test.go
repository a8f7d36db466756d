package distress_test

import (
	_ "embed"
	"hash/fnv"
	"strings"
	"testing"

	"colloquy/internal/distress"
)

// labelledLines has labelled lines that measure how well the patterns work. A third of the lines,
// chosen by hash, is held out. The test counts the misses in held-out lines but does not print
// them, so that nobody writes patterns for these lines.
//
//go:embed testdata/lines.tsv
var labelledLines string

type labelledLine struct{ language, label, kind, text string }

func readLabelledLines(t testing.TB) (lines []labelledLine) {
	for line := range strings.Lines(labelledLines) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) != 4 {
			t.Fatalf("not four columns: %q", line)
		}
		lines = append(lines, labelledLine{f[0], f[1], f[2], f[3]})
	}
	return lines
}

// isHeldOut reports whether a line is in the third that is held out. It depends on the
// text alone.
func isHeldOut(text string) bool {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()%3 == 0
}

// recognitionScore counts lines at risk and harmless lines, and for both how many KindOf recognises
// as a risk.
type recognitionScore struct{ risk, recognised, harmless, falseAlarms int }

func (s recognitionScore) percentages() (recognised, alarms float64) {
	return 100 * float64(s.recognised) / float64(max(s.risk, 1)), 100 * float64(s.falseAlarms) / float64(max(s.harmless, 1))
}

const (
	minRecognisedPercent = 98.0 // percent
	maxFalseAlarmPercent = 2.0  // percent
)

// rule safety-risk-heard
func TestLabelledLinesAreRecognised(t *testing.T) {
	scoreByHeldOut, missed := map[bool]*recognitionScore{true: {}, false: {}}, map[string]int{}
	for _, e := range readLabelledLines(t) {
		heldOut, isRecognised := isHeldOut(e.text), distress.IsAtRisk(e.text)
		s := scoreByHeldOut[heldOut]
		if e.label == "none" {
			s.harmless++
		} else {
			s.risk++
		}
		switch {
		case isRecognised && e.label == "none":
			s.falseAlarms++
		case isRecognised:
			s.recognised++
		}
		switch wrong := isRecognised == (e.label == "none"); {
		case wrong && heldOut:
			missed[e.language+" "+e.label]++
		case wrong:
			t.Logf("%s %s heard: %v: %s", e.language, e.label, isRecognised, e.text)
		}
	}
	t.Logf("held out and wrong, by language: %v", missed)
	for held, s := range scoreByHeldOut {
		recognisedShare, alarms := s.percentages()
		t.Logf("held out: %-5v heard %d of %d (%.1f %%), false alarms %d of %d (%.1f %%)", held, s.recognised, s.risk, recognisedShare, s.falseAlarms, s.harmless, alarms)
		if recognisedShare < minRecognisedPercent || alarms > maxFalseAlarmPercent {
			t.Errorf("held out: %v: heard %.1f %%, false alarms %.1f %%", held, recognisedShare, alarms)
		}
	}
	if n := scoreByHeldOut[true].risk + scoreByHeldOut[true].harmless; n < 120 {
		t.Errorf("only %d lines are held out", n)
	}
}
