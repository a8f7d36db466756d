package event

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// EncodePiece returns the same bytes as the general JSON encoder.
func TestPieceEqualsTheGeneralEncoder(t *testing.T) {
	expectSameEncoding := func(t interface{ Errorf(string, ...any) }, text string) {
		want, err := json.Marshal(pieceJSON{Content: text})
		if err != nil {
			t.Errorf("%v", err)
		}
		if got := EncodePiece(text); string(got) != string(want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"", " a word", `"quoted"`, `back\slash`, "<b>&amp;", "line\nline\ttab", "caf\u00e9", "\u2028", "\x7f", "\x00", "broken \xff", "😀",
	} {
		expectSameEncoding(t, text)
	}
	rapid.Check(t, func(t *rapid.T) { expectSameEncoding(t, rapid.String().Draw(t, "text")) })
}
