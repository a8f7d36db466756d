package core_test

import (
	"testing"

	"colloquy/internal/core"
)

func TestAuthoredHashChangesWithTheValue(t *testing.T) {
	text, hash, err := core.EncodeAuthored(core.Category{ID: "rulers", Name: "Rulers"})
	const want = `{"id":"rulers","name":"Rulers","icon":"","description":""}`
	if err != nil || text != want || len(hash) != 64 {
		t.Errorf("%s, %s, %v", text, hash, err)
	}
	if _, same, _ := core.EncodeAuthored(core.Category{ID: "rulers", Name: "Rulers"}); same != hash {
		t.Error("equal values have different hashes")
	}
	if _, other, _ := core.EncodeAuthored(core.Category{ID: "rulers", Name: "Rulers", Icon: "crown"}); other == hash {
		t.Error("different values have the same hash")
	}
	if _, _, err := core.EncodeAuthored(func() {}); err == nil {
		t.Error("a value that is not JSON has a hash")
	}
}
