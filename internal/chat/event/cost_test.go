package event

import "testing"

// Piece allocates once for text of any script.
func TestPieceAllocatesOnce(t *testing.T) {
	for _, text := range []string{"a word", "ein schönes Wort", "ひとつの言葉"} {
		if n := testing.AllocsPerRun(100, func() { Piece(text) }); n > 1 {
			t.Errorf("a piece %q takes %v allocations", text, n)
		}
	}
}
