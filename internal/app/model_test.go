package app

import (
	"strings"
	"testing"
)

func TestSearchSkipsTheOwnPort(t *testing.T) {
	for _, addr := range []string{"127.0.0.1:8080", "0.0.0.0:8080", "[::]:8080", ":8080"} {
		for _, c := range defaultCandidates(addr) {
			if strings.HasSuffix(c.URL, ":8080") {
				t.Errorf("%s: asks %s", addr, c.URL)
			}
		}
	}
	if n := len(defaultCandidates("127.0.0.1:9000")); n != 3 {
		t.Errorf("elsewhere %d places are asked, want 3", n)
	}
}
