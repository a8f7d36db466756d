package fill

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"colloquy/internal/storage"
)

// Words that a search looks for. FrequentWord is in every line whose number is a multiple of
// linesPerFrequentWord. RareWord is in only one line. A message has three lines on average.
const (
	FrequentWord = "lantern"
	RareWord     = "xylograph"

	linesPerFrequentWord = 100
)

const (
	lineCount    = 20_000
	wordsPerLine = 8
	wordCount    = 30_000 // different words of the lines
)

// storeTextLines creates table growth_lines with the lines of which all messages consist.
func storeTextLines(ctx context.Context, tx storage.Querier) error {
	if _, err := tx.ExecContext(ctx, `CREATE TABLE growth_lines (no BIGINT PRIMARY KEY, text TEXT NOT NULL)`); err != nil {
		return err
	}
	for i, line := range makeTextLines() {
		if _, err := tx.ExecContext(ctx, `INSERT INTO growth_lines (no, text) VALUES ($1, $2)`, i, line); err != nil {
			return err
		}
	}
	return nil
}

// makeTextLines returns the same lines on each call. A few words are frequent and most are rare. The
// words have only the letters a to z, so a line equals its search text.
func makeTextLines() []string {
	r := rand.New(rand.NewPCG(1, 2))
	lines := make([]string, lineCount)
	for i := range lines {
		words := make([]string, wordsPerLine)
		for j := range words {
			u := r.Float64()
			words[j] = nthWord(int(u * u * u * wordCount))
		}
		if i%linesPerFrequentWord == 0 {
			words[0] = FrequentWord
		}
		lines[i] = strings.Join(words, " ")
	}
	lines[1] = RareWord + " " + lines[1]
	return lines
}

// nthWord returns word n, counted from 0. Lower numbers have shorter words.
func nthWord(n int) string {
	const first, second = "bcdfghjklmnprstvwz", "aeiou"
	var b strings.Builder
	for rest := n + 1; rest > 0; rest /= len(first) * len(second) {
		b.WriteByte(first[rest%len(first)])
		b.WriteByte(second[rest/len(first)%len(second)])
	}
	return b.String()
}

// selectLineSQL returns a SQL expression that selects a line for the row whose number is in column i.
// Different salts select different lines for a row.
func selectLineSQL(salt int) string {
	return fmt.Sprintf(`(SELECT text FROM growth_lines WHERE no = (i * 2654435761 + %d) / 65536 %% %d)`, salt*1_000_003*65536, lineCount)
}
