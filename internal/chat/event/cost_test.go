package event

import "testing"

// EncodePiece allocates once for text of any script.
func TestPieceAllocatesOnce(t *testing.T) {
	for _, text := range []string{"a word", "ein schönes Wort", "ひとつの言葉"} {
		if n := testing.AllocsPerRun(100, func() { EncodePiece(text) }); n > 1 {
			t.Errorf("a piece %q takes %v allocations", text, n)
		}
	}
}
