package prompt

import (
	"runtime"
	"strings"
	"sync"
	"weak"

	"colloquy/internal/core"
)

// kept is what a persona's material comes to, whatever the talk: it is worked
// out once and not for every message.
type kept struct {
	topics []topicStems
	texts  sync.Map // personaText by detail
}

// topicStems are the words that a topic is found by.
type topicStems struct {
	words, ask, text []string
	each             [][]string // of each text
}

// keptByPersona holds a kept for each persona in use, and lets go of it when
// the persona is no longer used.
var keptByPersona sync.Map // weak.Pointer[core.Persona] to *kept

// keptOf returns what is kept of p, which nobody changes any more.
func keptOf(p *core.Persona) *kept {
	key := weak.Make(p)
	if k, ok := keptByPersona.Load(key); ok {
		return k.(*kept)
	}
	k, found := keptByPersona.LoadOrStore(key, newKept(p))
	if !found {
		runtime.AddCleanup(p, func(key weak.Pointer[core.Persona]) { keptByPersona.Delete(key) }, key)
	}
	return k.(*kept)
}

func newKept(p *core.Persona) *kept {
	k := &kept{topics: make([]topicStems, len(p.Topics))}
	for i, t := range p.Topics {
		s := topicStems{
			words: stems(strings.Join(t.Words, " ")), ask: stems(t.Ask), text: stems(strings.Join(t.Texts, " ")),
			each: make([][]string, len(t.Texts)),
		}
		for n, text := range t.Texts {
			s.each[n] = stems(text)
		}
		k.topics[i] = s
	}
	return k
}

// text is the persona's part in a detail.
func (k *kept) text(p *core.Persona, detail int) string {
	if text, ok := k.texts.Load(detail); ok {
		return text.(string)
	}
	text := writePersona(p, detail)
	k.texts.Store(detail, text)
	return text
}
