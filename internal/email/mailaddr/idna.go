package mailaddr

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ASCIIDomain returns the DNS form of a domain: lower case, with labels that are
// not ASCII in Punycode (RFC 3492). A label that cannot be encoded is unchanged.
// Rule accounts-email-one-account.
func ASCIIDomain(domain string) string {
	domain = strings.ToLower(norm.NFKC.String(labelSeparators.Replace(domain)))
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		if code, ok := encodePunycode(label); ok {
			labels[i] = "xn--" + code
		}
	}
	return strings.Join(labels, ".")
}

// labelSeparators are the full stops of other scripts that also separate labels.
var labelSeparators = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// Parameters of Punycode.
const (
	punyBase, punyMin, punyMax      = 36, 1, 26
	punySkew, punyDamp              = 38, 700
	punyBias, punyFirst             = 72, 128
	maxLabelLength                  = 255 // longest label, in code points
	punyDigits                      = "abcdefghijklmnopqrstuvwxyz0123456789"
	punyDelimiter              byte = '-'
)

// encodePunycode encodes a label that is not ASCII. It reports false for a label that
// is too long or not UTF-8.
func encodePunycode(label string) (string, bool) {
	runes := []rune(label)
	if len(runes) > maxLabelLength || !utf8.ValidString(label) {
		return "", false
	}
	var out []byte
	for _, r := range runes {
		if r < punyFirst {
			out = append(out, byte(r))
		}
	}
	asciiCount := len(out)
	if asciiCount > 0 {
		out = append(out, punyDelimiter)
	}
	n, delta, bias := rune(punyFirst), 0, punyBias
	for done := asciiCount; done < len(runes); n++ {
		next := nextCodePoint(runes, n)
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r == n {
				out = appendNumber(out, delta, bias)
				bias = adaptBias(delta, done+1, done == asciiCount)
				delta = 0
				done++
			}
		}
		delta++
	}
	return string(out), true
}

// nextCodePoint returns the lowest code point in runes that is at least n.
func nextCodePoint(runes []rune, n rune) rune {
	lowest := rune(utf8.MaxRune)
	for _, r := range runes {
		if r >= n && r < lowest {
			lowest = r
		}
	}
	return lowest
}

// appendNumber appends delta as a variable-length integer (RFC 3492, section 3.3).
func appendNumber(out []byte, delta, bias int) []byte {
	for k := punyBase; ; k += punyBase {
		t := min(max(k-bias, punyMin), punyMax)
		if delta < t {
			return append(out, punyDigits[delta])
		}
		out = append(out, punyDigits[t+(delta-t)%(punyBase-t)])
		delta = (delta - t) / (punyBase - t)
	}
}

// adaptBias returns the bias for the next number (RFC 3492, section 6.1).
func adaptBias(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (punyBase-punyMin)*punyMax/2; k += punyBase {
		delta /= punyBase - punyMin
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}
