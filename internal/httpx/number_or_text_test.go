package httpx_test

import (
	"encoding/json"
	"testing"

	"colloquy/internal/httpx"
)

func TestNumbersAndTextsBecomeTexts(t *testing.T) {
	for _, c := range []struct {
		value any
		text  string
		ok    bool
	}{
		{nil, "", true}, {" ada ", "ada", true}, {"1.5", "1.5", true}, {7.0, "7", true}, {-7.0, "-7", true},
		{1.5, "", false}, {1e300, "", false}, {json.Number("1.5"), "", false}, {true, "", false}, {[]any{7.0}, "", false},
	} {
		if text, ok := httpx.TextOfValue(c.value); text != c.text || ok != c.ok {
			t.Errorf("%#v: %q, %v", c.value, text, ok)
		}
	}
}
