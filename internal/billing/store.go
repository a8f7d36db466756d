package billing

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db *storage.DB }

func (s store) plan(ctx context.Context, id int) (core.Plan, error) {
	p := core.Plan{ID: id}
	var meta string
	err := s.db.Read().QueryRowContext(ctx,
		`SELECT plan_name, amount, currency, days, cycle, meta_data FROM plans WHERE id = $1 AND is_active`, id).
		Scan(&p.Name, &p.Amount, &p.Currency, &p.Days, &p.Cycle, &meta)
	if storage.IsNoRows(err) {
		return p, errNoPlan
	}
	if err != nil {
		return p, err
	}
	return p, storage.FromJSON(meta, &p.Meta)
}

// savePlan inserts a plan, or brings it up to date unless it was edited.
func (store) savePlan(ctx context.Context, tx storage.Querier, p core.Plan, now int64) error {
	meta, err := storage.JSON(p.Meta)
	if err != nil {
		return err
	}
	_, hash, err := core.Authored(p)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO plans (id, plan_name, amount, currency, days, cycle, meta_data, seed_hash, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
		ON CONFLICT (id) DO UPDATE SET plan_name = excluded.plan_name, amount = excluded.amount, currency = excluded.currency,
		days = excluded.days, cycle = excluded.cycle, meta_data = excluded.meta_data, seed_hash = excluded.seed_hash, updated_at = excluded.updated_at
		WHERE plans.edited_at IS NULL AND plans.seed_hash <> excluded.seed_hash`,
		p.ID, p.Name, p.Amount, p.Currency, p.Days, p.Cycle, meta, hash, now)
	return err
}
