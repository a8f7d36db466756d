package storage

import "strings"

// Renewed ends an upsert of a row of the seed: it tells the row where it comes
// from, keeps the time of a text that stays as it is, and leaves alone what an
// administrator edited or a newer seed wrote.
func Renewed(table string) string { return strings.ReplaceAll(renewed, "this.", table+".") }

const renewed = `seed_hash = excluded.seed_hash, seed_version = excluded.seed_version,
	updated_at = CASE WHEN this.seed_hash = excluded.seed_hash THEN this.updated_at ELSE excluded.updated_at END
	WHERE this.edited_at IS NULL AND (this.seed_version < excluded.seed_version
		OR this.seed_version = excluded.seed_version AND this.seed_hash <> excluded.seed_hash)`
