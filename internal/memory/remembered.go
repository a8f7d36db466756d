package memory

import (
	"cmp"
	"context"
	"math"
	"slices"

	"colloquy/internal/memory/extract"
	"colloquy/internal/memory/words"
)

// StablePart is the part of a prompt that changes rarely: the user's Settings.Name and
// Settings.About, the pinned memories, and the summary of the messages before the window.
type StablePart struct {
	Name      string   // Settings.Name, or ""
	AboutUser string   // Settings.About, or ""
	Pinned    []Memory // memories that are pinned or of KindName, oldest first, at most maxPinnedMemories
	Summary   string   // one statement a line
}

// TurnPart is the part of a prompt that changes with every turn: the memories that share
// words with the user's last message, the best match first.
type TurnPart struct{ Memories []Memory }

// Rule memory-told.
const (
	maxPinnedMemories   = 12 // memories in a StablePart
	maxRecalledMemories = 10 // memories in a TurnPart
)

// Recall returns the memories for the prompt of a character's reply. lastWords is the user's last
// message. If the user has switched the memory off, the result has only Settings.Name and
// Settings.About. Recall makes at most three queries, whatever the length of the talk. Rules
// memory-told, memory-walls, memory-off, memory-pin.
func (s *Service) Recall(ctx context.Context, userID string, characterID int, lastWords string) (StablePart, TurnPart, error) {
	settings, err := s.store.readSettings(ctx, s.store.db.Reader(), userID)
	if err != nil {
		return StablePart{}, TurnPart{}, err
	}
	stablePart := StablePart{Name: settings.Name, AboutUser: settings.About}
	if !settings.Enabled {
		return stablePart, TurnPart{}, nil
	}
	list, err := s.store.memoriesToTell(ctx, userID, characterID, settings.TellAllCharacters)
	if err != nil {
		return stablePart, TurnPart{}, err
	}
	blocks, err := s.store.summaryBlocksOfTalk(ctx, s.store.db.Reader(), userID, characterID)
	if err != nil {
		return stablePart, TurnPart{}, err
	}
	stablePart.Summary = joinSummaries(blocks)
	var unpinnedMemories []Memory
	for _, m := range list {
		if (m.IsPinned || m.Kind == extract.KindName) && len(stablePart.Pinned) < maxPinnedMemories {
			stablePart.Pinned = append(stablePart.Pinned, m)
		} else {
			unpinnedMemories = append(unpinnedMemories, m)
		}
	}
	slices.SortStableFunc(stablePart.Pinned, func(a, b Memory) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return stablePart, TurnPart{closestMemories(unpinnedMemories, lastWords)}, nil
}

// questionWordsByKind maps a kind of facts to words that are common in questions about such facts.
// The words are rare in the facts themselves.
var questionWordsByKind = map[extract.Kind][]string{
	extract.KindName: words.ContentWords("name"), extract.KindHome: words.ContentWords("live"), extract.KindWork: words.ContentWords("work study"),
	extract.KindFamily: words.ContentWords("family"), extract.KindPet: words.ContentWords("pet"), extract.KindTaste: words.ContentWords("like"),
	extract.KindPlan: words.ContentWords("plan"), extract.KindDate: words.ContentWords("birthday when age"),
}

// searchWords returns the words, sorted, by which closestMemories matches the memory with a message.
func (m Memory) searchWords() []string {
	out := slices.Concat(m.words, words.GroupNamesOfWords(m.words), questionWordsByKind[m.Kind])
	slices.Sort(out)
	return slices.Compact(out)
}

// closestMemories returns at most maxRecalledMemories memories that share words with a text, the best match
// first. A word counts more if fewer memories have it. Of equal matches the newer one is first.
// Rule memory-recall.
func closestMemories(list []Memory, text string) []Memory {
	textWords := words.ContentWords(text)
	if len(textWords) == 0 || len(list) == 0 {
		return nil
	}
	sharedWords, wordCounts := make([][]string, len(list)), map[string]int{}
	for i, m := range list {
		for _, w := range m.searchWords() {
			if _, is := slices.BinarySearch(textWords, w); is {
				sharedWords[i] = append(sharedWords[i], w)
				wordCounts[w]++
			}
		}
	}
	type hit struct {
		Memory
		score float64
	}
	var hits []hit
	for i, m := range list {
		score := 0.0
		for _, w := range sharedWords[i] {
			score += math.Log(1 + float64(len(list))/float64(wordCounts[w]))
		}
		if score > 0 {
			hits = append(hits, hit{m, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), b.CreatedAt.Compare(a.CreatedAt))
	})
	hits = hits[:min(maxRecalledMemories, len(hits))]
	out := make([]Memory, len(hits))
	for i, h := range hits {
		out[i] = h.Memory
	}
	return out
}
