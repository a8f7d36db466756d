package spoken

import (
	"strings"
	"unicode"
)

// regnalNames are names of rulers and popes. A Roman numeral after such a name is read as an
// ordinal. Rule voice-english.
var regnalNames = wordSet(`Abdulhamid Adolf Adrian Akhenaten Albert Alexander Alfonso Amenhotep Amenemhat Antiochus
Artaxerxes Baldwin Benedict Boniface Calixtus Callixtus Carlos Casimir Catherine Celestine Charles Christian Clement Cleopatra
Constantine Cyrus Darius David Edmund Edward Elizabeth Ernest Eugene Eugenius Ferdinand Francis Franz Frederick Friedrich Gaius George Gregory
Gustav Gustavus Haakon Harald Harold Henri Henry Honorius Hussein Innocent Isabella Ivan James Joan John Josef Joseph Julius Juan Justin Justinian
Karl Leo Leopold Louis Ludwig Maria Martin Mary Maximilian Mehmed Menelik Mithridates Mohammed Murad Napoleon Nicholas Olav Otto Paul
Pedro Pepi Peter Philip Pius Psamtik Ptolemy Rama Ramesses Ramses Richard Robert Roger Rudolf Rudolph Selim Seleucus Senusret Seti
Shapur Sigismund Sixtus Stanislaw Stephen Suleiman Sylvester Theodore Theodosius Thutmose Tutmose Umberto Urban Valentinian Victor Vittorio
Wilhelm William Xerxes Constans Emmanuel Ashurbanipal Sargon Tiglath-Pileser Nebuchadnezzar Amadeus`)

// numberedNouns are words after which a Roman numeral is read as a cardinal.
var numberedNouns = wordSet(`Act Appendix Apollo Article Book Canto Chapter Class Episode Grade Level Number Part Phase Scene Section
Series Stage Symphony Title Type Vatican Volume War`)

// wordsAfterNumeralOne are words that follow "I" only if it is a numeral and not the pronoun, as
// in "Elizabeth I of England".
var wordsAfterNumeralOne = wordSet(`and as at by for from in is of on or to who whose with`)

var romanPattern = lazyRegexp(`(\p{Lu}[\p{L}-]*) ([IVX]{1,7})`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

func expandRomanNumerals(text string) string {
	return replaceMatches(text, romanPattern(), func(m patternMatch) (string, bool) {
		name, numeral := m.groups[1], m.groups[2]
		value := romanValue(numeral)
		if value == 0 || !m.isWholeWord() {
			return "", false
		}
		if numeral == "I" && !isNumeralOne(m) {
			return "", false
		}
		if numberedNouns[name] {
			return name + " " + capitalise(cardinalWords(int64(value))), true
		}
		if !regnalNames[name] {
			return "", false
		}
		return name + " the " + capitalise(ordinalWords(cardinalWords(int64(value)))), true
	})
}

// isNumeralOne reports whether the match "I" is a numeral and not the pronoun. It is a numeral:
//   - after "World War"
//   - at the end of a sentence or clause
//   - before a possessive 's or one of wordsAfterNumeralOne.
func isNumeralOne(m patternMatch) bool {
	if m.groups[1] == "War" && strings.HasSuffix(m.before, "World ") {
		return true
	}
	if m.after == "" || strings.ContainsRune(".,;:!?)”", m.runeAfter()) {
		return true
	}
	if possessive := strings.TrimLeft(m.after, "'’"); possessive != m.after {
		return strings.HasPrefix(possessive, "s") && (len(possessive) == 1 || !unicode.IsLetter(rune(possessive[1])))
	}
	return wordsAfterNumeralOne[m.wordAfter()]
}

// romanValue returns the value of a Roman numeral from I to XXXIX, or 0 for any other text.
func romanValue(numeral string) int {
	rest := strings.TrimLeft(numeral, "X")
	tens := len(numeral) - len(rest)
	for ones, form := range []string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"} {
		if tens <= 3 && rest == form {
			return 10*tens + ones
		}
	}
	return 0
}

func capitalise(text string) string {
	words := strings.Split(text, "-")
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "-")
}
