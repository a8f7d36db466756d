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
//   - one of its rarest three subjects together, of no kind. A text with all of them is
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

func rarest(content []string) []string {
	return words.Longest(words.Subjects(content), subjectsOfKey)
}

// deletedKeys are the hashes that a deleted memory leaves. The first is the one of no kind.
func (s *Service) deletedKeys(m Memory) []string {
	keys := []string{s.wordKey(m.UserID, "", rarest(m.words))}
	words.Sets(words.Longest(words.Subjects(m.words), maxSubjects), func(set []string) {
		keys = append(keys, s.wordKey(m.UserID, m.Kind, set))
	})
	return keys
}

// refusingKeys are the hashes of deleted memories that refuse a text. An empty kind is for
// texts that are no facts. ok is false for a text that is too long to be checked.
func (s *Service) refusingKeys(userID string, kind extract.Kind, content []string) (keys []string, ok bool) {
	if len(content) > maxContent {
		return nil, false
	}
	words.Sets(content, func(set []string) { keys = append(keys, s.wordKey(userID, "", set)) })
	if kind != "" {
		keys = append(keys, s.wordKey(userID, kind, rarest(content)))
	}
	return keys, true
}

// repeats reports whether a text has the rarest subjects of a deleted memory.
func repeats(text string, deleted []string) bool {
	content := contentOf(text)
	for _, w := range rarest(deleted) {
		if !slices.Contains(content, w) {
			return false
		}
	}
	return true
}
