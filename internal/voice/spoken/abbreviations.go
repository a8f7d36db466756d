package spoken

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// titles are said in full before a name.
var titles = map[string]string{
	"Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Prof": "Professor", "Rev": "Reverend", "Hon": "Honourable",
	"Capt": "Captain", "Col": "Colonel", "Gen": "General", "Lt": "Lieutenant", "Maj": "Major", "Sgt": "Sergeant", "Adm": "Admiral",
	"Gov": "Governor", "Sen": "Senator", "Pres": "President", "St": "Saint", "Mt": "Mount", "Ft": "Fort",
}

// phrases are said in full anywhere.
var phrases = map[string]string{
	"e.g.": "for example", "E.g.": "For example", "i.e.": "that is", "I.e.": "That is", "vs.": "versus", "vs": "versus",
	"etc.": "et cetera", "cf.": "compare", "viz.": "namely", "approx.": "approximately", "Jr.": "Junior", "Sr.": "Senior", "&": "and",
}

// unit is a unit of measurement after the number one and after others.
type unit struct{ one, many string }

var units = map[string]unit{
	"km": {"kilometre", "kilometres"}, "m": {"metre", "metres"}, "cm": {"centimetre", "centimetres"}, "mm": {"millimetre", "millimetres"},
	"kg": {"kilogram", "kilograms"}, "g": {"gram", "grams"}, "mg": {"milligram", "milligrams"}, "lb": {"pound", "pounds"}, "lbs": {"pound", "pounds"},
	"oz": {"ounce", "ounces"}, "ft": {"foot", "feet"}, "mi": {"mile", "miles"}, "ml": {"millilitre", "millilitres"}, "mph": {"mile per hour", "miles per hour"},
	"km/h": {"kilometre per hour", "kilometres per hour"}, "hrs": {"hour", "hours"}, "min": {"minute", "minutes"},
	"°C": {"degree Celsius", "degrees Celsius"}, "°F": {"degree Fahrenheit", "degrees Fahrenheit"}, "°": {"degree", "degrees"},
}

var (
	titlePattern  = lazy(`([A-Z][a-z]{1,4})\. ?`)
	phrasePattern = lazy(`[eE]\.g\.|[iI]\.e\.|vs\.?|etc\.|cf\.|viz\.|approx\.|[JS]r\.|&`)
	aboutPattern  = lazy(`(c|ca)\. ?(\d)`)
	numberPattern = lazy(`(No|Nos|no|p|pp|Vol|Ch)\. ?(\d)`)
	unitPattern   = lazy(`(\d[\d,.]*)( ?)(km/h|kg|km|cm|mm|mg|ml|mph|mi|min|lbs|lb|oz|ft|hrs|°C|°F|°|m|g)`)
	eraPattern    = lazy(`(\d(?:st|nd|rd|th)? |century )(BCE|BC|CE|AD)|(AD|A\.D\.)( ?\d)|(\d )(B\.C\.E\.|B\.C\.|A\.D\.)`)
	clockPattern  = lazy(`(\d ?)(a\.m\.|p\.m\.|am|pm|AM|PM)`)
)

var numbered = map[string]string{
	"No": "Number", "Nos": "Numbers", "no": "number", "p": "page", "pp": "pages", "Vol": "Volume", "Ch": "Chapter",
}

func expandAbbreviations(text string) string {
	text = rewrite(text, aboutPattern(), func(m match) (string, bool) {
		return "circa " + m.groups[2], !isWord(m.last())
	})
	text = rewrite(text, numberPattern(), func(m match) (string, bool) {
		return numbered[m.groups[1]] + " " + m.groups[2], !isWord(m.last())
	})
	text = rewrite(text, titlePattern(), expandTitle)
	text = rewrite(text, phrasePattern(), expandPhrase)
	text = rewrite(text, eraPattern(), expandEra)
	text = rewrite(text, clockPattern(), expandClock)
	return rewrite(text, unitPattern(), expandUnit)
}

func expandTitle(m match) (string, bool) {
	word, known := titles[m.groups[1]]
	if !known || isWord(m.last()) {
		return "", false
	}
	if beginsName(m.after) {
		return word + " ", true
	}
	before := m.lastWord()
	if m.groups[1] == "St" && before != "" && unicode.IsUpper(rune(before[0])) {
		return "Street" + strings.TrimPrefix(m.groups[0], "St."), true
	}
	return "", false
}

func beginsName(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r)
}

func expandPhrase(m match) (string, bool) {
	said := phrases[m.groups[0]]
	if !m.isWhole() || m.groups[0] == "&" && (m.last() != ' ' || m.next() != ' ') {
		return "", false
	}
	ends := m.after == "" || strings.HasPrefix(m.after, " ") && beginsName(m.after[1:])
	if ends && (m.groups[0] == "etc." || m.after == "" && strings.HasSuffix(m.groups[0], ".")) {
		said += "."
	}
	return said, true
}

// expandEra spells BC and AD beside a number, so that they are not read as words.
func expandEra(m match) (string, bool) {
	if m.after != "" && isWord(m.next()) && m.groups[3] == "" {
		return "", false
	}
	before, era, after := m.groups[1]+m.groups[5], m.groups[2]+m.groups[3]+m.groups[6], m.groups[4]
	if m.groups[3] != "" && isWord(m.last()) {
		return "", false
	}
	said := before + spelled(era)
	if after != "" {
		said += " " + strings.TrimSpace(after)
	}
	if strings.HasSuffix(era, ".") && after == "" && (m.after == "" || strings.HasPrefix(m.after, " ") && beginsName(m.after[1:])) {
		said += "."
	}
	return said, true
}

func expandClock(m match) (string, bool) {
	if m.after != "" && isWord(m.next()) {
		return "", false
	}
	said := strings.TrimSpace(m.groups[1]) + " " + spelled(strings.ToUpper(m.groups[2]))
	if strings.HasSuffix(m.groups[2], ".") && m.after == "" {
		said += "."
	}
	return said, true
}

// spelled puts spaces between letters: "B.C." becomes "B C".
func spelled(letters string) string {
	return strings.Join(strings.Split(strings.ReplaceAll(letters, ".", ""), ""), " ")
}

func expandUnit(m match) (string, bool) {
	if m.after != "" && (isWord(m.next()) || m.next() == '\'' || m.next() == '’') || strings.ContainsRune("$£€₹¥", m.last()) && m.before != "" || isWord(m.last()) && m.before != "" {
		return "", false
	}
	name := units[m.groups[3]].many
	if m.groups[1] == "1" {
		name = units[m.groups[3]].one
	}
	return m.groups[1] + " " + name, true
}
