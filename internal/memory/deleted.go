package memory

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"colloquy/internal/memory/words"
)

// When a memory is deleted, keyed hashes (HMAC) of its subjects are stored. Subjects are words such
// as names and places. The stored hashes are called keys. A new text is refused if it matches a
// key. A deleted memory has two kinds of keys:
//
//   - One key is the hash of the memory's three longest subjects together. A text matches if it has
//     all three subjects.
//   - Each subset of one to three of the memory's longest subjects (maxSubjectsOfMemory) has a key.
//     A text matches if its own three longest subjects are the subset.
//
// A memory or a text with fewer than three subjects uses all of them.
//
// So after "Lives in Porto" was deleted, "Moved to Porto with Ana" is refused too. After "Has a
// sister called Maria, a nurse" was deleted, "Spoke of Maria" is refused too. To lose one fact too
// many is better than to remember a deleted fact.

const (
	// maxSubjectsOfKey is the largest number of subjects in one key. A key is a stored hash.
	maxSubjectsOfKey = 3
	// maxSubjectsOfMemory limits the subjects of a deleted memory, which have at most 25
	// subsets of one to three words.
	maxSubjectsOfMemory = 5
	// maxContentWords is the largest number of content words of a text that can be checked. A
	// text with more is refused.
	maxContentWords = 24
)

// The kinds of hashes. hashWords hashes the kind together with the words, so the hashes of
// different kinds differ.
const (
	useForAllSubjects = "all"
	useForSubset      = "about"
)

// hashWords returns the keyed hash of a sorted list of words. The argument `use` is the kind of the
// hash: useForAllSubjects or useForSubset.
func (s *Service) hashWords(userID, use string, list []string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(userID + "\x00" + use + "\x00" + strings.Join(list, " ")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:15])
}

// subjectsOf returns at most n words that a text is about, sorted: the longest of its names,
// or the longest of its subjects if it has no names.
func subjectsOf(text string, n int) []string {
	if names := words.Names(text); len(names) > 0 {
		return words.LongestWords(names, n)
	}
	return words.LongestWords(words.Subjects(contentWords(text)), n)
}

// deletedKeys returns the hashes to store when a memory is deleted. They are hashes of the memory's
// names, or else of its longest subjects. Rule memory-deleted.
func (s *Service) deletedKeys(m Memory) []string {
	keys := []string{s.hashWords(m.UserID, useForAllSubjects, subjectsOf(m.Text, maxSubjectsOfKey))}
	words.EachSubset(subjectsOf(m.Text, maxSubjectsOfMemory), func(set []string) {
		keys = append(keys, s.hashWords(m.UserID, useForSubset, set))
	})
	return keys
}

// refusingKeys returns the hashes that refuse a text: the text is refused if one of them is stored.
// ok is false for a text with more than maxContentWords content words, which is always refused.
// Rule memory-deleted.
func (s *Service) refusingKeys(userID, text string) (keys []string, ok bool) {
	textWords := contentWords(text)
	if len(textWords) > maxContentWords {
		return nil, false
	}
	words.EachSubset(textWords, func(set []string) { keys = append(keys, s.hashWords(userID, useForAllSubjects, set)) })
	return append(keys, s.hashWords(userID, useForSubset, subjectsOf(text, maxSubjectsOfKey))), true
}

// hasAllSubjects reports whether text has the three longest subjects of the other text `deleted`.
func hasAllSubjects(text, deleted string) bool {
	return containsAllWords(subjectsOf(deleted, maxSubjectsOfKey), contentWords(text))
}

// isTextRefusedBy reports whether text is refused because a memory was deleted. The argument
// `deleted` is the text of the deleted memory.
func isTextRefusedBy(text, deleted string) bool {
	return hasAllSubjects(text, deleted) || containsAllWords(subjectsOf(text, maxSubjectsOfKey), subjectsOf(deleted, maxSubjectsOfMemory))
}

func containsAllWords(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(whole, w) })
}
