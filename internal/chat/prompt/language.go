package prompt

import (
	"strings"
	"unicode"
)

// DetectLanguage guesses the language of a text from its script. For Latin script it uses common
// words. It returns "" if the language is unknown; the prompt then lacks only a note.
func DetectLanguage(text string) string {
	if s := languageOfScript(text); s != "Latin" {
		return s
	}
	hitsByLanguage := map[string]int{}
	wordCount := 0
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		wordCount++
		for _, lang := range languagesByWord[w] {
			hitsByLanguage[lang]++
		}
		if lang := languageByDecisiveWord[w]; lang != "" {
			hitsByLanguage[lang] += minHitsForLanguage
		}
	}
	bestLanguage, secondBestHitCount := "", 0
	for _, lang := range latinLanguages {
		switch n := hitsByLanguage[lang]; {
		case bestLanguage == "" || n > hitsByLanguage[bestLanguage]:
			bestLanguage, secondBestHitCount = lang, hitsByLanguage[bestLanguage]
		case n > secondBestHitCount:
			secondBestHitCount = n
		}
	}
	if n := hitsByLanguage[bestLanguage]; n < minHitsForLanguage || n == secondBestHitCount || n*8 < wordCount {
		return ""
	}
	return bestLanguage
}

// minHitsForLanguage is the least number of common words that decide for a language, because one
// word may belong to several languages.
const minHitsForLanguage = 2

// languageByDecisiveWord are words that decide the language even if only one of them occurs.
var languageByDecisiveWord = map[string]string{
	"hello": "English", "guten": "German", "bonjour": "French", "salut": "French", "hola": "Spanish", "gracias": "Spanish",
	"ciao": "Italian", "buongiorno": "Italian", "olá": "Portuguese", "obrigado": "Portuguese", "dzień": "Polish", "cześć": "Polish",
	"merhaba": "Turkish", "danke": "German", "merci": "French", "grazie": "Italian", "thanks": "English",
}

// knownScripts are the scripts that languageOfScript distinguishes. The name is the language, or the
// script if several languages use it.
var knownScripts = []struct {
	name   string
	tables []*unicode.RangeTable
}{
	{"Latin", []*unicode.RangeTable{unicode.Latin}},
	{"Japanese", []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana}},
	{"Chinese characters", []*unicode.RangeTable{unicode.Han}},
	{"Korean", []*unicode.RangeTable{unicode.Hangul}},
	{"Cyrillic script", []*unicode.RangeTable{unicode.Cyrillic}},
	{"Greek", []*unicode.RangeTable{unicode.Greek}},
	{"Arabic script", []*unicode.RangeTable{unicode.Arabic}},
	{"Hebrew", []*unicode.RangeTable{unicode.Hebrew}},
	{"Devanagari script", []*unicode.RangeTable{unicode.Devanagari}},
	{"Thai", []*unicode.RangeTable{unicode.Thai}},
}

// languageOfScript returns the name of the script that most letters have, or "" for a text without
// letters. Japanese also uses Chinese characters. So a text with any kana counts as Japanese.
func languageOfScript(text string) string {
	letterCounts := make([]int, len(knownScripts))
	for _, r := range text {
		for i, s := range knownScripts {
			if unicode.In(r, s.tables...) {
				letterCounts[i]++
				break
			}
		}
	}
	bestScriptIndex := 0
	for i, n := range letterCounts {
		if n > letterCounts[bestScriptIndex] {
			bestScriptIndex = i
		}
	}
	if letterCounts[bestScriptIndex] == 0 {
		return ""
	}
	if knownScripts[bestScriptIndex].name == "Chinese characters" && letterCounts[1] > 0 {
		return "Japanese"
	}
	return knownScripts[bestScriptIndex].name
}

// latinLanguages are the known languages in Latin script, in order of precedence.
var latinLanguages = []string{"English", "German", "French", "Spanish", "Italian", "Portuguese", "Dutch", "Polish", "Turkish", "Indonesian"}

// languagesByWord maps a word to the languages in which it is common.
var languagesByWord = func() map[string][]string {
	m := map[string][]string{}
	for i, words := range []string{
		"the and is are was were you your what how of to in that it with for have do does did my this who why where when yes not tell me please can would i",
		"der die das und ist sind war du sie ich nicht was wie ein eine zu mit für auf den dem mir mein hallo ja bitte warum wer wo wann hast haben kannst erzähl",
		"le la les et est sont était tu vous je pas que quoi comment un une des de du avec pour sur mon ma oui pourquoi qui où quand avez peux c'est",
		"el la los las y es son era tú usted yo que qué cómo un una de del con para por mi sí quién dónde cuándo tiene puedes está",
		"il lo la gli e è sono era tu lei io non che cosa come un una di del con per mio sì perché chi dove quando hai puoi sei",
		"o a os as e é são era você eu não que como um uma de do da com para por meu sim quem onde quando tem pode está foi",
		"de het een en is zijn was je jij u ik niet wat hoe van te met voor op mijn hallo ja waarom wie waar wanneer heb kun dat",
		"i w na się nie to jest są był co jak z do czy ja ty mój tak dlaczego kto gdzie kiedy mam możesz że",
		"ve bir bu ne nasıl mi mı için ile ben sen siz değil var çok evet neden kim nerede zaman bana misin",
		"dan yang di ke dari ini itu apa bagaimana saya kamu anda tidak dengan untuk adalah halo ya mengapa siapa mana kapan bisa",
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = append(m[w], latinLanguages[i])
		}
	}
	return m
}()
