package core_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"colloquy/internal/core"
)

type sortKey struct {
	Name string `json:"n"`
	At   int64  `json:"t"`
}

func TestParseCursorReturnsTheKey(t *testing.T) {
	for _, want := range []sortKey{{}, {"ada", 5}, {"🎭 \"quoted\" \\u0000", -1 << 60}} {
		var got sortKey
		if err := core.ParseCursor(core.FormatCursor(want), &got); err != nil || got != want {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
}

func TestAlteredCursorsAreErrors(t *testing.T) {
	goodCursor := core.FormatCursor(sortKey{"ada", 1_780_000_000_000})
	badCursors := []string{"", "x", "====", " ", "\x00", "🎭", strings.Repeat("A", 10_000), goodCursor + goodCursor, goodCursor[1:], goodCursor[:len(goodCursor)-1], goodCursor + "A",
		base64.RawURLEncoding.EncodeToString([]byte(`{"n":"ada","t":1}`)), core.FormatCursor([]int{1}), core.FormatCursor("ada"), core.FormatCursor(sortKey{"a\x00", 1})}
	for i := range goodCursor {
		for _, c := range "Az09-_=%" {
			if altered := goodCursor[:i] + string(c) + goodCursor[i+1:]; altered != goodCursor {
				badCursors = append(badCursors, altered)
			}
		}
	}
	for _, text := range badCursors {
		var got sortKey
		if err := core.ParseCursor(text, &got); err == nil {
			t.Errorf("%.60q was read as %+v", text, got)
		}
	}
}
