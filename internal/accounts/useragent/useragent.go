// Package useragent finds the browser and the operating system in a User-Agent header.
package useragent

import "strings"

// browserOrSystem is a browser or system with the tokens that name it in a User-Agent header.
type browserOrSystem struct {
	name   string
	tokens []string
}

// The first browser or system with a token in the header counts. A derived browser also sends the
// tokens of the original browser, so derived browsers come first. Rule accounts-sessions-list.
var (
	browsers = []browserOrSystem{
		{"Edge", []string{"Edg/", "EdgA/", "EdgiOS/", "Edge/"}},
		{"Opera", []string{"OPR/", "OPiOS/", "OPT/", "OPX/", "Opera/", "Opera "}},
		{"Samsung Internet", []string{"SamsungBrowser/"}},
		{"Firefox", []string{"Firefox/", "FxiOS/"}},
		{"Chrome", []string{"Chrome/", "CriOS/", "Chromium/"}},
		{"Safari", []string{"Safari/"}},
	}
	systems = []browserOrSystem{
		{"ChromeOS", []string{"CrOS "}},
		{"Windows", []string{"Windows"}},
		{"Android", []string{"Android"}},
		{"iOS", []string{"iPhone", "iPad", "iPod"}},
		{"macOS", []string{"Macintosh"}},
		{"Linux", []string{"Linux", "X11"}},
	}
)

// Browser returns the name of the browser that a User-Agent header names, or "".
func Browser(header string) string { return findBrowserOrSystemName(browsers, header) }

// OperatingSystem returns the name of the operating system that a User-Agent header names, or "".
func OperatingSystem(header string) string { return findBrowserOrSystemName(systems, header) }

// findBrowserOrSystemName returns the name of the first browser or system of a list that a
// User-Agent header names, or "". The result is a name from the list, never text from the header.
func findBrowserOrSystemName(list []browserOrSystem, agent string) string {
	for _, f := range list {
		for _, token := range f.tokens {
			if strings.Contains(agent, token) {
				return f.name
			}
		}
	}
	return ""
}
