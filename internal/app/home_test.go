package app_test

import (
	"testing"
	"time"

	"colloquy/internal/app/apptest"
)

// homeSection is a section of the home page in an answer.
type homeSection struct {
	Key  string `json:"section_key"`
	Meta struct {
		Characters []homeCharacter `json:"characters"`
		Items      []struct {
			Character *homeCharacter `json:"character"`
		} `json:"items"`
	} `json:"meta_data"`
}

type homeCharacter struct {
	CharacterID int    `json:"character_id"`
	Category    string `json:"category"`
	IsFree      bool   `json:"is_free"`
}

// TestHomeShowsNobodyTwice checks the home page of the seed on 30 days.
// rule home-by-day
func TestHomeShowsNobodyTwice(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		sizeBySection := map[string]int{"profile_cards": 12, "explore_characters": 6, "footer_characters": 18, "accordions": 1}
		firstCharacterIDs := map[int]bool{}
		for range 30 {
			var sections []homeSection
			e.NewVisitor().Do("GET", "/admin/web-settings", nil).Want(200).Into(&sections)
			sectionByCharacter := map[int]string{}
			for _, s := range sections {
				checkHomeSection(t, s, sectionByCharacter, sizeBySection[s.Key])
			}
			firstCharacterIDs[sections[1].Meta.Characters[0].CharacterID] = true
			e.Clock.Advance(24 * time.Hour)
		}
		if len(firstCharacterIDs) < 10 {
			t.Errorf("30 days begin with %d people", len(firstCharacterIDs))
		}
	})
}

func checkHomeSection(t *testing.T, s homeSection, sectionByCharacter map[int]string, size int) {
	t.Helper()
	list := s.Meta.Characters
	if len(list) != size {
		t.Errorf("%s has %d characters, want %d", s.Key, len(list), size)
	}
	if size > 1 && !list[0].IsFree {
		t.Errorf("%s begins with a paid character", s.Key)
	}
	for _, item := range s.Meta.Items {
		if item.Character != nil {
			list = append(list, *item.Character)
		}
	}
	for _, c := range list {
		if other, found := sectionByCharacter[c.CharacterID]; found {
			t.Errorf("%d is in %s and in %s", c.CharacterID, other, s.Key)
		}
		sectionByCharacter[c.CharacterID] = s.Key
	}
}
