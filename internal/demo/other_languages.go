package demo

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
)

// foreignWords are common words of other languages. Words that occur in English messages,
// alone or in a name ("El Greco"), are left out.
var foreignWords = wordSet(`
hola que como estas usted eres quien donde porque cuando gracias buenos buenas dias tardes noches las una
por favor tu soy esta muy pero tambien puedes hablar espanol vida
bonjour salut comment allez vous etes qui quoi pourquoi quand merci les une suis dans avec pour votre
vie parlez francais avez ete etait oui
hallo guten wie geht ihnen wer wo warum wann danke der ein eine ich sie nicht und mit konnen
sprechen deutsch haben bitte dein deine leben bist du
ciao buongiorno stai chi sei dove perche quando grazie gli uno sono per favore tua vita puoi parlare italiano
ola dia boa tarde tudo bem quem voce onde por que obrigado obrigada nao uma sao meu minha fale portugues
hoi goedendag gaat het wie waar waarom wanneer een ik ben niet jij jouw spreek nederlands
czesc dzien dobry jak sie kim jestes gdzie dlaczego dziekuje jest nie
merhaba nasilsin kimsin nerede neden tesekkur ederim nasil bir
hej hur vem varfor tack och inte jag ar namaste kaise hai aap kya mera konnichiwa`)

var englishWords = wordSet(`the of and to a in is you that it he was for on are with as his they be at have this from
what who how why where when do did your i my me not can tell about would could please an was were or if so but`)

// answerOtherLanguage answers a message in another language in English, and says so in
// one sentence.
func (t *turn) answerOtherLanguage() string {
	if foreignThanks[firstWord(t.words)] && len(t.words) <= 3 {
		return joinParts(t.replyToReaction(t.persona.Reactions.AfterThanks, thanksAnswers), t.offerOneTopic())
	}
	if t.isForeignGreetingOnly() {
		return joinParts(t.pickWording(fillWordings(foreignGreetingAnswers, t.foreignGreeting())), t.offerOneTopic())
	}
	if !isOtherThanEnglish(t.line, t.words) {
		return ""
	}
	note := t.pickInOrder(speaksOnlyEnglishAnswers)
	if t.timesSaid(note) > 0 {
		return ""
	}
	if t.hasPhrase(foreignWhoAreYou) {
		return joinParts(note, t.tellNextOfBio())
	}
	if t.findsMatchingText() && t.snippets[t.bestMatch.snippetID].topicIndex >= 0 {
		f := t.bestMatch
		if id, untold := t.nextSnippetInTopic(f, t.toldSnippets); untold {
			return joinParts(note, t.snippets[id].text)
		}
	}
	if offer := t.offerTwoTopics(); offer != "" {
		return joinParts(note, offer)
	}
	return joinParts(note, t.nextUntoldText())
}

// foreignGreetings are greetings of other languages.
var foreignGreetings = wordSet(`hola bonjour bonsoir salut hallo ciao buongiorno ola hej salve ave namaste merhaba konnichiwa
shalom salaam salam aloha privet ahoj czesc servus moin sawubona buonasera buonanotte assalamu assalam alaikum aleikum
guten buenos buenas buona bom boa goede tag morgen abend dias tardes noches sera giorno dia tarde noite dag`)

var foreignThanks = wordSet("gracias merci danke grazie obrigado obrigada arigato spasibo mahalo tack dank bedankt dziekuje")

var foreignGreetingAnswers = []string{
	"%! That much I have; for all the rest there is only English here.",
	"% to you. I must go on in English, though.",
	"%, and welcome. I have English alone.",
}

// isForeignGreetingOnly reports whether the message is only a greeting in another language.
func (t *turn) isForeignGreetingOnly() bool {
	if !foreignGreetings[firstWord(t.words)] || len(t.words) > 5 {
		return false
	}
	if len(t.words) == 2 && !foreignWords[t.words[1]] && !stopWords[t.words[1]] {
		return true
	}
	personaNameWords := english.Words(t.persona.Name)
	for _, w := range t.words[1:] {
		if !foreignGreetings[w] && !courtesyWords[w] && !slices.Contains(personaNameWords, w) {
			return false
		}
	}
	return true
}

// foreignGreeting returns the greeting in another language as the user wrote it, with a
// capital letter.
func (t *turn) foreignGreeting() string {
	var saidWords []string
	for _, w := range strings.Fields(t.line) {
		if len(saidWords) < 2 && foreignGreetings[firstWord(english.Words(w))] {
			saidWords = append(saidWords, strings.Trim(w, ".,!?;:¡¿"))
		}
	}
	s := strings.Join(saidWords, " ")
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

var foreignWhoAreYou = english.ParsePhrases(`
quien eres
quien es usted
qui es tu
qui etes vous
wer bist du
wer sind sie
chi sei
chi e lei
quem e voce
wie ben je
kim jestes
kimsin`)

// isOtherThanEnglish reports whether line, whose words are ws, is in another language than English.
// It compares the scripts, then the common words.
func isOtherThanEnglish(line string, ws []string) bool {
	letterCount, latin := 0, 0
	for _, r := range line {
		if unicode.IsLetter(r) {
			letterCount++
			if unicode.Is(unicode.Latin, r) {
				latin++
			}
		}
	}
	if letterCount >= 2 && latin*2 < letterCount {
		return true
	}
	foreignCount, englishCount := 0, 0
	for _, w := range ws {
		switch {
		case englishWords[w]:
			englishCount++
		case foreignWords[w]:
			foreignCount++
		}
	}
	return foreignCount > englishCount && (foreignCount >= 2 || len(ws) <= 2)
}
