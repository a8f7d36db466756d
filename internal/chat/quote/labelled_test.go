package quote_test

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"hash/fnv"
	"maps"
	"slices"
	"testing"

	"colloquy/internal/chat/quote"
	"colloquy/internal/core"
	"colloquy/seed"
)

// labelledLinesJSON has replies with the marks that they should get. A third of the replies, chosen by
// the hash of the text, is held out. Misses in held-out replies are counted but not printed, so
// that nobody chooses thresholds that fit them.
//
//go:embed testdata/lines.jsonl
var labelledLinesJSON []byte

type labelledLine struct {
	Persona string // slug
	Kind    string // what the line tests; "small" means a saying with small changes
	Text    string
	Asked   string // the user's message
	Marks   []expectedQuotation
}

type expectedQuotation struct {
	Kind       quote.Kind
	Saying     int
	Start, End int // code points
}

func readLines(t testing.TB) (all []labelledLine) {
	scan := bufio.NewScanner(bytes.NewReader(labelledLinesJSON))
	for scan.Scan() {
		var l labelledLine
		if err := json.Unmarshal(scan.Bytes(), &l); err != nil {
			t.Fatalf("%s: %v", scan.Bytes(), err)
		}
		all = append(all, l)
	}
	return all
}

func isHeldOut(text string) bool {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()%3 == 0
}

// agreesWith reports whether m is the expected mark. The two marks must have the same kind. Documented
// marks must also have the same saying. The overlap of the two ranges must be at least half of
// their union.
func (e expectedQuotation) agreesWith(m quote.Quotation) bool {
	overlapLength := min(e.End, m.End) - max(e.Start, m.Start)
	unionLength := max(e.End, m.End) - min(e.Start, m.Start)
	return e.Kind == m.Kind && (e.Kind == quote.Spirit || e.Saying == m.SayingIndex) && 2*overlapLength >= unionLength
}

// quotationCounts has the numbers of expected, given and right marks of one kind.
type quotationCounts struct{ expected, given, right int }

func (s quotationCounts) precision() float64 { return float64(s.right) / float64(max(s.given, 1)) }
func (s quotationCounts) recall() float64    { return float64(s.right) / float64(max(s.expected, 1)) }

const (
	minPrecision       = 0.99
	minRecall          = 0.90
	minSpiritPrecision = 0.95
	minSpiritRecall    = 0.80
	minLines           = 600
	minPersonas        = 40
)

// rules words-documented, words-in-the-spirit
func TestLabelledLinesAreMarkedPrecisely(t *testing.T) {
	personas := personasBySlug(t)
	countsByHeldOut := map[bool]map[quote.Kind]*quotationCounts{}
	for _, held := range []bool{false, true} {
		countsByHeldOut[held] = map[quote.Kind]*quotationCounts{quote.Documented: {}, quote.Spirit: {}}
	}
	all, seen, heldOutErrors := readLines(t), map[string]bool{}, map[string]int{}
	var cache quote.Cache
	for _, l := range all {
		seen[l.Persona] = true
		isLineHeldOut := isHeldOut(l.Text)
		faultText := countQuotationsOfLine(countsByHeldOut[isLineHeldOut], l, cache.Matcher(personas[l.Persona]).FindQuotations(l.Text, l.Asked))
		switch {
		case faultText != "" && isLineHeldOut:
			heldOutErrors[faultText+" in "+l.Kind]++
		case faultText != "":
			t.Logf("%s: %s (%s): %s", faultText, l.Persona, l.Kind, l.Text)
		}
	}
	t.Logf("held out and wrong: %v", heldOutErrors)
	for _, held := range []bool{false, true} {
		for _, kind := range slices.Sorted(maps.Keys(countsByHeldOut[held])) {
			s := *countsByHeldOut[held][kind]
			t.Logf("held out: %-5v %-10s precision %.3f (%d of %d), recall %.3f (%d of %d)",
				held, kind, s.precision(), s.right, s.given, s.recall(), s.right, s.expected)
		}
	}
	if s := countsByHeldOut[true][quote.Documented]; s.precision() < minPrecision || s.recall() < minRecall {
		t.Errorf("documented, held out: precision %.3f, recall %.3f", s.precision(), s.recall())
	}
	if s := countsByHeldOut[true][quote.Spirit]; s.precision() < minSpiritPrecision || s.recall() < minSpiritRecall {
		t.Errorf("spirit, held out: precision %.3f, recall %.3f", s.precision(), s.recall())
	}
	if len(all) < minLines || len(seen) < minPersonas {
		t.Errorf("%d lines of %d personas", len(all), len(seen))
	}
}

// countQuotationsOfLine adds one line to the scores and returns what was wrong with its quotations,
// or "".
func countQuotationsOfLine(scores map[quote.Kind]*quotationCounts, l labelledLine, quotations []quote.Quotation) (faultText string) {
	for _, e := range l.Marks {
		scores[e.Kind].expected++
		if slices.ContainsFunc(quotations, e.agreesWith) {
			scores[e.Kind].right++
		} else {
			faultText = "missed " + string(e.Kind)
		}
	}
	for _, m := range quotations {
		scores[m.Kind].given++
		if !slices.ContainsFunc(l.Marks, func(e expectedQuotation) bool { return e.agreesWith(m) }) {
			faultText = "wrongly " + string(m.Kind)
		}
	}
	return faultText
}

func personasBySlug(t testing.TB) map[string]*core.Persona {
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*core.Persona{}
	for i := range list {
		out[list[i].Slug] = &list[i]
	}
	return out
}
