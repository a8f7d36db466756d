package serve

import (
	"encoding/json"
	"html"
	"io/fs"
	"maps"
	"strings"
)

// preloads has the preload elements of each page module, by the module's name in web/src/pages.
// With these elements a browser fetches the module's scripts and styles together with the app. The
// app itself adds the styles to the page, after its own styles.
type preloads map[string][]byte

// manifestFile is Vite's manifest of the build (web/vite.config.ts).
const manifestFile = ".vite/manifest.json"

// manifestEntry is one source file in the manifest.
type manifestEntry struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

// readPreloads returns nil for a build without a manifest, as in development. The app
// then fetches its modules without preloads.
func readPreloads(dist fs.FS) preloads {
	var manifest map[string]manifestEntry
	text, err := fs.ReadFile(dist, manifestFile)
	if err != nil || json.Unmarshal(text, &manifest) != nil {
		return nil
	}
	indexSources := map[string]bool{} // sources of index.html, which every page loads
	for source, entry := range manifest {
		if entry.IsEntry {
			collectSources(manifest, source, indexSources)
		}
	}
	out := preloads{}
	for source := range manifest {
		name, isPage := strings.CutPrefix(source, "src/pages/")
		if isPage {
			out[strings.TrimSuffix(name, ".tsx")] = preloadElements(manifest, source, indexSources)
		}
	}
	return out
}

// collectSources adds a source and all its static imports to seen, and returns those that were
// not in it before.
func collectSources(manifest map[string]manifestEntry, source string, seen map[string]bool) (addedSources []string) {
	if seen[source] {
		return nil
	}
	seen[source] = true
	addedSources = []string{source}
	for _, imported := range manifest[source].Imports {
		addedSources = append(addedSources, collectSources(manifest, imported, seen)...)
	}
	return addedSources
}

func preloadElements(manifest map[string]manifestEntry, source string, indexSources map[string]bool) []byte {
	var b strings.Builder
	for _, addedSource := range collectSources(manifest, source, maps.Clone(indexSources)) {
		for _, sheet := range manifest[addedSource].CSS {
			b.WriteString(`    <link rel="preload" as="style" crossorigin href="/` + html.EscapeString(sheet) + `" />` + "\n")
		}
		b.WriteString(`    <link rel="modulepreload" href="/` + html.EscapeString(manifest[addedSource].File) + `" />` + "\n")
	}
	return []byte(b.String())
}
