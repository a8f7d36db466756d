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
// as names and places. A new text is refused if it matches one of these hashes:
//
//   - one hash of the memory's three longest subjects together. A text matches if it has all of
//     these words.
//   - one hash for each subset of one to three subjects of the memory. A text matches if its own
//     three longest subjects are exactly this subset.
//
// So "Lives in Porto" also refuses "Moved to Porto with Ana", and "Has a sister called Maria, a
// nurse" refuses "Spoke of Maria". To lose one fact too many is better than to remember a deleted
// one.

const (
	// maxSubjectsOfKey is the largest number of words in one hash.
	maxSubjectsOfKey = 3
	// maxSubjectsOfMemory limits the subjects of a deleted memory, which have at most 25
	// subsets of one to three words.
	maxSubjectsOfMemory = 5
	// maxContentWords is the largest number of content words of a text that can be checked. A
	// text with more is refused.
	maxContentWords = 24
)

// The uses of a hash. hashWords hashes the use together with the words, so the hashes of different
// uses differ.
const (
	hashOfAllSubjects = "all"
	hashOfSubset      = "about"
)

// hashWords returns the keyed hash of a sorted list of words. use is hashOfAllSubjects or
// hashOfSubset.
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
	keys := []string{s.hashWords(m.UserID, hashOfAllSubjects, subjectsOf(m.Text, maxSubjectsOfKey))}
	words.EachSubset(subjectsOf(m.Text, maxSubjectsOfMemory), func(set []string) {
		keys = append(keys, s.hashWords(m.UserID, hashOfSubset, set))
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
	words.EachSubset(textWords, func(set []string) { keys = append(keys, s.hashWords(userID, hashOfAllSubjects, set)) })
	return append(keys, s.hashWords(userID, hashOfSubset, subjectsOf(text, maxSubjectsOfKey))), true
}

// hasAllSubjects reports whether text has the three longest subjects of the text in deleted.
func hasAllSubjects(text, deleted string) bool {
	return containsAllWords(subjectsOf(deleted, maxSubjectsOfKey), contentWords(text))
}

// isTextRefusedBy reports whether a deleted memory refuses text. deleted is the text of that
// memory.
func isTextRefusedBy(text, deleted string) bool {
	return hasAllSubjects(text, deleted) || containsAllWords(subjectsOf(text, maxSubjectsOfKey), subjectsOf(deleted, maxSubjectsOfMemory))
}

func containsAllWords(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(whole, w) })
}
