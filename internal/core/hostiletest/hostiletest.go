// Package hostiletest has texts for tests of every field that users can write in:
// HTML, SQL, control characters and so on. The browser tests read texts.json too
// (e2e/support/hostile-texts.ts).
package hostiletest

import (
	_ "embed"
	"encoding/json"
	"testing"
)

//go:embed texts.json
var textsFile []byte

// OneTextOfEachKind returns a text of each of the 50 kinds in the first wrapping, and one text
// of each further wrapping. A wrapping is a prefix and a suffix.
func OneTextOfEachKind(t testing.TB) []string {
	t.Helper()
	const kinds = 50
	texts := Texts(t)
	out := texts[:kinds:kinds]
	for wrap := 1; wrap*kinds < len(texts); wrap++ {
		out = append(out, texts[wrap*kinds+wrap]) // a different kind for each wrapping
	}
	return out
}

// Texts returns 500 texts that are dangerous if something interprets them. The first
// 50 are one of each kind. None has a character that forms refuse.
func Texts(t testing.TB) []string {
	t.Helper()
	var parts struct {
		Wraps    [][2]string
		Payloads []string
	}
	if err := json.Unmarshal(textsFile, &parts); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, wrap := range parts.Wraps {
		for _, payload := range parts.Payloads {
			out = append(out, wrap[0]+payload+wrap[1])
		}
	}
	return out
}
