package storage

import "context"

// MigrateDownTo reverts migrations. Tests use it to check what a migration does to rows.
func (db *DB) MigrateDownTo(ctx context.Context, version int64) error {
	p, err := db.migrationProvider()
	if err != nil {
		return err
	}
	_, err = p.DownTo(ctx, version)
	return err
}
