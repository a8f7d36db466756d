package storage

import (
	"database/sql"
	"database/sql/driver"
	"errors"
)

// IsUnique reports whether err says that a unique constraint or primary key
// refused a row.
func IsUnique(err error) bool {
	return isSQLiteUnique(err) || pgCode(err) == pgUnique
}

// IsNoRows reports whether err says that a query found nothing.
func IsNoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IsAway reports whether err says that the database did not answer, rather than
// that it refused what it was asked: nobody listens, it is starting or stopping,
// it has no connection left, or another process holds it. A database that cannot
// write counts as away too: its disk is full, broken or read-only. Waiting may
// help; the same statement will then do.
func IsAway(err error) bool {
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, errNoSpace) ||
		isSQLiteAway(err) || isPostgresAway(err)
}
