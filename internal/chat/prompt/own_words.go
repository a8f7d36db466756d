package prompt

import (
	"colloquy/internal/core"
	"colloquy/internal/english"
	"colloquy/internal/intent"
)

// maxAskedWords is the most words of a message that is compared with the questions that
// everybody asks. A longer message contains their phrases by chance.
const maxAskedWords = 24

// ownWords are the authored texts that answer the user's last message.
type ownWords struct {
	pages []string
	// silence is the reason why nothing is known about the question, or "".
	silence string
}

// ownWordsOf returns the persona's answer to a question that everybody asks, and what it says
// of a person whom the message names (rule prompt-own-words). It leaves out a page that a
// reply has told. For a message of more than maxAskedWords words it returns nothing.
func ownWordsOf(t notesInput) (own ownWords) {
	words := english.Words(t.userMessage())
	if len(words) > maxAskedWords {
		return own
	}
	p, flat := t.in.Persona, english.JoinWords(words)
	asked, _ := intent.Detect(flat)
	for _, page := range []string{saidOfPerson(p.People, flat), p.Core[asked]} {
		if page != "" && !isTold(Stems(page), t.replies) {
			own.pages = append(own.pages, page)
		}
	}
	if len(own.pages) == 0 {
		own.silence = p.Silent[asked]
	}
	return own
}

// saidOfPerson returns what is said of the first person whom a message names.
func saidOfPerson(people []core.KnownPerson, flat string) string {
	for _, k := range people {
		for _, w := range k.Words {
			if english.HasPhrase(flat, english.ParsePhrases(w)) {
				return k.Says
			}
		}
	}
	return ""
}
