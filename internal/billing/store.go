package billing

import (
	"context"
	"strconv"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct {
	db         *storage.DB
	brokenRows *storage.BrokenRowLog
}

func (s store) plan(ctx context.Context, id int) (Plan, error) {
	p := Plan{ID: id}
	var meta string
	err := s.db.Reader().QueryRowContext(ctx,
		`SELECT plan_name, amount, currency, days, cycle, meta_data FROM plans WHERE id = $1 AND is_active`, id).
		Scan(&p.Name, &p.MinorAmount, &p.Currency, &p.Days, &p.Cycle, &meta)
	if storage.IsNoRows(err) {
		return p, errNoPlan
	}
	if err != nil {
		return p, err
	}
	if err := storage.DecodeRow("plans", strconv.Itoa(id), meta, &p.Texts); s.brokenRows.LogIfBroken(ctx, err) {
		return p, errNoPlan
	}
	return p, nil
}

// savePlan upserts a plan, unless an administrator edited it or a newer seed wrote
// it.
func (store) savePlan(ctx context.Context, tx storage.Querier, p Plan, version, now int64) error {
	meta, err := storage.ToJSON(p.Texts)
	if err != nil {
		return err
	}
	_, hash, err := core.EncodeAuthored(p)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO plans (id, plan_name, amount, currency, days, cycle, meta_data, seed_hash, created_at, updated_at, seed_version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
		ON CONFLICT (id) DO UPDATE SET plan_name = excluded.plan_name, amount = excluded.amount, currency = excluded.currency,
		days = excluded.days, cycle = excluded.cycle, meta_data = excluded.meta_data, `+storage.SeedUpdateSQL("plans"),
		p.ID, p.Name, p.MinorAmount, p.Currency, p.Days, p.Cycle, meta, hash, now, version)
	return err
}
