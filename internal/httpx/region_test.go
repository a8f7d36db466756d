package httpx

import (
	"strings"
	"testing"
)

func TestCountryIsTheFirstRegionOfTheHeader(t *testing.T) {
	for header, want := range map[string]string{
		"de-AT,de;q=0.9,en;q=0.8": "AT", "en": "", "": "", "*": "", "fr, en-gb;q=0.5": "GB", "zh-Hant-TW": "TW", "en-": "", "-US": "US",
		"es-419,es;q=0.9": "", "en-\x00\x01": "", strings.Repeat("en,", 5000): "", " pt-BR ": "BR", strings.Repeat("en,", maxLanguages) + "de-AT": "",
	} {
		if got := countryOf(header); got != want {
			t.Errorf("region(%.20q) = %q, want %q", header, got, want)
		}
	}
}
