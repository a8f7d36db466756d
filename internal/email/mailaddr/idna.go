package mailaddr

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ASCIIDomain returns a domain as DNS spells it: lower case, with labels of
// other letters in Punycode (RFC 3492). A label that cannot be spelled so stays
// as it is.
func ASCIIDomain(domain string) string {
	domain = strings.ToLower(norm.NFKC.String(dots.Replace(domain)))
	labels := strings.Split(domain, ".")
	for i, label := range labels {
		if isASCII(label) {
			continue
		}
		if code, ok := punycode(label); ok {
			labels[i] = "xn--" + code
		}
	}
	return strings.Join(labels, ".")
}

// dots are the full stops of other scripts that separate labels too.
var dots = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// Parameters of Punycode.
const (
	puBase, puMin, puMax      = 36, 1, 26
	puSkew, puDamp            = 38, 700
	puBias, puFirst           = 72, 128
	puLongest                 = 255 // code points; beyond it nothing is a label
	puDigits                  = "abcdefghijklmnopqrstuvwxyz0123456789"
	puDelimiter          byte = '-'
)

// punycode encodes a label that is not all ASCII.
func punycode(label string) (string, bool) {
	runes := []rune(label)
	if len(runes) > puLongest || !utf8.ValidString(label) {
		return "", false
	}
	var out []byte
	for _, r := range runes {
		if r < puFirst {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, puDelimiter)
	}
	n, delta, bias := rune(puFirst), 0, puBias
	for done := basic; done < len(runes); n++ {
		next := smallest(runes, n)
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r == n {
				out = appendNumber(out, delta, bias)
				bias = adapt(delta, done+1, done == basic)
				delta = 0
				done++
			}
		}
		delta++
	}
	return string(out), true
}

// smallest is the lowest code point of at least n.
func smallest(runes []rune, n rune) rune {
	low := rune(utf8.MaxRune)
	for _, r := range runes {
		if r >= n && r < low {
			low = r
		}
	}
	return low
}

func appendNumber(out []byte, delta, bias int) []byte {
	for k := puBase; ; k += puBase {
		t := min(max(k-bias, puMin), puMax)
		if delta < t {
			return append(out, puDigits[delta])
		}
		out = append(out, puDigits[t+(delta-t)%(puBase-t)])
		delta = (delta - t) / (puBase - t)
	}
}

func adapt(delta, points int, first bool) int {
	if first {
		delta /= puDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (puBase-puMin)*puMax/2; k += puBase {
		delta /= puBase - puMin
	}
	return k + (puBase-puMin+1)*delta/(delta+puSkew)
}
