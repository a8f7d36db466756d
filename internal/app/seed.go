package app

import (
	"context"
	"fmt"
	"log/slog"

	"colloquy/internal/billing"
	"colloquy/internal/catalogue"
	"colloquy/internal/config"
	"colloquy/internal/content"
	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/notices"
	"colloquy/internal/social"
	"colloquy/seed"
)

// loadSeed loads the catalogue, plans and texts of this binary's seed into the database. It
// announces new characters and articles. If personas is nil, it loads the personas of the seed.
func loadSeed(ctx context.Context, r rooms, personas []core.Persona) (_ catalogue.LoadCounts, err error) {
	if personas == nil {
		if personas, err = seed.Personas(); err != nil {
			return catalogue.LoadCounts{}, err
		}
	}
	categories, err := seed.Categories()
	if err != nil {
		return catalogue.LoadCounts{}, err
	}
	if err := r.catalogue.LoadCategories(ctx, categories); err != nil {
		return catalogue.LoadCounts{}, err
	}
	plans, err := billing.ParsePlans(seed.Plans())
	if err != nil {
		return catalogue.LoadCounts{}, err
	}
	if err := r.billing.LoadPlans(ctx, plans); err != nil {
		return catalogue.LoadCounts{}, err
	}
	if _, err := r.content.Load(ctx, seed.Content()); err != nil {
		return catalogue.LoadCounts{}, err
	}
	loadCounts, err := r.catalogue.LoadPersonas(ctx, personas)
	if err != nil {
		return loadCounts, err
	}
	return loadCounts, announceCharactersAndArticles(ctx, r, personas)
}

// announceCharactersAndArticles announces to users the characters and articles that the load has added.
func announceCharactersAndArticles(ctx context.Context, r rooms, personas []core.Persona) error {
	if err := r.notices.AnnounceCharacters(ctx, personas); err != nil {
		return err
	}
	articles, err := r.content.Articles(ctx)
	if err != nil {
		return err
	}
	list := make([]notices.Article, len(articles))
	for i, a := range articles {
		list[i] = notices.Article{ID: a.ID, Slug: a.Slug, Title: a.Title, Subtitle: a.Subtitle, CharacterSlugs: a.CharacterSlugs}
	}
	return r.notices.AnnounceArticles(ctx, list)
}

// Migrate applies the missing migrations of the schema and returns their number. Before a migration
// of SQLite it copies the database. There is a warning if the disk has no room for the copy. There
// is another if the version of the program cannot be recorded.
func Migrate(ctx context.Context, c config.Config, version string) (steps int, warnings []string, err error) {
	db, err := openDB(ctx, c)
	if err != nil {
		return 0, nil, err
	}
	defer db.Close()
	return db.MigrateWithCopy(ctx, version, systemClock(c).Now())
}

// Seed loads the seed of this binary into a migrated database. It returns an error if the
// database has another version of the schema.
func Seed(ctx context.Context, c config.Config) (catalogue.LoadCounts, error) {
	db, err := openDB(ctx, c)
	if err != nil {
		return catalogue.LoadCounts{}, err
	}
	defer db.Close()
	if current, newest, err := db.SchemaVersion(ctx); err != nil || current != newest {
		return catalogue.LoadCounts{}, fmt.Errorf("the database has version %d, this binary needs %d: run colloquy migrate first (%w)", current, newest, err)
	}
	clock := systemClock(c)
	queue := jobs.New(db, clock, slog.New(slog.DiscardHandler))
	noticeService, err := notices.New(ctx, notices.Deps{DB: db, Jobs: queue, Clock: clock, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return catalogue.LoadCounts{}, err
	}
	return loadSeed(ctx, rooms{
		catalogue: catalogue.New(catalogue.Deps{DB: db, Access: catalogueAccess{}, Social: catalogueSocial{social.NewStatsReader(db)}, Clock: clock, SeedVersion: seed.Version()}),
		content:   content.New(content.Deps{DB: db, Jobs: queue, Clock: clock, SeedVersion: seed.Version()}),
		billing:   billing.New(billing.Deps{DB: db, Clock: clock, SeedVersion: seed.Version()}),
		notices:   noticeService,
	}, nil)
}
