package storage

import (
	"database/sql"
	"errors"
)

// IsUnique reports whether err says that a unique constraint or primary key
// refused a row.
func IsUnique(err error) bool {
	return isSQLiteUnique(err) || pgCode(err) == pgUnique
}

// IsNoRows reports whether err says that a query found nothing.
func IsNoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }
