package distress

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"
)

// Each language has one file of patterns. The name of the file is the BCP 47 code of the language.
// A file has these lines:
//
//	# kind       the kind of the patterns below, a key of kindsByName
//	@name = a/b  named alternatives, used in patterns as @name
//	a/b c ~ d*   a pattern of words in their order. a/b is a or b. d* is a word that begins
//	             with d. (e) is optional. ~ skips up to three words, ~ ~ up to five words,
//	             ~ ~ ~ up to seven words.
//	!a/b         at the end of a pattern: none of these words may follow
//	^            at the beginning of a pattern: a sentence must begin there
//	$            at the end of a pattern: a sentence must end there
//
// Languages without spaces between words have letter patterns, in which * skips up to six letters.
// Rule safety-risk-heard.
//
//go:embed words/*.txt
var wordFiles embed.FS

// unspacedLanguages are the languages with letter patterns.
var unspacedLanguages = []string{"zh", "ja", "ko"}

var kindsByName = map[string]RiskKind{"acute": Acute, "self": SelfHarm, "abuse": Abuse, "other": OtherAtRisk, "mentioned": riskMention, "harmless": harmlessWording}

// firstWordFile is read before the other files. Its words never count as typos of other words.
const firstWordFile = "en.txt"

// allPatterns returns the patterns of all languages. They are built once.
var allPatterns = sync.OnceValue(func() *patterns {
	p := newPatterns()
	p.readWordFile(firstWordFile)
	for _, id := range p.symbolsByWord {
		p.englishSymbols[id] = true
	}
	list, err := wordFiles.ReadDir("words")
	if err != nil {
		panic(err)
	}
	for _, f := range list {
		if f.Name() != firstWordFile {
			p.readWordFile(f.Name())
		}
	}
	p.buildIndexes()
	return p
})

// readWordFile reads an embedded file. It panics on an error, which only a wrong build can
// cause.
func (p *patterns) readWordFile(name string) {
	text, err := wordFiles.ReadFile(path.Join("words", name))
	if err == nil {
		err = p.readPatterns(string(text), strings.TrimSuffix(name, ".txt"))
	}
	if err != nil {
		panic(fmt.Errorf("distress: %s: %w", name, err))
	}
}

// readPatterns reads the patterns of a language (BCP 47).
func (p *patterns) readPatterns(text, language string) error {
	listsByName, kind := map[string]string{}, RiskKind(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			if kind = kindsByName[line[2:]]; kind == 0 {
				return fmt.Errorf("unknown kind %q", line)
			}
		case strings.HasPrefix(line, "@") && strings.Contains(line, "="):
			name, alternatives, _ := strings.Cut(line, "=")
			listsByName[strings.TrimSpace(name)] = expandNames(strings.TrimSpace(alternatives), listsByName)
		case kind == 0:
			return fmt.Errorf("%q stands under no kind", line)
		case slices.Contains(unspacedLanguages, language):
			p.addUnspacedScriptPattern(line, kind, language)
		default:
			for _, fields := range expandOptionalParts(strings.Fields(line)) {
				if err := p.addPattern(fields, kind, language, listsByName); err != nil {
					return fmt.Errorf("%q: %w", line, err)
				}
			}
		}
	}
	return nil
}

// expandOptionalParts returns the pattern with and without each of its optional parts.
func expandOptionalParts(fields []string) [][]string {
	for i, f := range fields {
		if inner, ok := strings.CutPrefix(f, "("); ok {
			withPart, withoutPart := slices.Clone(fields), slices.Delete(slices.Clone(fields), i, i+1)
			withPart[i] = strings.TrimSuffix(inner, ")")
			return append(expandOptionalParts(withPart), expandOptionalParts(withoutPart)...)
		}
	}
	return [][]string{fields}
}

// expandNames replaces the names of word lists among alternatives with their words.
func expandNames(alternatives string, names map[string]string) string {
	parts := strings.Split(alternatives, "/")
	for i, part := range parts {
		if named, ok := names[part]; ok {
			parts[i] = named
		}
	}
	return strings.Join(parts, "/")
}
