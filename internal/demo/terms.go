package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// termOfWord returns the indexed form of a word: the stem of its head word.
func termOfWord(w string) string {
	if head, ok := synonyms[w]; ok {
		w = head
	}
	return stem(w)
}

// stem strips common English endings. The result is equal for the usual forms of a word, but
// need not be a word.
func stem(w string) string {
	if len(w) < 4 || !english.IsASCII(w) {
		return w
	}
	w = singular(w)
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = withoutDoubledEnd(w[:len(w)-3])
	case len(w) > 4 && strings.HasSuffix(w, "ied"):
		w = w[:len(w)-3] + "y"
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = withoutDoubledEnd(w[:len(w)-2])
	case len(w) > 5 && strings.HasSuffix(w, "ly"):
		w = w[:len(w)-2]
	case len(w) > 6 && strings.HasSuffix(w, "tion"):
		w = w[:len(w)-3]
	case len(w) > 7 && strings.HasSuffix(w, "al"):
		w = w[:len(w)-2]
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

func singular(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && hasAnySuffix(w, "sses", "shes", "ches", "xes", "zes"):
		return w[:n-2]
	case strings.HasSuffix(w, "s") && !hasAnySuffix(w, "ss", "us", "is"):
		return w[:n-1]
	}
	return w
}

func hasAnySuffix(w string, ends ...string) bool {
	for _, end := range ends {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// withoutDoubledEnd turns "runn" into "run", but keeps "fall" and "miss".
func withoutDoubledEnd(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && strings.IndexByte("lsz", w[n-1]) < 0 {
		return w[:n-1]
	}
	return w
}

// queryTerms returns the distinct terms of ws without stop words, at most
// maxQueryTerms.
func queryTerms(ws []string) []string {
	out := make([]string, 0, min(len(ws), maxQueryTerms))
	for _, w := range ws {
		if stopWords[w] || len(out) == maxQueryTerms {
			continue
		}
		if t := termOfWord(w); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// maxQueryTerms is the largest number of terms of a message. It limits the work for a very long
// message.
const maxQueryTerms = 48
