package memory

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"colloquy/internal/memory/extract"
	"colloquy/internal/memory/words"
)

// A deleted memory leaves keyed hashes of its subjects, which are words such as names and
// places:
//
//   - one of its first three subjects together, of no kind. A text with all of them is
//     refused, however it is worded.
//   - one of each set of up to three subjects, of its kind. A shorter fact of the same kind
//     is refused.
//
// So "Lives in Porto" also refuses "Moved to Porto", and "Has a sister called Maria, a nurse"
// refuses "Sister: Maria". A fact more is lost rather than a deleted one remembered.

const (
	subjectsOfKey = 3
	// maxSubjects limits the sets of a deleted memory to 25.
	maxSubjects = 5
	// maxContent is the most words of a text that can be checked. Longer ones are refused.
	maxContent = 24
)

// wordKey is the keyed hash of a sorted list of words. An empty kind is any.
func (s *Service) wordKey(userID string, kind extract.Kind, list []string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(userID + "\x00" + string(kind) + "\x00" + strings.Join(list, " ")))
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

// deletedKeys are the hashes that a deleted memory leaves. The first is the one of no kind.
func (s *Service) deletedKeys(m Memory) []string {
	keys := []string{s.wordKey(m.UserID, "", subjectsOf(m.Text, subjectsOfKey))}
	words.Sets(subjectsOf(m.Text, maxSubjects), func(set []string) {
		keys = append(keys, s.wordKey(m.UserID, m.Kind, set))
	})
	return keys
}

// refusingKeys are the hashes of deleted memories that refuse a text. An empty kind is for
// texts that are no facts. ok is false for a text that is too long to be checked.
func (s *Service) refusingKeys(userID string, kind extract.Kind, text string) (keys []string, ok bool) {
	content := contentOf(text)
	if len(content) > maxContent {
		return nil, false
	}
	words.Sets(content, func(set []string) { keys = append(keys, s.wordKey(userID, "", set)) })
	if kind != "" {
		keys = append(keys, s.wordKey(userID, kind, subjectsOf(text, subjectsOfKey)))
	}
	return keys, true
}

// repeats reports whether a text has the subjects of a deleted one.
func repeats(text, deleted string) bool {
	content := contentOf(text)
	for _, w := range subjectsOf(deleted, subjectsOfKey) {
		if !slices.Contains(content, w) {
			return false
		}
	}
	return true
}
