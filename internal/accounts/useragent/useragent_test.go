package useragent

import (
	"testing"

	"colloquy/internal/core/hostiletest"
)

// rule accounts-sessions-list
func TestBrowserAndSystemAreRecognised(t *testing.T) {
	const (
		windowsPrefix = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) "
		macPrefix     = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) "
		linuxPrefix   = "Mozilla/5.0 (X11; Linux x86_64) "
		androidPrefix = "Mozilla/5.0 (Linux; Android 14; Pixel 8) "
		iphonePrefix  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) "
		blink         = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
		mobile        = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
		webkit        = "AppleWebKit/605.1.15 (KHTML, like Gecko) "
	)
	for _, c := range []struct{ agent, browser, system string }{
		{windowsPrefix + blink, "Chrome", "Windows"},
		{macPrefix + blink, "Chrome", "macOS"},
		{linuxPrefix + blink, "Chrome", "Linux"},
		{"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) " + blink, "Chrome", "ChromeOS"},
		{androidPrefix + mobile, "Chrome", "Android"},
		{iphonePrefix + webkit + "CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1", "Chrome", "iOS"},
		{windowsPrefix + blink + " Edg/131.0.0.0", "Edge", "Windows"},
		{androidPrefix + mobile + " EdgA/131.0.0.0", "Edge", "Android"},
		{iphonePrefix + webkit + "Version/18.0 EdgiOS/131.0.2903.68 Mobile/15E148 Safari/604.1", "Edge", "iOS"},
		{macPrefix + blink + " OPR/115.0.0.0", "Opera", "macOS"},
		{"Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18", "Opera", "Windows"},
		{"Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36", "Samsung Internet", "Android"},
		{"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox", "Windows"},
		{"Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0", "Firefox", "Android"},
		{iphonePrefix + webkit + "FxiOS/133.0 Mobile/15E148 Safari/605.1.15", "Firefox", "iOS"},
		{macPrefix + webkit + "Version/18.1 Safari/605.1.15", "Safari", "macOS"},
		{iphonePrefix + webkit + "Version/18.1 Mobile/15E148 Safari/604.1", "Safari", "iOS"},
		{"Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) " + webkit + "Version/17.7 Mobile/15E148 Safari/604.1", "Safari", "iOS"},
		{"curl/8.5.0", "", ""},
		{"", "", ""},
	} {
		if browser, system := Browser(c.agent), OperatingSystem(c.agent); browser != c.browser || system != c.system {
			t.Errorf("%q is %q on %q, want %q on %q", c.agent, browser, system, c.browser, c.system)
		}
	}
	knownNames := map[string]bool{"": true}
	for _, f := range append(browsers, systems...) {
		knownNames[f.name] = true
	}
	for _, text := range hostiletest.Texts(t) {
		if browser, system := Browser(text), OperatingSystem(text); !knownNames[browser] || !knownNames[system] {
			t.Errorf("%q is %q on %q", text, browser, system)
		}
	}
}
