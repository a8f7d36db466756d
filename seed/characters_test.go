package seed_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/seed"
)

// isHistoricalID reports whether the character with this character_id is a person who lived
// (rule catalogue-numbers).
func isHistoricalID(characterID int) bool { return characterID <= 255 }

// TestEveryCharacterIDExists: the character_ids are 1 to 10, 12 to 267 and 273 to 293.
// rule catalogue-numbers
func TestEveryCharacterIDExists(t *testing.T) {
	expectedIDs := map[int]bool{}
	for number := 1; number <= 293; number++ {
		if number != 11 && (number <= 267 || number >= 273) {
			expectedIDs[number] = true
		}
	}
	for _, p := range allPersonas(t) {
		if !expectedIDs[p.CharacterID] {
			t.Errorf("%s has the number %d", p.Slug, p.CharacterID)
		}
		delete(expectedIDs, p.CharacterID)
	}
	for number := range expectedIDs {
		t.Errorf("character_id %d is missing", number)
	}
}

// Historical figures died at least fifty years ago, know nothing that is later than
// their death, and have a fact sheet.
// rule catalogue-historical
func TestHistoricalFiguresHaveTheirFacts(t *testing.T) {
	const lastYear = 1976
	for _, p := range allPersonas(t) {
		if !isHistoricalID(p.CharacterID) {
			continue
		}
		if p.Horizon.Year > lastYear {
			t.Errorf("%s knows of %d", p.Slug, p.Horizon.Year)
		}
		f := p.Facts
		if f.Born == "" || f.Died == "" || f.KnownFor == "" || f.FurtherReading == "" || len(f.DatedFacts) < 3 {
			t.Errorf("%s has an incomplete fact sheet: %+v", p.Slug, f)
		}
	}
}

// TestOnlyChildrenAreMarkedAsMinors: prompts and the demo responder recognise children only by the
// field minor.
// rule safety-minors
func TestOnlyChildrenAreMarkedAsMinors(t *testing.T) {
	for _, p := range allPersonas(t) {
		if want := p.Slug == "alice-in-wonderland"; p.Minor != want {
			t.Errorf("%s is marked as a minor: %v", p.Slug, p.Minor)
		}
	}
}

// TestInventedPersonasHaveAScene: each persona from character_id 273 on has a scene of 40 words or
// more.
func TestInventedPersonasHaveAScene(t *testing.T) {
	for _, p := range allPersonas(t) {
		if p.CharacterID >= 273 && countWords(p.Scene) < 40 {
			t.Errorf("%s needs a scene", p.Slug)
		}
	}
}

// TestInventedPersonasHaveAnEmblem: each persona from character_id 273 on has an emblem as its
// portrait. A head would invent a likeness. Only the lighthouse keeper has a head, because his
// sou'wester and beard say more than an emblem.
func TestInventedPersonasHaveAnEmblem(t *testing.T) {
	for _, p := range allPersonas(t) {
		isHead := p.Portrait["emblem"] == nil
		if p.CharacterID >= 273 && isHead != (p.Slug == "last-lighthouse-keeper") {
			t.Errorf("%s has a head: %v", p.Slug, isHead)
		}
	}
}

func TestSixtyPersonasAreComplete(t *testing.T) {
	const full, least = 60, 6
	n := 0
	for _, p := range allPersonas(t) {
		if len(p.Topics) >= least {
			n++
		}
	}
	if n < full {
		t.Errorf("%d personas have %d topics or more, want %d", n, least, full)
	}
}

// rule catalogue-portraits
func TestPortraitsAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, p := range allPersonas(t) {
		file, err := fs.ReadFile(seed.Portraits(), p.Slug+"-card.webp")
		if err != nil {
			t.Error(err)
			continue
		}
		if other := seen[string(file)]; other != "" {
			t.Errorf("%s looks like %s", p.Slug, other)
		}
		seen[string(file)] = p.Slug
	}
}

