package billing

import (
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/seed"
)

func eachEngine(t *testing.T, fn func(t *testing.T, s *Service)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		fn(t, New(Deps{DB: db, Clock: clocktest.At(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))}))
	})
}

func loadPlans(t *testing.T, s *Service, plans ...Plan) {
	t.Helper()
	if err := s.LoadPlans(t.Context(), plans); err != nil {
		t.Fatal(err)
	}
}

// rules payment-plans, payment-plan-texts
func TestSeedHasMonthlyAndYearlyPlan(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Service) {
		plans, err := ParsePlans(seed.Plans())
		if err != nil {
			t.Fatal(err)
		}
		loadPlans(t, s, plans...)
		for id, want := range map[int]Plan{
			1: {MinorAmount: 100, Currency: "USD", Days: 30, Cycle: "monthly"},
			2: {MinorAmount: 2400, Currency: "USD", Days: 365, Cycle: "yearly"},
		} {
			got, err := s.Plan(t.Context(), id)
			if err != nil || got.MinorAmount != want.MinorAmount || got.Currency != want.Currency || got.Days != want.Days || got.Cycle != want.Cycle {
				t.Errorf("plan %d: %+v, %v", id, got, err)
			}
			if got.Name == "" || got.Texts.Title == "" || got.Texts.SubTitle == "" || got.Texts.Description == "" || got.Texts.SubDescription == "" {
				t.Errorf("plan %d lacks a text: %+v", id, got)
			}
		}
		if _, err := s.Plan(t.Context(), 3); core.KindOf(err) != core.NotFound {
			t.Errorf("plan 3: %v", err)
		}
	})
}

// rule content-edits-stay
func TestLoadingPlansKeepsEdits(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Service) {
		loadPlans(t, s, Plan{ID: 1, Name: "Old", MinorAmount: 100, Currency: "USD"}, Plan{ID: 2, Name: "Old", MinorAmount: 200, Currency: "USD"})
		ctx := t.Context()
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `UPDATE plans SET amount = 150, edited_at = 1 WHERE id = 1`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		loadPlans(t, s, Plan{ID: 1, Name: "New", MinorAmount: 300, Currency: "USD"}, Plan{ID: 2, Name: "New", MinorAmount: 300, Currency: "USD"})
		editedPlan, _ := s.Plan(ctx, 1)
		loadedPlan, _ := s.Plan(ctx, 2)
		if editedPlan.MinorAmount != 150 || editedPlan.Name != "Old" || loadedPlan.MinorAmount != 300 || loadedPlan.Name != "New" {
			t.Errorf("%+v, %+v", editedPlan, loadedPlan)
		}
	})
}

func TestInactivePlanIsNotFound(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Service) {
		loadPlans(t, s, Plan{ID: 1, Name: "One", MinorAmount: 100, Currency: "USD"})
		ctx := t.Context()
		s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `UPDATE plans SET is_active = FALSE`)
			return err
		})
		if _, err := s.Plan(ctx, 1); core.KindOf(err) != core.NotFound {
			t.Errorf("%v", err)
		}
	})
}
