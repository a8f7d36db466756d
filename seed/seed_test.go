package seed_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"colloquy/internal/core"
	"colloquy/seed"
)

func allPersonas(t *testing.T) []core.Persona {
	t.Helper()
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestPersonasFollowTheSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(seed.PersonaSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("persona.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("persona.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Glob(os.DirFS("."), "personas/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no personas: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchemaRefusesInvalidPersonas checks that the schema rejects invalid personas.
func TestSchemaRefusesInvalidPersonas(t *testing.T) {
	doc, _ := jsonschema.UnmarshalJSON(bytes.NewReader(seed.PersonaSchema))
	c := jsonschema.NewCompiler()
	if err := c.AddResource("s.json", doc); err != nil {
		t.Fatal(err)
	}
	schema := c.MustCompile("s.json")
	validPersona, err := os.ReadFile("personas/ada-lovelace.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"a forbidden number":          {`"character_id": 20`, `"character_id": 11`},
		"an unknown category":         {`"Scientists & Inventors"`, `"Scientists"`},
		"a greeting with no question": {`?",`, `.",`},
		"an unknown field":            {`"is_free"`, `"price": 1, "is_free"`},
		"a saying without a source":   {`"status": "documented"`, `"status": "documented", "note": ""`},
		"a saying without a speaker":  {`"status": "documented"`, `"status": "character"`},
		"a speaker of its own saying": {`"status": "documented"`, `"status": "documented", "speaker": "Ada"`},
		"an unknown care":             {`"is_free"`, `"care": ["sensitive"], "is_free"`},
		"harm without a notice":       {`"is_free"`, `"care": ["harm_done"], "is_free"`},
		"a moment that asks nothing":  {"\n}\n", `, "moments": [{"year": 1840, "label": "A year", "place": "London", "scene": "A room.", "greeting": "Good day to you."}]}`},
		"an unknown length":           {"\n}\n", `, "length": "long"}`},
		"a former slug twice":         {`"is_free"`, `"former_slugs": ["ada", "ada"], "is_free"`},
		"two samples":                 {"\n}\n", `, "samples": [{"kind": "short", "user": "Yes?", "char": "No."}, {"kind": "short", "user": "No?", "char": "Yes."}]}`},
	} {
		invalidPersona := strings.Replace(string(validPersona), change[0], change[1], 1)
		if invalidPersona == string(validPersona) {
			t.Fatalf("%s: the persona has no %s", name, change[0])
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(invalidPersona))
		if err == nil && schema.Validate(v) == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// rule catalogue-identities
func TestIdentitiesAreUnique(t *testing.T) {
	slugByKey := map[string]string{}
	for _, p := range allPersonas(t) {
		for _, key := range []string{"id " + p.ID, "slug " + p.Slug, "name " + p.Name, fmt.Sprint("number ", p.CharacterID)} {
			if other := slugByKey[key]; other != "" {
				t.Errorf("%s and %s share %s", p.Slug, other, key)
			}
			slugByKey[key] = p.Slug
		}
	}
}

// rule catalogue-former-slugs
func TestFormerSlugsAreNobodysSlugs(t *testing.T) {
	list, ownerBySlug := allPersonas(t), map[string]string{}
	for _, p := range list {
		ownerBySlug[p.Slug] = p.Slug
	}
	formerSlugCount := 0
	for _, p := range list {
		for _, slug := range p.FormerSlugs {
			if other := ownerBySlug[slug]; other != "" {
				t.Errorf("%s was the slug of %s and is of %s", slug, p.Slug, other)
			}
			ownerBySlug[slug] = p.Slug
			formerSlugCount++
		}
	}
	if formerSlugCount == 0 {
		t.Error("nobody has a former slug")
	}
}

// TestFormerPersonsKeepTheirPortraits: a replaced person still has portraits, because some
// services keep the person.
// rule seed-person-replaced
func TestFormerPersonsKeepTheirPortraits(t *testing.T) {
	for _, p := range allPersonas(t) {
		for _, slug := range p.FormerSlugs {
			for _, cut := range []string{"coin", "card", "plate"} {
				if info, err := fs.Stat(seed.Portraits(), slug+"-"+cut+".webp"); err != nil || info.Size() == 0 {
					t.Errorf("%s has no %s: %v", slug, cut, err)
				}
			}
		}
	}
}

// rule catalogue-categories
func TestEveryCategoryHasACharacter(t *testing.T) {
	const categories = 24
	usedCategories := map[string]bool{}
	for _, p := range allPersonas(t) {
		usedCategories[p.Category] = true
	}
	if len(usedCategories) != categories {
		t.Errorf("%d categories are used, want %d", len(usedCategories), categories)
	}
}

// rule catalogue-featured
func TestFeaturedSixExist(t *testing.T) {
	for _, number := range []int{20, 21, 22, 183, 174, 64} {
		if !slices.ContainsFunc(allPersonas(t), func(p core.Persona) bool { return p.CharacterID == number }) {
			t.Errorf("character_id %d is featured and missing", number)
		}
	}
}

// rule catalogue-free-share
func TestAboutTwoThirdsAreFree(t *testing.T) {
	list, freeCount := allPersonas(t), 0
	for _, p := range list {
		if p.IsFree {
			freeCount++
		}
	}
	if share := float64(freeCount) / float64(len(list)); share < 0.58 || share > 0.75 {
		t.Errorf("%d of %d are free", freeCount, len(list))
	}
}

func TestTagsAreInTheVocabulary(t *testing.T) {
	const most = 120
	text, err := os.ReadFile("tags.json")
	if err != nil {
		t.Fatal(err)
	}
	var vocabulary []string
	if err := json.Unmarshal(text, &vocabulary); err != nil {
		t.Fatal(err)
	}
	if len(vocabulary) > most || !slices.IsSorted(vocabulary) {
		t.Errorf("%d tags, want at most %d, sorted", len(vocabulary), most)
	}
	for _, p := range allPersonas(t) {
		for _, tag := range p.Tags {
			if _, known := slices.BinarySearch(vocabulary, tag); !known {
				t.Errorf("%s: %q is not in tags.json", p.Slug, tag)
			}
		}
	}
}

func countWords(s string) int { return len(strings.Fields(s)) }

func TestTextLengthsAreWithinLimits(t *testing.T) {
	checkWordCount := func(p core.Persona, what, text string, minLength, maxLength int) {
		if n := countWords(text); n < minLength || n > maxLength {
			t.Errorf("%s: %s has %d words, want %d to %d", p.Slug, what, n, minLength, maxLength)
		}
	}
	for _, p := range allPersonas(t) {
		checkWordCount(p, "designation", p.Designation, 1, 8)
		checkWordCount(p, "description", p.Description, 5, 30)
		checkWordCount(p, "bio", p.Bio, 60, 120)
		checkWordCount(p, "greeting", p.Greeting, 8, 45)
		for _, topic := range p.Topics {
			for _, text := range topic.Texts {
				checkWordCount(p, "topic "+topic.Key, text, 8, 110)
			}
		}
	}
}

// textsUsersRead returns all texts of a persona that users read.
func textsUsersRead(p core.Persona) []string {
	out := []string{p.Description, p.Bio, p.Greeting, p.Voice.Bye, p.Scene}
	for _, topic := range p.Topics {
		out = append(out, topic.Texts...)
	}
	for _, s := range p.Sayings {
		out = append(out, s.Text)
	}
	return append(append(out, p.Voice.Openers...), p.Voice.DontKnowAnswers...)
}

func TestNoTwoTextsShareEightWords(t *testing.T) {
	const run = 8
	seen := map[string]string{}
	for _, p := range allPersonas(t) {
		for i, text := range textsUsersRead(p) {
			w := strings.Fields(strings.ToLower(text))
			location := fmt.Sprintf("%s, text %d", p.Slug, i)
			for at := 0; at+run <= len(w); at++ {
				key := strings.Join(w[at:at+run], " ")
				if other, ok := seen[key]; ok && other != location {
					t.Errorf("%q stands in %s and in %s", key, other, location)
				}
				seen[key] = location
			}
		}
	}
}

var placeholderPattern = regexp.MustCompile(`(?i)lorem|\bTBD\b|\{\{|\[[a-z ]+\]|as an ai\b`)

func TestNoPlaceholderIsLeft(t *testing.T) {
	for _, p := range allPersonas(t) {
		for _, text := range textsUsersRead(p) {
			if match := placeholderPattern.FindString(text); match != "" {
				t.Errorf("%s: %q in %q", p.Slug, match, text)
			}
		}
	}
}

// rule catalogue-portraits
func TestEveryPersonaHasItsPortrait(t *testing.T) {
	maxBytesByCut := map[string]int64{"coin": 16 << 10, "card": 27_000, "plate": 52_000}
	for _, p := range allPersonas(t) {
		for cut, limit := range maxBytesByCut {
			info, err := fs.Stat(seed.Portraits(), p.Slug+"-"+cut+".webp")
			if err != nil {
				t.Errorf("%s has no %s: %v", p.Slug, cut, err)
			} else if info.Size() == 0 || info.Size() > limit {
				t.Errorf("%s: the %s has %d bytes, limit %d", p.Slug, cut, info.Size(), limit)
			}
		}
	}
}

// pictureAddressPattern matches an address below /portraits/ in a text of the site.
var pictureAddressPattern = regexp.MustCompile(`"/portraits/([^"]+)"`)

func TestPicturesInTextsExist(t *testing.T) {
	pictureCount := 0
	err := fs.WalkDir(seed.Content(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(seed.Content(), name)
		for _, match := range pictureAddressPattern.FindAllSubmatch(text, -1) {
			pictureCount++
			if _, err := fs.Stat(seed.Portraits(), string(match[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		return err
	})
	if err != nil || pictureCount < 5 {
		t.Fatalf("%d pictures are named, %v", pictureCount, err)
	}
}

func TestEveryCategoryHasABackground(t *testing.T) {
	categories, err := seed.Categories()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range categories {
		if info, err := fs.Stat(seed.Portraits(), "ground-"+c.ID+".webp"); err != nil || info.Size() >= 6_000 {
			t.Errorf("%s: %v", c.ID, err)
		}
	}
}

func TestBannerVideosExist(t *testing.T) {
	for _, name := range []string{"hero.webm", "hero.mp4", "hero-m.webm", "hero-m.mp4"} {
		if info, err := fs.Stat(seed.Portraits(), name); err != nil || info.Size() == 0 || info.Size() >= 1_200_000 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
	for _, name := range []string{"hero.avi", "../video.json", ""} {
		if _, err := fs.Stat(seed.Portraits(), name); err == nil {
			t.Errorf("there is a %q", name)
		}
	}
}
