package storage

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// movedFile marks a data directory whose SQLite database was moved to PostgreSQL.
const movedFile = "moved-to-postgresql"

// ErrMoved reports that the SQLite database of a data directory was moved to PostgreSQL. A service
// that used it would work on old data (rule operations-move-database).
var ErrMoved = errors.New("storage: the database of this data directory was moved to PostgreSQL: set COLLOQUY_DATABASE_URL or COLLOQUY_DATABASE_URL_FILE; to use the old SQLite database again, delete the file " + movedFile + " in the data directory")

// MarkMoved marks a data directory as moved. After that Open refuses the directory's SQLite
// database.
func MarkMoved(dir string, at time.Time) error {
	return writeSyncedFile(filepath.Join(dir, movedFile), at.UTC().Format(time.RFC3339))
}

func checkNotMoved(dir string) error {
	_, err := os.Stat(filepath.Join(dir, movedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(ErrMoved, err)
}
