package content

import (
	"cmp"
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
)

// Candidate is a character that a section may show.
type Candidate struct {
	CharacterID int
	IsFree      bool
}

// candidatesPerCategory is how many candidates of each of the 24 categories are requested.
// They are enough for the 33 characters that fillByDay adds to the sections of the seed.
const candidatesPerCategory = 6

// fillByDay adds characters to each section that has a number "fill" in its meta_data, up to that
// number of characters. It takes the characters of the day from one category after another. It
// omits characters that any section already lists. In each section the added paid characters come
// last (rule home-by-day).
func (h *Home[C, K]) fillByDay(ctx context.Context, list []Section) error {
	if !slices.ContainsFunc(list, func(s Section) bool { return missingCharacterCount(s) > 0 }) {
		return nil
	}
	byCategory, err := h.characters.PickByDay(ctx, dayNumber(h.service.Clock), candidatesPerCategory)
	if err != nil {
		return err
	}
	takenIDs := map[int]bool{}
	for _, id := range characterIDsIn(list) {
		takenIDs[id] = true
	}
	candidates := alternateCategories(byCategory, takenIDs)
	for _, section := range list {
		n := min(missingCharacterCount(section), len(candidates))
		addCharacters(section, candidates[:n])
		candidates = candidates[n:]
	}
	return nil
}

// alternateCategories returns the candidates whose character_id is not in taken: the first
// of each category, then the second of each, and so on.
func alternateCategories(byCategory [][]Candidate, taken map[int]bool) (out []Candidate) {
	for turn := range candidatesPerCategory {
		for _, candidates := range byCategory {
			if turn < len(candidates) && !taken[candidates[turn].CharacterID] {
				out = append(out, candidates[turn])
			}
		}
	}
	return out
}

// missingCharacterCount returns how many characters must be added to a section to reach the number "fill".
func missingCharacterCount(s Section) int {
	fill, _ := intOf(s.Meta["fill"])
	return max(0, fill-len(intsOf(s.Meta["characters"])))
}

// addCharacters adds characters to the list of a section, the free ones first.
func addCharacters(s Section, addedCandidates []Candidate) {
	if len(addedCandidates) == 0 {
		return
	}
	addedCandidates = slices.SortedStableFunc(slices.Values(addedCandidates), func(a, b Candidate) int { return cmp.Compare(freeFirstRank(a), freeFirstRank(b)) })
	characterIDs, _ := s.Meta["characters"].([]any)
	for _, c := range addedCandidates {
		characterIDs = append(characterIDs, float64(c.CharacterID))
	}
	s.Meta["characters"] = characterIDs
}

func freeFirstRank(c Candidate) int {
	if c.IsFree {
		return 0
	}
	return 1
}

// dayNumber returns the number of days since 1970, in UTC.
func dayNumber(clock core.Clock) int64 { return clock.Now().Unix() / int64((24 * time.Hour).Seconds()) }
