package app_test

import (
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/config"
)

// TestSeedingIsQuickAndRepeatable: the first start loads all personas in a short time, and
// the second one changes nothing.
func TestSeedingIsQuickAndRepeatable(t *testing.T) {
	c := config.Config{DataDir: t.TempDir()}
	if _, _, err := app.Migrate(t.Context(), c, "test"); err != nil {
		t.Fatal(err)
	}
	const everybody, limit = 287, 2 * raceSlowdown * time.Second
	startTime := time.Now()
	loadCounts, err := app.Seed(t.Context(), c)
	if err != nil || loadCounts.AddedCount != everybody {
		t.Fatalf("%+v, %v", loadCounts, err)
	}
	if elapsed := time.Since(startTime); elapsed > limit {
		t.Errorf("loading %d personas took %v, at most %v", everybody, elapsed, limit)
	}
	if again, err := app.Seed(t.Context(), c); err != nil || again.AddedCount+again.UpdatedCount > 0 {
		t.Errorf("a second time: %+v, %v", again, err)
	}
}
