package httpx_test

import (
	"strings"
	"testing"

	"colloquy/internal/httpx"
)

func TestChooseEncodingPrefersTheHighestWeight(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "gzip, deflate, br, zstd": "br", "gzip": "gzip", "BR": "br", "deflate": "", "identity": "",
		"br;q=0, gzip": "gzip", "br;q=0.0, gzip;q=0": "", "gzip;q=0.9, br;q=0.8": "gzip", "gzip;q=0.8, br;q=0.8": "br",
		"*": "br", "*;q=0": "", "br;q=0, *": "gzip", "*;q=0.5, gzip;q=0.7": "gzip", "identity;q=0.5, gzip;q=0.2": "", "identity;q=0.5, gzip;q=0.5": "gzip",
		"gzip;q=": "gzip", "gzip;q=much": "gzip", "gzip ; Q = 0.5 ; x=1": "gzip", "gzip;x=0": "gzip", "gzip;q=-1": "", "gzip;q=NaN": "", ",;=,": "",
		"brotli, xgzip": "",
	} {
		if got := httpx.ChooseEncoding(header, "br", "gzip"); got != want {
			t.Errorf("%q chooses %q, want %q", header, got, want)
		}
	}
}

func FuzzChooseEncoding(f *testing.F) {
	f.Add("gzip;q=0.5, br")
	f.Fuzz(func(t *testing.T, header string) {
		got := httpx.ChooseEncoding(header, "br", "gzip")
		if got != "" && !strings.Contains(strings.ToLower(header), got) && !strings.Contains(header, "*") {
			t.Errorf("%q chooses %q", header, got)
		}
	})
}
