package catalogue

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage/dbtest"
	"colloquy/seed"
)

// labelledQueries has queries with their expected first results. Each line is a query
// and one or more names, separated by '|'. Any of the names may be first.
//
//go:embed testdata/queries.txt
var labelledQueries string

// minCorrectShare is the required share of queries with an expected first result.
const minCorrectShare = 0.97

// rule catalogue-search-rank
func TestTheBestMatchComesFirst(t *testing.T) {
	personas, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	b := newHarness(t, dbtest.Open(t, dbtest.SQLite(t)))
	b.loadPersonas(personas...)
	queryCount, correctCount := 0, 0
	for line := range strings.Lines(labelledQueries) {
		query, want, found := strings.Cut(strings.TrimSpace(line), "|")
		if !found {
			continue
		}
		queryCount++
		query = strings.TrimSpace(query)
		got := namesOf(b.getList(Query{Search: query, Limit: 3}))
		if slices.ContainsFunc(strings.Split(want, "|"), func(name string) bool { return len(got) > 0 && got[0] == strings.TrimSpace(name) }) {
			correctCount++
		} else {
			t.Logf("%q shows %q, want %s", query, got, want)
		}
	}
	if queryCount < 120 || float64(correctCount) < minCorrectShare*float64(queryCount) {
		t.Errorf("%d of %d queries show the right one first", correctCount, queryCount)
	}
	t.Logf("%d of %d queries show the right one first", correctCount, queryCount)
	for _, query := range strings.Fields("zaphodx qwerty asdfgh xyzzy blorptang hjkl 123456 klingon snorlax fnord wubbalubba zzzzzz bqxk") {
		if got := namesOf(b.getList(Query{Search: query})); len(got) > 0 {
			t.Errorf("%q finds %q", query, got)
		}
	}
}

// rule catalogue-search-forgives
func TestTyposAreForgivenInNamesOnly(t *testing.T) {
	b := newHarness(t, dbtest.Open(t, dbtest.SQLite(t)))
	b.loadPersonas(newPersona(1, "Ann Marlowe", "Philosophers", "lighthouse"))
	for _, query := range []string{"philosphers", "lighthosue", "keepr"} {
		if got := namesOf(b.getList(Query{Search: query})); len(got) > 0 {
			t.Errorf("%q finds %q", query, got)
		}
	}
	if got := namesOf(b.getList(Query{Search: "marlwoe"})); len(got) != 1 {
		t.Errorf("a typo in the name finds %q", got)
	}
}
