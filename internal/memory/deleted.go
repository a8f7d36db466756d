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
//   - Each subset of one to three of the memory's longest subjects (maxSubjectsOfDeletedMemory) has a key.
//     A text matches if its own three longest subjects are the subset.
//
// A memory or a text with fewer than three subjects uses all of them.
//
// So after "Lives in Porto" was deleted, "Moved to Porto with Ana" is refused too. After "Has a
// sister called Maria, a nurse" was deleted, "Spoke of Maria" is refused too. To lose one fact too
// many is better than to remember a deleted fact.

const (
	// maxSubjectsPerDeletionKey is the largest number of subjects in one key. A key is a stored hash.
	// Rule memory-deleted.
	maxSubjectsPerDeletionKey = 3
	// maxSubjectsOfDeletedMemory limits the subjects of a deleted memory, which have at most 25
	// subsets of one to three words.
	maxSubjectsOfDeletedMemory = 5
	// maxContentWords is the largest number of content words of a text that can be checked. A
	// text with more is refused.
	maxContentWords = 24
)

// The kinds of hashes. hashWords hashes the kind together with the words, so the hashes of
// different kinds differ.
const (
	hashKindAllSubjects   = "all"
	hashKindSubjectSubset = "about"
)

// hashWords returns the keyed hash of a sorted list of words. The argument `hashKind` is
// hashKindAllSubjects or hashKindSubjectSubset.
func (s *Service) hashWords(userID, hashKind string, list []string) string {
	mac := hmac.New(sha256.New, s.hashSecret)
	mac.Write([]byte(userID + "\x00" + hashKind + "\x00" + strings.Join(list, " ")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:15])
}

// subjectsOf returns at most n words that a text is about, sorted: the longest of its names,
// or the longest of its subjects if it has no names. Rule memory-deleted.
func subjectsOf(text string, n int) []string {
	if names := words.Names(text); len(names) > 0 {
		return words.LongestWords(names, n)
	}
	return words.LongestWords(words.SubjectWords(contentWords(text)), n)
}

// deletionKeys returns the hashes to store when a memory is deleted. They are hashes of the memory's
// names, or else of its longest subjects. Rule memory-deleted.
func (s *Service) deletionKeys(m Memory) []string {
	keys := []string{s.hashWords(m.UserID, hashKindAllSubjects, subjectsOf(m.Text, maxSubjectsPerDeletionKey))}
	words.EachSubset(subjectsOf(m.Text, maxSubjectsOfDeletedMemory), func(set []string) {
		keys = append(keys, s.hashWords(m.UserID, hashKindSubjectSubset, set))
	})
	return keys
}

// deletionKeysRefusing returns the hashes that refuse a text: the text is refused if one of them is stored.
// ok is false for a text with more than maxContentWords content words, which is always refused.
// Rule memory-deleted.
func (s *Service) deletionKeysRefusing(userID, text string) (keys []string, ok bool) {
	textWords := contentWords(text)
	if len(textWords) > maxContentWords {
		return nil, false
	}
	words.EachSubset(textWords, func(set []string) { keys = append(keys, s.hashWords(userID, hashKindAllSubjects, set)) })
	return append(keys, s.hashWords(userID, hashKindSubjectSubset, subjectsOf(text, maxSubjectsPerDeletionKey))), true
}

// hasAllSubjects reports whether text has the three longest subjects of the other text `deleted`.
func hasAllSubjects(text, deleted string) bool {
	return containsAllWords(subjectsOf(deleted, maxSubjectsPerDeletionKey), contentWords(text))
}

// isTextRefusedBy reports whether text is refused because a memory was deleted. The argument
// `deleted` is the text of the deleted memory.
func isTextRefusedBy(text, deleted string) bool {
	return hasAllSubjects(text, deleted) || containsAllWords(subjectsOf(text, maxSubjectsPerDeletionKey), subjectsOf(deleted, maxSubjectsOfDeletedMemory))
}

func containsAllWords(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(whole, w) })
}
