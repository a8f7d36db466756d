package content

import (
	"context"
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/seed"
)

// harness is a Service and a Home on an empty database, with fake characters.
type harness struct {
	*Service
	home       *Home[map[string]any, string]
	t          *testing.T
	characters *fakeCharacters
	mail       *recordedMail
	clock      *clocktest.Clock
	jobs       recordedJobs
}

// recordedJobs records the scheduled functions, so that tests can run them.
type recordedJobs map[string]func(context.Context) error

func (u recordedJobs) Every(kind string, _ time.Duration, fn func(context.Context) error) {
	u[kind] = fn
}

// fakeCharacters has a character for every number below 300 except 13, which is
// hidden.
type fakeCharacters struct{ queries int }

func (f *fakeCharacters) Stamps(_ context.Context, userID string, ids []int) (map[int]CharacterStamp[map[string]any], error) {
	f.queries++
	out := map[int]CharacterStamp[map[string]any]{}
	for _, id := range ids {
		if id != 13 && id < 300 {
			out[id] = CharacterStamp[map[string]any]{ID: "code", Slug: "someone", Name: "Someone", Picture: "/portraits/someone-plate.webp",
				IsLocked: userID == "", CharacterJSON: map[string]any{"character_id": id}}
		}
	}
	return out, nil
}

// PickByDay returns perCategory characters of each of three categories. Odd and even days have
// different characters. Characters with even numbers are free.
func (*fakeCharacters) PickByDay(_ context.Context, day int64, perCategory int) ([][]Candidate, error) {
	out := make([][]Candidate, 3)
	for category := range out {
		for n := range perCategory {
			id := 100*category + 20 + n + int(day%2)*perCategory
			out[category] = append(out[category], Candidate{id, id%2 == 0})
		}
	}
	return out, nil
}

func (*fakeCharacters) Categories(context.Context) ([]Category[string], error) {
	return []Category[string]{{"rulers", "RULERS"}, {"singers", "SINGERS"}}, nil
}

func eachEngine(t *testing.T, fn func(t *testing.T, b *harness)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		characters, mail, clock := &fakeCharacters{}, &recordedMail{}, clocktest.Ticking(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
		jobs := recordedJobs{}
		counter, err := limits.New(t.Context(), db, clock, jobs)
		if err != nil {
			t.Fatal(err)
		}
		service := New(Deps{
			DB: db, Mail: mail, Limits: counter, Jobs: jobs, Clock: clock,
			SupportEmail: "help@colloquy.example", BusinessAddress: "1 Post Street",
		})
		fn(t, &harness{service, NewHome(service, characters), t, characters, mail, clock, jobs})
	})
}

func (b *harness) load(dir fs.FS) LoadResult {
	b.t.Helper()
	result, err := b.Load(b.t.Context(), dir)
	if err != nil {
		b.t.Fatal(err)
	}
	return result
}

func (b *harness) execSQL(query string, args ...any) {
	b.t.Helper()
	dbtest.Exec(b.t, b.DB, query, args...)
}

// seedFiles returns a seed with the given sections, two articles and one page.
func seedFiles(sections string) fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"sections.json":     file(sections),
		"articles/one.json": file(`{"id":1,"url_slug":"one","title":"One","date":"2026-05-01","sections":[{"type":"paragraph","lead":true,"paragraph":"It begins."}]}`),
		"articles/two.json": file(`{"id":2,"url_slug":"two","title":"Two","date":"2026-06-01","sections":[]}`),
		"pages/about.json":  file(`{"key":"about","title":"About","sections":[{"type":"paragraph","paragraph":"We."}],"reviewNote":"Look."}`),
		"help.json":         file(`{"questions":[{"id":"why","question":"Why?","answer":"Because."}],"resources":[{"title":"Guide","link":"/community-guide"}]}`),
	}
}

const homeSections = `[
	{"id":2,"section_key":"tiles","is_active":true,"display_order":2,"meta_data":{"items":[{"character_id":7,"subtitle":"s"},{"character_id":13},{"key":"q","title":"Why?"}]}},
	{"id":1,"section_key":"row","is_active":false,"display_order":1,"meta_data":{"characters":[5,13,4],"max":6}},
	{"id":3,"section_key":"footer_categories","is_active":true,"display_order":3,"meta_data":{"categories":[],"termsContent":["Be kind."]}},
	{"id":4,"section_key":"some","is_active":true,"display_order":4,"meta_data":{"categories":["singers","gone"]}}]`

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func TestSectionsContainTheirCharactersAndCategories(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seedFiles(homeSections))
		list, err := b.home.Sections(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range list {
			got = append(got, c.Key+" "+jsonText(c.Meta))
		}
		want := []string{
			`row {"characters":[{"character_id":5},{"character_id":4}],"max":6}`,
			`tiles {"items":[{"assert":{"file":"/portraits/someone-plate.webp","type":"image"},"character":{"character_id":7},"character_id":7,"expiry_at":null,"id":"code","is_free":false,"is_locked":true,"name":"Someone","slug":"someone","subtitle":"s"},{"key":"q","title":"Why?"}]}`,
			`footer_categories {"categories":["RULERS","SINGERS"],"termsContent":["Be kind."]}`,
			`some {"categories":["SINGERS"]}`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("sections:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if b.characters.queries != 1 {
			t.Errorf("asked %d times for characters", b.characters.queries)
		}
		if list[0].IsActive || !list[1].IsActive {
			t.Error("is_active is lost")
		}
	})
}

