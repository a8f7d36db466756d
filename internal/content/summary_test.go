package content

import (
	"testing"

	"colloquy/internal/core"
)

// ArticleSummary returns an active article without its text.
func TestSummaryHasNoText(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seedFiles(homeSections))
		b.execSQL(`UPDATE articles SET is_active = FALSE WHERE id = 2`)
		got, err := b.ArticleSummary(t.Context(), "one")
		if err != nil || got.Title != "One" || got.Date != "2026-05-01" || len(got.Sections) != 0 {
			t.Errorf("the summary is %+v, %v", got, err)
		}
		for _, slug := range []string{"two", "three", ""} {
			if _, err := b.ArticleSummary(t.Context(), slug); core.KindOf(err) != core.NotFound {
				t.Errorf("that of %q is %v", slug, err)
			}
		}
	})
}

func TestPageKeysAreThoseOfTheSeed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.load(seedFiles(homeSections))
		if keys, err := b.PageKeys(t.Context()); err != nil || len(keys) != 1 || keys[0] != "about" {
			t.Errorf("the keys are %v, %v", keys, err)
		}
	})
}
