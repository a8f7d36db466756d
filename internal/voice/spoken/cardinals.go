package spoken

import (
	"strconv"
	"strings"
)

var small = strings.Fields(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen`)

var tens = strings.Fields("zero ten twenty thirty forty fifty sixty seventy eighty ninety")

var scales = []struct {
	value int64
	name  string
}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}}

// maxCardinal is the largest number that is said as one; longer ones are said by their digits.
const maxCardinal = 1e15 - 1

// cardinal returns the words of a number from 0 to maxCardinal.
func cardinal(n int64) string {
	var parts []string
	rest := n
	for _, scale := range scales {
		if rest >= scale.value {
			parts = append(parts, belowThousand(rest/scale.value)+" "+scale.name)
			rest %= scale.value
		}
	}
	if rest == 0 && len(parts) > 0 {
		return strings.Join(parts, " ")
	}
	if rest < 100 && len(parts) > 0 {
		parts = append(parts, "and")
	}
	return strings.Join(append(parts, belowThousand(rest)), " ")
}

func belowThousand(n int64) string {
	if n < 100 {
		return belowHundred(n)
	}
	hundreds := small[n/100] + " hundred"
	if n%100 == 0 {
		return hundreds
	}
	return hundreds + " and " + belowHundred(n%100)
}

func belowHundred(n int64) string {
	if n < 20 {
		return small[n]
	}
	if n%10 == 0 {
		return tens[n/10]
	}
	return tens[n/10] + "-" + small[n%10]
}

var irregularOrdinals = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

// ordinalWords turns the words of a cardinal into those of its ordinal.
func ordinalWords(cardinal string) string {
	at := strings.LastIndexAny(cardinal, " -") + 1
	last := cardinal[at:]
	if irregular, ok := irregularOrdinals[last]; ok {
		return cardinal[:at] + irregular
	}
	if stem, found := strings.CutSuffix(last, "y"); found {
		return cardinal[:at] + stem + "ieth"
	}
	return cardinal + "th"
}

// wholeWords returns the words of a whole number as it is written, perhaps with commas.
func wholeWords(written string) string {
	digits := strings.ReplaceAll(written, ",", "")
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > maxCardinal || len(digits) > 1 && digits[0] == '0' {
		return digitWords(digits)
	}
	return cardinal(n)
}

// decimalWords returns the words of a number with any count of decimal points, such as
// that of a version.
func decimalWords(written string) string {
	whole, rest, found := strings.Cut(written, ".")
	said := wholeWords(whole)
	if !found {
		return said
	}
	parts := []string{said}
	for part := range strings.SplitSeq(rest, ".") {
		parts = append(parts, "point", digitWords(part))
	}
	return strings.Join(parts, " ")
}

func digitWords(digits string) string {
	words := make([]string, 0, len(digits))
	for _, digit := range digits {
		if digit >= '0' && digit <= '9' {
			words = append(words, small[digit-'0'])
		}
	}
	return strings.Join(words, " ")
}
