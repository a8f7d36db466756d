package httpx

import (
	"encoding/json"
	"html"
	"io/fs"
	"maps"
	"strings"
)

// parts are the elements that let a browser fetch what draws a page together
// with the app, by the names of the files in web/src/pages.
type parts map[string][]byte

// partsList is what the build tells of its files (web/vite.config.ts).
const partsList = ".vite/manifest.json"

// built is one source file of the app, in the build's words.
type built struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
}

// readParts is empty for a build that does not tell, as in development: the app
// then fetches its parts itself.
func readParts(dist fs.FS) parts {
	var files map[string]built
	text, err := fs.ReadFile(dist, partsList)
	if err != nil || json.Unmarshal(text, &files) != nil {
		return nil
	}
	there := map[string]bool{}
	for source, f := range files {
		if f.IsEntry {
			gather(files, source, there)
		}
	}
	out := parts{}
	for source := range files {
		name, page := strings.CutPrefix(source, "src/pages/")
		if page {
			out[strings.TrimSuffix(name, ".tsx")] = preloads(files, source, there)
		}
	}
	return out
}

// gather marks a source and all that it imports, and returns those that were
// not marked before.
func gather(files map[string]built, source string, found map[string]bool) (added []string) {
	if found[source] {
		return nil
	}
	found[source] = true
	added = []string{source}
	for _, other := range files[source].Imports {
		added = append(added, gather(files, other, found)...)
	}
	return added
}

func preloads(files map[string]built, source string, there map[string]bool) []byte {
	var b strings.Builder
	for _, one := range gather(files, source, maps.Clone(there)) {
		b.WriteString(`    <link rel="modulepreload" href="/` + html.EscapeString(files[one].File) + `" />` + "\n")
	}
	return []byte(b.String())
}
