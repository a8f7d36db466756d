package storage

import "context"

// MigrateDownTo takes steps back, for tests of what a migration does to rows.
func (db *DB) MigrateDownTo(ctx context.Context, version int64) error {
	p, err := db.provider()
	if err != nil {
		return err
	}
	_, err = p.DownTo(ctx, version)
	return err
}
