package memory

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"colloquy/internal/memory/words"
)

// A deleted memory leaves keyed hashes of its subjects, which are words such as names and
// places:
//
//   - one of its first three subjects together. A text with all of them is refused, however
//     it is worded.
//   - one of each set of up to three subjects. A text that is about nothing else is refused.
//
// So "Lives in Porto" also refuses "Moved to Porto with Ana", and "Has a sister called Maria,
// a nurse" refuses "Spoke of Maria". A fact more is lost rather than a deleted one remembered.

const (
	subjectsOfKey = 3
	// maxSubjects limits the sets of a deleted memory to 25.
	maxSubjects = 5
	// maxContent is the most words of a text that can be checked. Longer ones are refused.
	maxContent = 24
)

// The two uses of a key.
const (
	withAll  = "all"
	aboutOne = "about"
)

// wordKey is the keyed hash of a sorted list of words.
func (s *Service) wordKey(userID, use string, list []string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(userID + "\x00" + use + "\x00" + strings.Join(list, " ")))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:15])
}

// subjectsOf returns at most n words that a text is about: its names if it has some, else its
// longest subjects.
func subjectsOf(text string, n int) []string {
	if names := words.Names(text); len(names) > 0 {
		return words.Longest(names, n)
	}
	return words.Longest(words.Subjects(contentOf(text)), n)
}

// deletedKeys are the hashes that a deleted memory leaves.
func (s *Service) deletedKeys(m Memory) []string {
	keys := []string{s.wordKey(m.UserID, withAll, subjectsOf(m.Text, subjectsOfKey))}
	words.Sets(subjectsOf(m.Text, maxSubjects), func(set []string) {
		keys = append(keys, s.wordKey(m.UserID, aboutOne, set))
	})
	return keys
}

// refusingKeys are the hashes of deleted memories that refuse a text. ok is false for a text
// that is too long to be checked.
func (s *Service) refusingKeys(userID, text string) (keys []string, ok bool) {
	content := contentOf(text)
	if len(content) > maxContent {
		return nil, false
	}
	words.Sets(content, func(set []string) { keys = append(keys, s.wordKey(userID, withAll, set)) })
	return append(keys, s.wordKey(userID, aboutOne, subjectsOf(text, subjectsOfKey))), true
}

// hasAll reports whether a text has the first subjects of another one.
func hasAll(text, deleted string) bool {
	return isSubset(subjectsOf(deleted, subjectsOfKey), contentOf(text))
}

// repeats reports whether a deleted text refuses another one, as its keys do.
func repeats(text, deleted string) bool {
	return hasAll(text, deleted) || isSubset(subjectsOf(text, subjectsOfKey), subjectsOf(deleted, maxSubjects))
}

func isSubset(part, whole []string) bool {
	return !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(whole, w) })
}
