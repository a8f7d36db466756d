package quote

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
)

// How many bytes before and after a passage are searched for a speaker.
const (
	maxBytesBeforePassage = 120
	maxBytesAfterPassage  = 70
)

// isPresentedAsSpeech reports whether the text around a passage presents it as the words of somebody other
// than the user. Rule words-in-the-spirit.
func (t text) isPresentedAsSpeech(p passage) bool {
	lead, after := t.textBefore(p), t.textAfter(p)
	leadWords, afterWords := english.Words(withoutMarkup(lead)), english.Words(withoutMarkup(after))
	if endsInMention(leadWords) || supposesSpeech(leadWords) || refersToUser(leadWords) || refersToUser(afterWords[:min(len(afterWords), 4)]) {
		return false
	}
	isCapitalised := startsUpper(t.reply[p.startByte:p.endByte])
	if !isCapitalised && endsInDeterminer(leadWords) {
		return false
	}
	hasPause := isCapitalised || endsInPause(lead)
	switch {
	case hasPause && reportsSpeech(leadWords), reportsSpeech(leadWords[max(0, len(leadWords)-maxLeadWordsWithoutPause):]), reportsSpeech(afterWords[:min(len(afterWords), maxTailWords)]):
		return true
	case introducesQuotation(lead, leadWords):
		return isCapitalised
	}
	return beginsWithAttribution(after)
}

// maxTailWords is how many words after a passage are searched for a verb of saying. If no
// punctuation precedes the passage, only maxLeadWordsWithoutPause words before it are searched: told the old
// man in the yard “…”.
const (
	maxTailWords             = 7
	maxLeadWordsWithoutPause = 6
)

// determiners are words right before a passage which show that the passage is a phrase and not
// speech: his “final word on it”.
var determiners = wordSet(`a an the my his her its their our your this these those of such some any every no`)

func endsInDeterminer(words []string) bool {
	return len(words) > 0 && determiners[words[len(words)-1]]
}

// endsInPause reports whether a comma, a colon or a dash ends the text before a passage.
func endsInPause(lead string) bool {
	return strings.HasSuffix(lead, ":") || strings.HasSuffix(lead, ",") || strings.HasSuffix(lead, "—") || strings.HasSuffix(lead, "–")
}

// textBefore returns the part of the passage's sentence before the passage.
func (t text) textBefore(p passage) string {
	contextStartByte := max(0, int(p.startByte)-maxBytesBeforePassage)
	for contextStartByte < int(p.startByte) && !utf8.RuneStart(t.reply[contextStartByte]) {
		contextStartByte++
	}
	lead := t.reply[contextStartByte:p.startByte]
	if at := strings.LastIndexAny(strings.TrimRight(lead, " *_"), ".!?\n”"); at >= 0 {
		_, size := utf8.DecodeRuneInString(lead[at:])
		lead = lead[at+size:]
	}
	return strings.TrimRight(lead, " *_\n")
}

// textAfter returns the part of the passage's sentence after the passage.
func (t text) textAfter(p passage) string {
	to := min(len(t.reply), int(p.endByte)+maxBytesAfterPassage)
	for to < len(t.reply) && !utf8.RuneStart(t.reply[to]) {
		to--
	}
	after := t.reply[p.endByte:to]
	if at := strings.IndexAny(after, ".!?;:\n“\""); at >= 0 {
		after = after[:at]
	}
	return after
}

var (
	// saidForms are forms of verbs of saying that report that something is or was said.
	saidForms = wordSet(`said says wrote writes written told tells replied replies answered answers asked asks cried cries
declared declares remarked remarks whispered whispers shouted muttered exclaimed announced warned insisted observed quoted
repeated reads read ran murmured added began concluded taught scribbled carved inscribed sang prayed growled joked`)
	// pastForms are the forms of saidForms that report one event in the past.
	pastForms = wordSet(`said wrote told replied asked cried declared remarked whispered shouted answered`)
	// sayForms are verbs of saying that need a subject before them.
	sayForms = wordSet(`say write tell ask answer reply cry shout whisper repeat sing pray`)
	// sayFormSubjects are the subjects with which a verb of sayForms reports speech.
	sayFormSubjects = wordSet(`i we they people men women sailors soldiers children critics books poets elders many some others`)
	// fillerWords are words that may stand between a subject and its verb.
	fillerWords = wordSet(`have has had once often always still sometimes also then just already ever first later only later
simply quietly all both even`)
	// nonReportingWords are words before a verb of saying that show that nothing was said, but
	// only wished, ordered or guessed.
	nonReportingWords = wordSet(`if not never can could might should must may cannot to please try let suppose imagine whether without`)
	// introNouns are nouns that introduce a quotation.
	introNouns = wordSet(`words motto proverb saying maxim verse inscription epitaph reply answer creed warning advice letter
diary sign line lines counsel rule notebook note sentence refrain prayer message telegram verdict complaint`)
	// mentionWords are words before a passage that make it a name or a phrase and not speech.
	mentionWords = wordSet(`called call calls titled entitled named book poem song painting essay chapter novel film play piece title
article lecture sonata symphony newspaper opera word term phrase idiom expression mean means meaning translates known label
headed heading story tale nickname like`)
)

