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

// OneTextOfEachKind returns 59 of the 500 texts. A text belongs to one of 50 kinds and has one of
// ten wrappings. A wrapping is a prefix and a suffix. The result has all kinds with the first
// wrapping, and one text with each other wrapping.
func OneTextOfEachKind(t testing.TB) []string {
	t.Helper()
	const kinds = 50
	texts := Texts(t)
	out := texts[:kinds:kinds]
	for wrap := 1; wrap*kinds < len(texts); wrap++ {
		out = append(out, texts[wrap*kinds+wrap]) // the text of the kind number wrap, with the wrapping number wrap
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
