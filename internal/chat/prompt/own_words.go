package prompt

import (
	"colloquy/internal/core"
	"colloquy/internal/english"
	"colloquy/internal/intent"
)

// maxAskedWords is the most words of a message that is compared with the common questions
// (core.Intent). A longer message may contain their phrases by chance. Rule prompt-own-words.
const maxAskedWords = 24

// authoredAnswer are the authored texts that answer the user's last message.
type authoredAnswer struct {
	pageTexts []string
	// silenceReason is the reason why nothing is known about the question, or "".
	silenceReason string
}

// authoredAnswerTo returns the persona's authored answer to a common question (core.Intent). It also
// returns what the persona says about a person whom the message names (rule prompt-own-words). It
// omits texts that a reply has told already. For a message of more than maxAskedWords words it
// returns nothing.
func authoredAnswerTo(t notesInput) (answer authoredAnswer) {
	words := english.Words(t.userMessage())
	if len(words) > maxAskedWords {
		return answer
	}
	p, flat := t.in.Persona, english.JoinWords(words)
	askedIntent, _ := intent.Detect(flat)
	for _, page := range []string{remarkOnNamedPerson(p.People, flat), p.CoreAnswers[askedIntent]} {
		if page != "" && !isTold(Stems(page), t.replyStems) {
			answer.pageTexts = append(answer.pageTexts, page)
		}
	}
	if len(answer.pageTexts) == 0 {
		answer.silenceReason = p.NoAnswerReasons[askedIntent]
	}
	return answer
}

// remarkOnNamedPerson returns what the persona says about a person whom the message names. If the message
// names several people, the first in the list people counts.
func remarkOnNamedPerson(people []core.KnownPerson, flat string) string {
	for _, k := range people {
		for _, w := range k.Words {
			if english.HasPhrase(flat, english.ParsePhrases(w)) {
				return k.Says
			}
		}
	}
	return ""
}