// reportsSpeech reports whether words contain a verb of saying whose subject is a speaker
// other than the user.
func reportsSpeech(words []string) bool {
	for n, w := range slices.Backward(words) {
		if saidForms[w] || sayForms[w] {
			return verbReportsSpeech(words, n)
		}
	}
	return false
}

// verbReportsSpeech reports whether the subject of the verb words[n] is a speaker other than the
// user. For a verb without a subject before it, verbReportsSpeech reports whether saidForms has the
// verb.
func verbReportsSpeech(words []string, n int) bool {
	subjectIndex := n - 1
	for subjectIndex >= 0 && fillerWords[words[subjectIndex]] {
		subjectIndex--
	}
	if subjectIndex < 0 {
		return saidForms[words[n]]
	}
	subject := words[subjectIndex]
	switch {
	case subject == "you", subject == "yourself":
		return false
	case subject == "to" && subjectIndex > 0:
		return words[subjectIndex-1] == "used" && (subjectIndex < 2 || words[subjectIndex-2] != "you")
	case subject == "would" && subjectIndex > 0:
		return !isIndefinite(words[subjectIndex-1])
	case nonReportingWords[subject]:
		return false
	case sayForms[words[n]]:
		return sayFormSubjects[subject]
	}
	return !isIndefinite(subject)
}

// indefiniteSubjects are subjects whose verb reports no speech: "you" is the user, and the other
// words mean nobody in particular.
var indefiniteSubjects = wordSet(`you one someone anyone somebody anybody who whoever`)

func isIndefinite(w string) bool { return indefiniteSubjects[w] }

// refersToUser reports whether words refer to something that the user says or may say.
func refersToUser(words []string) bool {
	for n, w := range words {
		if w == "your" && n+1 < len(words) && userSpeechNouns[words[n+1]] {
			return true
		}
		if w != "you" {
			continue
		}
		for _, next := range words[n+1 : min(len(words), n+4)] {
			if saidForms[next] || sayForms[next] || userSpeechVerbs[next] {
				return true
			}
		}
	}
	return false
}

// A word of userSpeechNouns after "your", or of userSpeechVerbs soon after "you", shows that the text
// refers to what the user says.
var (
	userSpeechNouns = wordSet(`question words word message phrase line sentence remark own claim letter note`)
	userSpeechVerbs = wordSet(`call mean put quote think tell want can could might should try hear`)
)

// supposingWords are the first words of sentences that only suppose that something is said.
var supposingWords = wordSet(`if when whenever should suppose imagine unless until before`)

// supposesSpeech reports whether the words before a passage only suppose that somebody says the
// passage.
func supposesSpeech(words []string) bool {
	if len(words) == 0 || !supposingWords[words[0]] {
		return false
	}
	return !slices.ContainsFunc(words, func(w string) bool { return pastForms[w] })
}

// endsInMention reports whether the last words before a passage show that the passage is a name or a
// phrase.
func endsInMention(words []string) bool {
	n := len(words)
	return n > 0 && mentionWords[words[n-1]] || n > 1 && words[n-2] == "such" && words[n-1] == "as"
}

// introducesQuotation reports whether the text before a passage introduces a quotation. A noun such
// as "motto" must be among its last five words. The text must end in a colon, a comma, a dash,
// "is", "was" or "were".
func introducesQuotation(lead string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	lastWord := words[len(words)-1]
	if !endsInPause(lead) && lastWord != "is" && lastWord != "was" && lastWord != "were" {
		return false
	}
	lastWords := words[max(0, len(words)-5):]
	return slices.ContainsFunc(lastWords, func(w string) bool { return introNouns[w] })
}

// startsUpper reports whether the first letter or digit of s is not a lower-case letter.
func startsUpper(s string) bool {
	for _, c := range s {
		if isWordRune(c) {
			return !unicode.IsLower(c)
		}
	}
	return false
}

// beginsWithAttribution reports whether a dash and a name follow a passage.
func beginsWithAttribution(after string) bool {
	after = strings.TrimLeft(after, " *_\n")
	name, ok := strings.CutPrefix(after, "—")
	if !ok {
		name, ok = strings.CutPrefix(after, "– ")
	}
	return ok && startsUpper(name)
}
