package storage

import (
	"database/sql"
	"database/sql/driver"
	"errors"
)

// IsUniqueViolation reports whether err is a violation of a unique constraint or primary key.
func IsUniqueViolation(err error) bool {
	return isSQLiteUnique(err) || pgErrorCode(err) == pgUniqueCode
}

// IsForeignKeyViolation reports whether err is a violation of a foreign key: the row to which a new
// row refers does not exist.
func IsForeignKeyViolation(err error) bool {
	return isSQLiteForeignKey(err) || pgErrorCode(err) == pgForeignKeyCode
}

// IsNoRows reports whether err is sql.ErrNoRows.
func IsNoRows(err error) bool { return errors.Is(err, sql.ErrNoRows) }

// IsUnavailable reports whether err means that the database is unavailable; the same statement may
// succeed later. Causes:
//   - The database refuses connections or has no free connection.
//   - The database is starting or stopping.
//   - Another process has locked the database.
//   - The disk is full, damaged or read-only.
func IsUnavailable(err error) bool {
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, errNoSpace) ||
		isSQLiteUnavailable(err) || isPostgresUnavailable(err)
}
