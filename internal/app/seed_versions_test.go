package app_test

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/content"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// loadSeedVersion loads one row of each kind of the seed, like a binary with the given
// version of the seed. All rows contain text.
func loadSeedVersion(t *testing.T, db *storage.DB, version int64, text string) {
	t.Helper()
	ctx, clock := t.Context(), core.SystemClock{}
	catalogueService := catalogue.New(catalogue.Deps{DB: db, Clock: clock, SeedVersion: version})
	contentService := content.New(content.Deps{DB: db, Jobs: jobs.New(db, clock, slog.New(slog.DiscardHandler)), Clock: clock, SeedVersion: version})
	billingService := billing.New(billing.Deps{DB: db, Clock: clock, SeedVersion: version})
	file := func(format string) *fstest.MapFile { return &fstest.MapFile{Data: fmt.Appendf(nil, format, text)} }
	_, loadedPeople := catalogueService.LoadPersonas(ctx, []core.Persona{{ID: "c1", CharacterID: 1, Slug: "one", Name: text, Category: "Rulers", Initial: "A"}})
	_, loadedTexts := contentService.Load(ctx, fstest.MapFS{
		"sections.json":     file(`[{"id": 1, "section_key": "one", "title": %q}]`),
		"articles/one.json": file(`{"id": 1, "url_slug": "one", "title": %q, "date": "2026-01-01"}`),
		"pages/one.json":    file(`{"key": "one", "title": %q}`),
		"help.json":         file(`{"response_note": %q}`),
	})
	for _, err := range []error{
		loadedPeople, loadedTexts, catalogueService.LoadCategories(ctx, []core.Category{{ID: "rulers", Name: "Rulers", Description: text}}),
		billingService.LoadPlans(ctx, []billing.Plan{{ID: 1, Name: text, Currency: "USD"}}),
	} {
		if err != nil {
			t.Error(err)
		}
	}
}

// seedColumns has the tables that loadSeedVersion fills. For each table seedColumns names a column
// that contains the argument "text" of loadSeedVersion.
var seedColumns = map[string]string{
	"characters": "name", "categories": "description", "plans": "plan_name", "web_settings": "body", "articles": "summary", "pages": "body", "help": "body",
}

func wantSeedText(t *testing.T, db *storage.DB, situation, want string) {
	t.Helper()
	for table, column := range seedColumns {
		var got string
		if err := db.Reader().QueryRowContext(t.Context(), `SELECT `+column+` FROM `+table).Scan(&got); err != nil || !strings.Contains(got, want) {
			t.Errorf("%s: %s holds %q, want %q, %v", situation, table, got, want, err)
		}
	}
}

func TestOlderSeedDoesNotOverwriteNewerTexts(t *testing.T) {
	for name, c := range map[string]struct {
		loads []string // text and version of each load, in order
		want  string
	}{
		"the newer after the older":       {[]string{"old 1", "new 2"}, "new"},
		"the older after the newer":       {[]string{"new 2", "old 1"}, "new"},
		"in turn":                         {[]string{"old 1", "new 2", "old 1", "new 2", "old 1"}, "new"},
		"the same version, built again":   {[]string{"draft 2", "final 2"}, "final"},
		"a text that came back":           {[]string{"first 1", "first 3", "second 2"}, "first"},
		"a text that was never different": {[]string{"same 1", "same 2", "other 1"}, "same"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *storage.DB) {
				for _, load := range c.loads {
					var text string
					var version int64
					if _, err := fmt.Sscan(load, &text, &version); err != nil {
						t.Fatal(err)
					}
					loadSeedVersion(t, db, version, text)
				}
				wantSeedText(t, db, "in the end", c.want)
			})
		})
	}
}

func TestSeedDoesNotOverwriteEditedTexts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		loadSeedVersion(t, db, 2, "seed")
		err := db.Write(t.Context(), func(tx storage.Querier) error {
			for table, column := range seedColumns {
				if _, err := tx.ExecContext(t.Context(), `UPDATE `+table+` SET `+column+` = 'edited', edited_at = 5`); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for version := range int64(4) {
			loadSeedVersion(t, db, version, "another")
			wantSeedText(t, db, fmt.Sprintf("after version %d", version), "edited")
		}
	})
}

// TestNewerSeedWinsInParallelLoads: two versions of the seed are loaded in parallel, as
// during a rolling upgrade.
func TestNewerSeedWinsInParallelLoads(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		loadSeedVersion(t, db, 1, "old")
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() { loadSeedVersion(t, db, 1, "old") })
			wg.Go(func() { loadSeedVersion(t, db, 2, "new") })
		}
		wg.Wait()
		wantSeedText(t, db, "in the end", "new")
	})
}
