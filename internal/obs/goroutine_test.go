package obs_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"

	"colloquy/internal/obs"
)

func TestGoroutinePanicIsLoggedAndStopped(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewTextHandler(&out, nil))
	var g obs.Group
	hasSecondGoroutineRun := false
	g.Go(t.Context(), log, "first", func() { panic("what a person wrote") })
	g.Go(t.Context(), log, "second", func() { hasSecondGoroutineRun = true })
	g.Wait()
	if !hasSecondGoroutineRun {
		t.Error("the second goroutine did not run")
	}
	text := out.String()
	if !strings.Contains(text, "name=first") || strings.Contains(text, "what a person wrote") {
		t.Errorf("log: %s", text)
	}
}

// TestGoRecovers: a panic in a goroutine that the function Go started ends only this goroutine. It is
// logged.
func TestGoRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, nil))
		obs.Go(t.Context(), log, "alone", func() { panic("what a person wrote") })
		synctest.Wait()
		if text := out.String(); !strings.Contains(text, "name=alone") || !strings.Contains(text, "goroutine_test.go") || strings.Contains(text, "what a person wrote") {
			t.Errorf("log: %s", text)
		}
	})
}
