package spoken

import (
	"strconv"
	"strings"
)

var smallNumbers = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen`)

var tensWords = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")

var numberScales = []struct {
	value int64
	name  string
}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}}

// maxCardinal is the largest number that is read as a number. The digits of larger numbers are
// read one by one.
const maxCardinal = 1e15 - 1

// cardinalWords returns the words of a number from 0 to maxCardinal. Rule voice-english.
func cardinalWords(n int64) string {
	var parts []string
	rest := n
	for _, scale := range numberScales {
		if rest >= scale.value {
			parts = append(parts, wordsBelowThousand(rest/scale.value)+" "+scale.name)
			rest %= scale.value
		}
	}
	if rest == 0 && len(parts) > 0 {
		return strings.Join(parts, " ")
	}
	if rest < 100 && len(parts) > 0 {
		parts = append(parts, "and")
	}
	return strings.Join(append(parts, wordsBelowThousand(rest)), " ")
}

func wordsBelowThousand(n int64) string {
	if n < 100 {
		return wordsBelowHundred(n)
	}
	hundreds := smallNumbers[n/100] + " hundred"
	if n%100 == 0 {
		return hundreds
	}
	return hundreds + " and " + wordsBelowHundred(n%100)
}

func wordsBelowHundred(n int64) string {
	if n < 20 {
		return smallNumbers[n]
	}
	if n%10 == 0 {
		return tensWords[n/10]
	}
	return tensWords[n/10] + "-" + smallNumbers[n%10]
}

var irregularOrdinals = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

// ordinalWords returns the ordinal of a cardinal in words: "twenty-one" becomes "twenty-first".
func ordinalWords(cardinal string) string {
	at := strings.LastIndexAny(cardinal, " -") + 1
	lastWord := cardinal[at:]
	if irregular, ok := irregularOrdinals[lastWord]; ok {
		return cardinal[:at] + irregular
	}
	if stem, found := strings.CutSuffix(lastWord, "y"); found {
		return cardinal[:at] + stem + "ieth"
	}
	return cardinal + "th"
}

// wholeNumberWords returns the words of a whole number in digits, which may have commas.
func wholeNumberWords(written string) string {
	digits := strings.ReplaceAll(written, ",", "")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > maxCardinal || len(digits) > 1 && digits[0] == '0' {
		return digitWords(digits)
	}
	return cardinalWords(n)
}

// decimalWords returns the words of a number in digits with any number of points, such as 3.14
// or the version 1.2.3.
func decimalWords(written string) string {
	whole, rest, found := strings.Cut(written, ".")
	wholePartWords := wholeNumberWords(whole)
	if !found {
		return wholePartWords
	}
	parts := []string{wholePartWords}
	for part := range strings.SplitSeq(rest, ".") {
		parts = append(parts, "point", digitWords(part))
	}
	return strings.Join(parts, " ")
}

func digitWords(digits string) string {
	words := make([]string, 0, len(digits))
	for _, digit := range digits {
		if digit >= '0' && digit <= '9' {
			words = append(words, smallNumbers[digit-'0'])
		}
	}
	return strings.Join(words, " ")
}
