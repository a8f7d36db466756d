package prompt

import (
	"runtime"
	"strings"
	"sync"
	"weak"

	"colloquy/internal/core"
)

// personaCache holds values that are computed once from a persona and used for every
// message.
type personaCache struct {
	topics []topicStems
	sheets sync.Map // *sheet by sheetKey
}

// topicStems are the word stems by which a topic is found.
type topicStems struct {
	wordStems     []string   // stems of the topic's own words
	questionStems []string   // stems of the topic's question
	text          []string   // stems of all texts of the topic together
	stemsByText   [][]string // stems of each text of the topic
}

// cacheByPersona holds the personaCache of each persona. An entry is removed when its
// persona is garbage collected.
var cacheByPersona sync.Map // weak.Pointer[core.Persona] to *personaCache

// cacheOf returns the personaCache of p. The persona must not change afterwards.
func cacheOf(p *core.Persona) *personaCache {
	key := weak.Make(p)
	if k, ok := cacheByPersona.Load(key); ok {
		return k.(*personaCache)
	}
	k, found := cacheByPersona.LoadOrStore(key, newPersonaCache(p))
	if !found {
		runtime.AddCleanup(p, func(key weak.Pointer[core.Persona]) { cacheByPersona.Delete(key) }, key)
	}
	return k.(*personaCache)
}

func newPersonaCache(p *core.Persona) *personaCache {
	k := &personaCache{topics: make([]topicStems, len(p.Topics))}
	for i, t := range p.Topics {
		s := topicStems{
			wordStems: Stems(strings.Join(t.Words, " ")), questionStems: Stems(t.Question), text: Stems(strings.Join(t.Texts, " ")),
			stemsByText: make([][]string, len(t.Texts)),
		}
		for n, text := range t.Texts {
			s.stemsByText[n] = Stems(text)
		}
		k.topics[i] = s
	}
	return k
}

// sheetFor returns the sheet of the persona for a key. The first call for a key writes the
// sheet.
func (k *personaCache) sheetFor(p *core.Persona, key sheetKey) *sheet {
	if s, ok := k.sheets.Load(key); ok {
		return s.(*sheet)
	}
	s, _ := k.sheets.LoadOrStore(key, writeSheet(p, key))
	return s.(*sheet)
}
