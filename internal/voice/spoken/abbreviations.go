package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// titleByAbbreviation has the words for abbreviated titles, which are replaced before a name. Rule
// voice-english.
var titleByAbbreviation = map[string]string{
	"Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Prof": "Professor", "Rev": "Reverend", "Hon": "Honourable",
	"Capt": "Captain", "Col": "Colonel", "Gen": "General", "Lt": "Lieutenant", "Maj": "Major", "Sgt": "Sergeant", "Adm": "Admiral",
	"Gov": "Governor", "Sen": "Senator", "Pres": "President", "St": "Saint", "Mt": "Mount", "Ft": "Fort",
}

// phraseByAbbreviation has the words for "&" and for abbreviations that are not in titleByAbbreviation.
// Rule voice-english.
var phraseByAbbreviation = map[string]string{
	"e.g.": "for example", "E.g.": "For example", "i.e.": "that is", "I.e.": "That is", "vs.": "versus", "vs": "versus",
	"etc.": "et cetera", "cf.": "compare", "viz.": "namely", "approx.": "approximately", "Jr.": "Junior", "Sr.": "Senior", "&": "and",
}

// unit is the name of a unit of measurement: singular after the number 1, plural after others.
type unit struct{ singular, plural string }

var units = map[string]unit{
	"km": {"kilometre", "kilometres"}, "m": {"metre", "metres"}, "cm": {"centimetre", "centimetres"}, "mm": {"millimetre", "millimetres"},
	"kg": {"kilogram", "kilograms"}, "g": {"gram", "grams"}, "mg": {"milligram", "milligrams"}, "lb": {"pound", "pounds"}, "lbs": {"pound", "pounds"},
	"oz": {"ounce", "ounces"}, "ft": {"foot", "feet"}, "mi": {"mile", "miles"}, "ml": {"millilitre", "millilitres"}, "mph": {"mile per hour", "miles per hour"},
	"km/h": {"kilometre per hour", "kilometres per hour"}, "hrs": {"hour", "hours"}, "min": {"minute", "minutes"},
	"°C": {"degree Celsius", "degrees Celsius"}, "°F": {"degree Fahrenheit", "degrees Fahrenheit"}, "°": {"degree", "degrees"},
}

var (
	titlePattern                    = lazyRegexp(`([A-Z][a-z]{1,4})\. ?`)
	phrasePattern                   = lazyRegexp(`[eE]\.g\.|[iI]\.e\.|vs\.?|etc\.|cf\.|viz\.|approx\.|[JS]r\.|&`)
	circaPattern                    = lazyRegexp(`(c|ca)\. ?(\d)`)
	abbreviationBeforeNumberPattern = lazyRegexp(`(No|Nos|no|p|pp|Vol|Ch)\. ?(\d)`)
	unitPattern                     = lazyRegexp(`(\d[\d,.]*)( ?)(km/h|kg|km|cm|mm|mg|ml|mph|mi|min|lbs|lb|oz|ft|hrs|°C|°F|°|m|g)`)
	eraPattern                      = lazyRegexp(`(\d(?:st|nd|rd|th)? |century )(BCE|BC|CE|AD)|(AD|A\.D\.)( ?\d)|(\d )(B\.C\.E\.|B\.C\.|A\.D\.)`)
	clockPattern                    = lazyRegexp(`(\d ?)(a\.m\.|p\.m\.|am|pm|AM|PM)`)
)

var abbreviationsBeforeNumbers = map[string]string{
	"No": "Number", "Nos": "Numbers", "no": "number", "p": "page", "pp": "pages", "Vol": "Volume", "Ch": "Chapter",
}

func expandAbbreviations(text string) string {
	text = replaceMatches(text, circaPattern(), func(m patternMatch) (string, bool) {
		return "circa " + m.groups[2], !isWordRune(m.runeBefore())
	})
	text = replaceMatches(text, abbreviationBeforeNumberPattern(), func(m patternMatch) (string, bool) {
		return abbreviationsBeforeNumbers[m.groups[1]] + " " + m.groups[2], !isWordRune(m.runeBefore())
	})
	text = replaceMatches(text, titlePattern(), expandTitle)
	text = replaceMatches(text, phrasePattern(), expandPhrase)
	text = replaceMatches(text, eraPattern(), expandEra)
	text = replaceMatches(text, clockPattern(), expandClock)
	return replaceMatches(text, unitPattern(), expandUnit)
}

func expandTitle(m patternMatch) (string, bool) {
	word, known := titleByAbbreviation[m.groups[1]]
	if !known || isWordRune(m.runeBefore()) {
		return "", false
	}
	if beginsWithCapital(m.after) {
		return word + " ", true
	}
	previousWord := m.wordBefore()
	if m.groups[1] == "St" && previousWord != "" && unicode.IsUpper(rune(previousWord[0])) {
		return "Street" + strings.TrimPrefix(m.groups[0], "St."), true
	}
	return "", false
}

func beginsWithCapital(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r)
}

func expandPhrase(m patternMatch) (string, bool) {
	spokenForm := phraseByAbbreviation[m.groups[0]]
	if !m.isWholeWord() || m.groups[0] == "&" && (m.runeBefore() != ' ' || m.runeAfter() != ' ') {
		return "", false
	}
	isSentenceEnd := m.after == "" || strings.HasPrefix(m.after, " ") && beginsWithCapital(m.after[1:])
	if isSentenceEnd && (m.groups[0] == "etc." || m.after == "" && strings.HasSuffix(m.groups[0], ".")) {
		spokenForm += "."
	}
	return spokenForm, true
}

// expandEra spells BC, AD and the like before or after a number, so that they are not read as
// words.
func expandEra(m patternMatch) (string, bool) {
	if m.after != "" && isWordRune(m.runeAfter()) && m.groups[3] == "" {
		return "", false
	}
	before, era, after := m.groups[1]+m.groups[5], m.groups[2]+m.groups[3]+m.groups[6], m.groups[4]
	if m.groups[3] != "" && isWordRune(m.runeBefore()) {
		return "", false
	}
	spokenForm := before + spacedLetters(era)
	if after != "" {
		spokenForm += " " + strings.TrimSpace(after)
	}
	if strings.HasSuffix(era, ".") && after == "" && (m.after == "" || strings.HasPrefix(m.after, " ") && beginsWithCapital(m.after[1:])) {
		spokenForm += "."
	}
	return spokenForm, true
}

func expandClock(m patternMatch) (string, bool) {
	if m.after != "" && isWordRune(m.runeAfter()) {
		return "", false
	}
	spokenForm := strings.TrimSpace(m.groups[1]) + " " + spacedLetters(strings.ToUpper(m.groups[2]))
	if strings.HasSuffix(m.groups[2], ".") && m.after == "" {
		spokenForm += "."
	}
	return spokenForm, true
}

// spacedLetters puts spaces between letters: "B.C." becomes "B C".
func spacedLetters(letters string) string {
	return strings.Join(strings.Split(strings.ReplaceAll(letters, ".", ""), ""), " ")
}

func expandUnit(m patternMatch) (string, bool) {
	if m.after != "" && (isWordRune(m.runeAfter()) || m.runeAfter() == '\'' || m.runeAfter() == '’') || strings.ContainsRune("$£€₹¥", m.runeBefore()) && m.before != "" || isWordRune(m.runeBefore()) && m.before != "" {
		return "", false
	}
	name := units[m.groups[3]].plural
	if m.groups[1] == "1" {
		name = units[m.groups[3]].singular
	}
	return m.groups[1] + " " + name, true
}