func TestPortraitFilesAreSmall(t *testing.T) {
	const most = 24 << 20
	var total int64
	for _, p := range allPersonas(t) {
		for _, cut := range []string{"coin", "card", "plate"} {
			info, err := fs.Stat(seed.Portraits(), p.Slug+"-"+cut+".webp")
			if err != nil {
				t.Error(err)
				continue
			}
			total += info.Size()
		}
	}
	if total > most {
		t.Errorf("the portraits take %d bytes, at most %d", total, most)
	}
}

// TestGreetingsAndFarewellsVary: at most one in seven of the greetings, and of the
// farewells, begin with the same word.
func TestGreetingsAndFarewellsVary(t *testing.T) {
	list := allPersonas(t)
	maxPerFirstWord := len(list) / 7
	greetingsByFirstWord, byesByFirstWord := map[string]int{}, map[string]int{}
	for _, p := range list {
		greetingsByFirstWord[firstWord(p.Greeting)]++
		byesByFirstWord[firstWord(p.Voice.Bye)]++
	}
	for what, counts := range map[string]map[string]int{"greetings": greetingsByFirstWord, "farewells": byesByFirstWord} {
		for word, n := range counts {
			if n > maxPerFirstWord {
				t.Errorf("%d of %d %s begin with %q", n, len(list), what, word)
			}
		}
	}
}

func firstWord(s string) string {
	return strings.Trim(strings.ToLower(strings.Fields(s)[0]), ".,;:!")
}

// TestStartersAreOneQuestion: a starter is one question on one line, because users tap it
// on a phone.
func TestStartersAreOneQuestion(t *testing.T) {
	const longest = 56
	for _, p := range allPersonas(t) {
		for _, topic := range p.Topics {
			if strings.Contains(topic.Question, ", and ") || len(topic.Question) > longest {
				t.Errorf("%s: %q", p.Slug, topic.Question)
			}
		}
	}
}

// rule prompt-care
func TestPersonasHaveTheirReasonsForCare(t *testing.T) {
	personaCountByCare := map[core.CareReason]int{}
	for _, p := range allPersonas(t) {
		for _, c := range p.CareReasons {
			personaCountByCare[c]++
		}
		deathYears := core.YearsIn(p.Facts.Died)
		if recent := len(deathYears) > 0 && deathYears[0] > 1945; p.HasCareReason(core.CareEstate) != recent {
			t.Errorf("%s has care for an estate: %v, died %s", p.Slug, !recent, p.Facts.Died)
		}
		switch p.Slug {
		case "hafez", "julian-of-norwich", "meister-eckhart":
			if p.HasCareReason(core.CareHarmDone) || !p.HasCareReason(core.CareRevered) {
				t.Errorf("%s has %v", p.Slug, p.CareReasons)
			}
		}
	}
	for _, c := range []core.CareReason{core.CareHarmDone, core.CareHarmSuffered, core.CareRevered, core.CareSelfHarm, core.CareEstate} {
		if personaCountByCare[c] < 10 {
			t.Errorf("%d personas with %s", personaCountByCare[c], c)
		}
	}
}

// rule safety-horizon
func TestFactsAfterTheHorizonAreMarked(t *testing.T) {
	afterHorizonFactCount := 0
	for _, p := range allPersonas(t) {
		for _, f := range p.Facts.DatedFacts {
			years := core.YearsIn(f.Year)
			if later := len(years) > 0 && slices.Min(years) > p.Horizon.Year; later != f.IsAfterHorizon {
				t.Errorf("%s: %s is marked as after %d: %v", p.Slug, f.Year, p.Horizon.Year, f.IsAfterHorizon)
			}
			if f.IsAfterHorizon {
				afterHorizonFactCount++
			}
		}
	}
	if afterHorizonFactCount < 15 {
		t.Errorf("%d facts are marked", afterHorizonFactCount)
	}
}