func TestSectionIsFoundByKeyAndByID(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seedFiles(homeSections))
		byKey, err := b.home.SectionByKey(t.Context(), "", "footer_categories")
		if err != nil || byKey.ID != 3 || len(byKey.Meta.Categories) != 2 {
			t.Errorf("%+v, %v", byKey, err)
		}
		if byID, err := b.home.SectionByID(t.Context(), "", 1); err != nil || byID.Key != "row" {
			t.Errorf("%+v, %v", byID, err)
		}
		if _, err := b.home.SectionByKey(t.Context(), "", "nothing"); core.KindOf(err) != core.NotFound {
			t.Errorf("an unknown key: %v", err)
		}
	})
}

func TestWithdrawnArticlesAreNotFound(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seedFiles(homeSections))
		list, err := b.Articles(t.Context())
		if err != nil || len(list) != 2 || list[0].Slug != "two" || list[1].Sections != nil {
			t.Errorf("list: %+v, %v", list, err)
		}
		article, more, err := b.ArticleAndOthers(t.Context(), "one")
		if err != nil || article.Sections[0].Paragraph != "It begins." || len(more) != 1 || more[0].Slug != "two" {
			t.Errorf("one: %+v, %+v, %v", article, more, err)
		}
		b.execSQL(`UPDATE articles SET is_active = FALSE WHERE id = 1`)
		if _, _, err := b.ArticleAndOthers(t.Context(), "one"); core.KindOf(err) != core.NotFound {
			t.Errorf("a withdrawn article: %v", err)
		}
		if page, err := b.Page(t.Context(), "about"); err != nil || page.Title != "About" || page.LegalReviewNote != "Look." {
			t.Errorf("page: %+v, %v", page, err)
		}
		if _, err := b.Page(t.Context(), "nothing"); core.KindOf(err) != core.NotFound {
			t.Errorf("an unknown page: %v", err)
		}
	})
}

// rule content-edits-stay
func TestLoadingKeepsEditedTexts(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		if done := b.load(seedFiles(homeSections)); done.Changed != 8 {
			t.Errorf("first load changed %d rows", done.Changed)
		}
		if done := b.load(seedFiles(homeSections)); done.Changed != 0 {
			t.Errorf("the same seed changed %d rows", done.Changed)
		}
		b.execSQL(`UPDATE pages SET body = '{"title":"Ours"}', edited_at = 1`)
		changedSeed := seedFiles(strings.Replace(homeSections, `"max":6`, `"max":5`, 1))
		changedSeed["pages/about.json"] = &fstest.MapFile{Data: []byte(`{"key":"about","title":"Theirs"}`)}
		if done := b.load(changedSeed); done.Changed != 1 {
			t.Errorf("a changed section changed %d rows", done.Changed)
		}
		if page, err := b.Page(t.Context(), "about"); err != nil || page.Title != "Ours" {
			t.Errorf("an edited page became %+v, %v", page, err)
		}
	})
}

// rule home-safe-addresses
func TestLoadRefusesUnsafeAddresses(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for name, sections := range map[string]string{
			"an unknown field":   `[{"id":1,"section_key":"a","colour":"red"}]`,
			"a script":           `[{"id":1,"section_key":"a","cta_link":"javascript:alert(1)"}]`,
			"plain HTTP":         `[{"id":1,"section_key":"a","image_url":"http://x.example/a.png"}]`,
			"another host":       `[{"id":1,"section_key":"a","video_url":"//x.example/a.mp4"}]`,
			"a hidden host":      `[{"id":1,"section_key":"a","cta_link":"/\\x.example"}]`,
			"data in an address": `[{"id":1,"section_key":"a","image_url":"data:text/html,x"}]`,
			"a script in a tile": `[{"id":1,"section_key":"a","meta_data":{"items":[{"assert":{"type":"image","file":"javascript:alert(1)"}}]}}]`,
			"a foreign banner":   `[{"id":1,"section_key":"a","meta_data":{"mobile":{"image_url":"/ok.webp","video_url":"//x.example/a.mp4"}}}]`,
		} {
			if _, err := b.Load(t.Context(), seedFiles(sections)); err == nil {
				t.Errorf("%s was accepted", name)
			}
		}
		for name, file := range map[string][2]string{
			"a script above an article": {"articles/a.json", `{"id":1,"url_slug":"a","imageUrl":"javascript:alert(1)"}`},
			"a script in an article":    {"articles/a.json", `{"id":1,"url_slug":"a","sections":[{"type":"figure","imageUrl":"data:text/html,x"}]}`},
			"a script on a page":        {"pages/a.json", `{"key":"a","sections":[{"type":"figure","imageUrl":"http://x.example/a.png"}]}`},
		} {
			dir := seedFiles("[]")
			dir[file[0]] = &fstest.MapFile{Data: []byte(file[1])}
			if _, err := b.Load(t.Context(), dir); err == nil {
				t.Errorf("%s was accepted", name)
			}
		}
		b.load(seedFiles(`[{"id":1,"section_key":"a","cta_link":"/characters","image_url":"https://x.example/a.png","meta_data":{"title":"javascript:alert(1)"}}]`))
	})
}

// The seed has nine sections, in the order of the home page.
// rules home-sections, home-limits
func TestSeedHasEverySection(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seed.Content())
		list, err := b.home.Sections(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, c := range list {
			keys = append(keys, c.Key)
		}
		want := []string{"home_banner", "profile_cards", "action_figures", "explore_characters", "explore_categories", "feeds", "accordions", "footer_categories", "footer_characters"}
		if !slices.Equal(keys, want) {
			t.Errorf("sections %v, want %v", keys, want)
		}
		metaNumber := func(sectionIndex int, name string) float64 {
			return list[sectionIndex].Meta.storedFields[name].(float64)
		}
		if metaNumber(3, "max") != 6 || metaNumber(4, "max_category") != 9 || metaNumber(4, "max_character") != 6 || metaNumber(6, "max") != 3 || metaNumber(8, "max") != 18 {
			t.Error("a limit differs from rule home-limits")
		}
	})
}
