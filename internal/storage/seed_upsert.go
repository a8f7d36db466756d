package storage

import "strings"

// SeedUpdateSQL returns the end of the SQL of an upsert of a seed row. It sets the seed's hash
// and version, and updated_at if the hash changes. The upsert does not change a row that an
// administrator edited, that a newer seed wrote, or that has the same version and hash. Rule
// content-edits-stay.
func SeedUpdateSQL(table string) string {
	return strings.ReplaceAll(seedUpdateTemplate, "this.", table+".")
}

const seedUpdateTemplate = `seed_hash = excluded.seed_hash, seed_version = excluded.seed_version,
	updated_at = CASE WHEN this.seed_hash = excluded.seed_hash THEN this.updated_at ELSE excluded.updated_at END
	WHERE this.edited_at IS NULL AND (this.seed_version < excluded.seed_version
		OR this.seed_version = excluded.seed_version AND this.seed_hash <> excluded.seed_hash)`
