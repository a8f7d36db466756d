package distress

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

// The words stand in one file for each language, named by its code (BCP 47):
//
//	# kind       what the patterns below it tell: a name of kinds
//	@name = a/b  alternatives under a name, used in patterns as @name
//	a/b c ~ d*   a pattern: words in their order; a/b is either, ~ up to three
//	             words between (~ ~ five, and so on), d* whatever begins so, (e) may be missing
//	!a/b         at the end: none of these follows
//	$ and ^      at the end, at the beginning: the sentence ends, begins there
//
// Languages without spaces between words have patterns of letters, in which *
// stands for up to six letters between.
//
//go:embed words/*.txt
var files embed.FS

// unspaced are the languages with patterns of letters.
var unspaced = []string{"zh", "ja", "ko"}

var kinds = map[string]Kind{"acute": Acute, "self": Self, "abuse": Abuse, "other": Other, "mentioned": mention, "harmless": harmless}

// firstFile is read first: its words are no slips of others.
const firstFile = "en.txt"

// book is all patterns, made once.
var book = sync.OnceValue(func() *patterns {
	p := newPatterns()
	p.readFile(firstFile)
	for _, id := range p.exact {
		p.english[id] = true
	}
	list, err := files.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, f := range list {
		if f.Name() != firstFile {
			p.readFile(f.Name())
		}
	}
	p.finish()
	return p
})

// readFile takes in a file of the binary. A fault in it is one of the build.
func (p *patterns) readFile(name string) {
	text, err := files.ReadFile(path.Join("words", name))
	if err == nil {
		err = p.read(string(text), strings.TrimSuffix(name, ".txt"))
	}
	if err != nil {
		panic(fmt.Errorf("distress: %s: %w", name, err))
	}
}

// read takes in the file of a language (BCP 47).
func (p *patterns) read(text, language string) error {
	names, kind := map[string]string{}, Kind(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			if kind = kinds[line[2:]]; kind == 0 {
				return fmt.Errorf("unknown kind %q", line)
			}
		case strings.HasPrefix(line, "@") && strings.Contains(line, "="):
			name, alternatives, _ := strings.Cut(line, "=")
			names[strings.TrimSpace(name)] = expand(strings.TrimSpace(alternatives), names)
		case kind == 0:
			return fmt.Errorf("%q stands under no kind", line)
		case slices.Contains(unspaced, language):
			p.addLetters(line, kind, language)
		default:
			for _, fields := range variants(strings.Fields(line)) {
				if err := p.add(fields, kind, language, names); err != nil {
					return fmt.Errorf("%q: %w", line, err)
				}
			}
		}
	}
	return nil
}

// variants are a pattern with and without each of its parts in brackets.
func variants(fields []string) [][]string {
	for i, f := range fields {
		if inner, ok := strings.CutPrefix(f, "("); ok {
			with, without := slices.Clone(fields), slices.Delete(slices.Clone(fields), i, i+1)
			with[i] = strings.TrimSuffix(inner, ")")
			return append(variants(with), variants(without)...)
		}
	}
	return [][]string{fields}
}

// expand replaces names among alternatives.
func expand(alternatives string, names map[string]string) string {
	parts := strings.Split(alternatives, "/")
	for i, part := range parts {
		if named, ok := names[part]; ok {
			parts[i] = named
		}
	}
	return strings.Join(parts, "/")
}
