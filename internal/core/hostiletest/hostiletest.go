// Package hostiletest holds the texts that tests of both sides put into every
// field that a person can write in: the journeys read texts.json too
// (e2e/support/hostile.ts).
package hostiletest

import (
	_ "embed"
	"encoding/json"
	"testing"
)

//go:embed texts.json
var file []byte

// Kinds returns one text of each of the 50 kinds, and one of each further way to wrap
// a text.
func Kinds(t testing.TB) []string {
	t.Helper()
	const kinds = 50
	all := Texts(t)
	out := all[:kinds:kinds]
	for wrap := 1; wrap*kinds < len(all); wrap++ {
		out = append(out, all[wrap*kinds+wrap]) // each with another kind
	}
	return out
}

// Texts are 500 texts that want to be more than text. The first 50 are one of
// each kind. None holds a character that forms refuse.
func Texts(t testing.TB) []string {
	t.Helper()
	var parts struct {
		Wraps    [][2]string
		Payloads []string
	}
	if err := json.Unmarshal(file, &parts); err != nil {
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
