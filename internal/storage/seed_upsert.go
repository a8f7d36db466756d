package storage

import "strings"

// SeedUpdateSQL returns the end of the SQL of an upsert of a seed row. The upsert sets the seed's
// hash and version. It sets updated_at only if the hash changes. It does not change rows that an
// administrator edited or a newer seed wrote. It also keeps rows with this version and hash. Rule
// content-edits-stay.
func SeedUpdateSQL(table string) string {
	return strings.ReplaceAll(seedUpdateTemplate, "this.", table+".")
}

const seedUpdateTemplate = `seed_hash = excluded.seed_hash, seed_version = excluded.seed_version,
	updated_at = CASE WHEN this.seed_hash = excluded.seed_hash THEN this.updated_at ELSE excluded.updated_at END
	WHERE this.edited_at IS NULL AND (this.seed_version < excluded.seed_version
		OR this.seed_version = excluded.seed_version AND this.seed_hash <> excluded.seed_hash)`
