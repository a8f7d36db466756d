package catalogue

import (
	"math"
	"slices"
	"testing"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

func (b *harness) getSimilar(ref string, limit int) []SimilarCharacter {
	b.t.Helper()
	list, err := b.Similar(b.t.Context(), "", ref, limit)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func similarNames(list []SimilarCharacter) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Name
	}
	return out
}

// newPersonaWithDescription is newPersona with a description.
func newPersonaWithDescription(number int, name, category, description string, tags ...string) core.Persona {
	p := newPersona(number, name, category, tags...)
	p.Description = description
	return p
}

// rule profile-similar-score
func TestSimilarWeighsRareTags(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(
			newPersonaWithDescription(1, "Target", "Singers", "alpha", "common", "rare"),
			newPersonaWithDescription(2, "Shares the rare one", "Rulers", "beta", "rare", "other"),
			newPersonaWithDescription(3, "Shares the common one", "Rulers", "gamma", "common", "another"),
			newPersonaWithDescription(4, "Shares nothing", "Rulers", "delta", "else"),
			newPersonaWithDescription(5, "Common too", "Artists", "epsilon", "common", "different"),
			newPersonaWithDescription(6, "Common again", "Artists", "zeta", "common", "varied"),
		)
		list := b.getSimilar("slug-1", 0)
		if got := similarNames(list); len(got) != 4 || got[0] != "Shares the rare one" || slices.Contains(got, "Shares nothing") || slices.Contains(got, "Target") {
			t.Errorf("similar are %v", got)
		}
		if list[0].Score <= list[1].Score {
			t.Errorf("a rare tag counts %v, a common one %v", list[0].Score, list[1].Score)
		}
	})
}

// rule profile-similar-score
func TestSimilarScoresCategoryAndWords(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(
			newPersonaWithDescription(1, "Target", "Singers", "I sail the northern ocean", "a"),
			newPersonaWithDescription(2, "Same words", "Rulers", "Northern OCEAN, sailing!", "b"),
			newPersonaWithDescription(3, "Same category", "Singers", "Something else", "c"),
			newPersonaWithDescription(4, "Neither", "Rulers", "Nothing alike here", "d"),
		)
		list := b.getSimilar("1", 10)
		if got := similarNames(list); !slices.Equal(got, []string{"Same category", "Same words"}) || list[0].Score != 2 || list[1].Score <= 0 || list[1].Score >= 2 {
			t.Errorf("similar are %v: %+v", got, list)
		}
	})
}

// Characters that share everything score 10.0, and are sorted by name.
// rule profile-similar-score
func TestEqualCharactersScoreTen(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(
			newPersonaWithDescription(1, "Target", "Singers", "Northern ocean", "sea", "wit"), newPersonaWithDescription(9, "Émile", "Singers", "Northern ocean", "sea", "wit"),
			newPersonaWithDescription(3, "Zoe", "Singers", "Northern ocean", "wit", "sea"), newPersonaWithDescription(2, "Ann", "Singers", "Ocean, northern", "sea", "wit"),
			newPersonaWithDescription(4, "Other", "Rulers", "Mountains", "rock"),
		)
		list := b.getSimilar("1", 24)
		if got := similarNames(list); !slices.Equal(got, []string{"Ann", "Émile", "Zoe"}) || list[0].Score != 10 || list[2].Score != 10 {
			t.Errorf("similar are %+v", list)
		}
	})
}

// rules profile-similar-number, profile-similar-score
func TestScoresAreTenthsInOrder(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(120)...)
		for limit, want := range map[int]int{-1: 6, 0: 6, 1: 1, 24: 24, 25: 24, 1 << 40: 24} {
			list := b.getSimilar("7", limit)
			if len(list) != want {
				t.Errorf("limit %d answers %d", limit, len(list))
			}
			for i, c := range list {
				if c.Score*10 != math.Round(c.Score*10) || c.Score <= 0 || c.Score > 10 || c.CharacterID == 7 {
					t.Errorf("%s has %v", c.Name, c.Score)
				}
				if i > 0 && (list[i-1].Score < c.Score || list[i-1].Score == c.Score && index.Fold(list[i-1].Name) > index.Fold(c.Name)) {
					t.Errorf("%s, %v stands before %s, %v", list[i-1].Name, list[i-1].Score, c.Name, c.Score)
				}
			}
			if again := b.getSimilar("7", limit); !slices.Equal(similarNames(again), similarNames(list)) {
				t.Error("asked again, it answers otherwise")
			}
		}
	})
}

func TestSimilarShowsCountsAndLocks(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ann", "Singers", "sea"), newPersona(2, "Bea", "Singers", "sea"), newPersona(3, "Cid", "Singers", "sea"))
		b.social[2] = SocialCounts{Likes: 5, Followers: 7}
		b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u_2', 'u', 2, 1, 1)`)
		list := b.getSimilar("1", 6)
		if len(list) != 2 || list[0].Likes != 5 || list[0].Followers != 7 || list[0].Chats != 1 || list[1].Likes != 0 || !list[1].Grant.IsLocked {
			t.Errorf("similar are %+v", list)
		}
	})
}

func TestSimilarToHiddenCharacterIsNotFound(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(3)...)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		for _, ref := range append([]string{"1", "slug-1"}, strangeTexts...) {
			if list, err := b.Similar(t.Context(), "", ref, 6); core.KindOf(err) != core.NotFound {
				t.Errorf("%.40q answers %v, %v", ref, list, err)
			}
		}
	})
}
