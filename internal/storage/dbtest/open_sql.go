package dbtest

import (
	"database/sql"
	"net/url"
	"path/filepath"
	"testing"

	"colloquy/internal/storage"
)

// OpenSQL opens a database with database/sql alone, as another program would. Tests use
// it in addition to a storage.DB, for example to hold locks or to change rows.
func OpenSQL(t testing.TB, o storage.Options) *sql.DB {
	t.Helper()
	driver, source := "pgx", o.URL
	if o.URL == "" {
		parameters := url.Values{"_pragma": {"busy_timeout(5000)"}, "_txlock": {"immediate"}}
		source = (&url.URL{Scheme: "file", Opaque: filepath.Join(o.DataDir, storage.SQLiteFile), RawQuery: parameters.Encode()}).String()
		driver = "sqlite"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
