package obs_test

import (
	"errors"
	"strings"
	"testing"

	"colloquy/internal/obs"
)

func recoveredText(fn func()) (text string) {
	defer func() { text = obs.PanicText(recover()) }()
	fn()
	return ""
}

func TestPanicTextRepeatsNothingPrivate(t *testing.T) {
	var list []int
	at := 1
	if got := recoveredText(func() { _ = list[at] }); !strings.Contains(got, "index out of range") {
		t.Errorf("a runtime error has the text %q", got)
	}
	for _, v := range []any{"a private line", errors.New("a private line")} {
		if got := recoveredText(func() { panic(v) }); got == "" || strings.Contains(got, "private") {
			t.Errorf("%T has the text %q", v, got)
		}
	}
}
