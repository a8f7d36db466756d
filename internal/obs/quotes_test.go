package obs_test

import (
	"testing"

	"colloquy/internal/obs"
)

// rule privacy-no-text-in-logs
func TestQuotesPrivateFindsLongQuotes(t *testing.T) {
	privateTexts := []string{"My mother lives in Turin.", "Bo", "4821"}
	for text, want := range map[string]bool{
		"550 no such user":                     false,
		"near \"mother l\"":                    true,
		"NEAR \"MOTHER LIVES\"":                true,
		"near \"mother\"":                      false,
		"wrong code 4821":                      true,
		"Bo is shorter than the shortest one":  false,
		"":                                     false,
		"a text: my mother lives in turin.":    true,
		"a text that ends inside my mother li": true,
	} {
		if got := obs.QuotesPrivateValue(text, privateTexts, 8, 3); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if obs.QuotesPrivateValue("near my mother", privateTexts, 20, 20) {
		t.Error("a quotation shorter than the run counts")
	}
}
