package quote

import (
	"fmt"
	"testing"

	"colloquy/internal/core"
)

func TestCacheIsBounded(t *testing.T) {
	var c Cache
	for n := range 3 * maxMatchers {
		c.Matcher(&core.Persona{ID: fmt.Sprint(n)})
	}
	if len(c.entries) != maxMatchers {
		t.Errorf("%d matchers", len(c.entries))
	}
}
