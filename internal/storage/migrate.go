package storage

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// ErrNewerDatabase reports that a newer binary has migrated the database.
var ErrNewerDatabase = errors.New("storage: the database is newer than this binary")

// ErrOlderDatabase reports that a migration of this binary is missing in the database.
var ErrOlderDatabase = errors.New("storage: the database is older than this binary")

// Migrate applies the missing migrations and returns how many it applied. It returns
// ErrNewerDatabase if a newer binary has migrated the database.
func (db *DB) Migrate(ctx context.Context) (int, error) {
	p, err := db.migrationProvider()
	if err != nil {
		return 0, err
	}
	current, newest, err := schemaVersions(ctx, p)
	if err != nil {
		return 0, err
	}
	if current > newest {
		return 0, db.explainNewerSchema(current, newest)
	}
	if current == newest {
		return 0, nil
	}
	results, err := p.Up(ctx)
	if err != nil {
		return len(results), fmt.Errorf("storage: migrate: %w", err)
	}
	return len(results), nil
}

func newerSchemaError(current, newest int64) error {
	return fmt.Errorf("%w (version %d, this binary knows %d)", ErrNewerDatabase, current, newest)
}

// explainNewerSchema returns an ErrNewerDatabase that says how to go on.
func (db *DB) explainNewerSchema(current, newest int64) error {
	advice := "start the newer one, or undo its migration with colloquy rollback"
	if db.engine == Postgres {
		advice = "start the newer one, or restore the dump from before its migration"
	}
	return fmt.Errorf("%w: %s", newerSchemaError(current, newest), advice)
}

// checkVersion returns an error unless the database has the version of the binary.
func (db *DB) checkVersion(ctx context.Context) error {
	current, newest, err := db.SchemaVersion(ctx)
	switch {
	case err != nil:
		return err
	case current > newest:
		return db.explainNewerSchema(current, newest)
	case current < newest:
		return fmt.Errorf("%w (version %d, this binary needs %d): start the server of this version, or run colloquy migrate", ErrOlderDatabase, current, newest)
	}
	return nil
}

// SchemaVersion returns the schema version of the database, and the newest schema version that the
// binary knows.
func (db *DB) SchemaVersion(ctx context.Context) (current, newest int64, err error) {
	p, err := db.migrationProvider()
	if err != nil {
		return 0, 0, err
	}
	return schemaVersions(ctx, p)
}

func schemaVersions(ctx context.Context, p *goose.Provider) (current, newest int64, err error) {
	current, err = p.GetDBVersion(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("storage: schema version: %w", err)
	}
	for _, s := range p.ListSources() {
		newest = max(newest, s.Version)
	}
	return current, newest, nil
}

func (db *DB) migrationProvider() (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, "migrations/"+string(db.engine))
	if err != nil {
		return nil, err
	}
	if db.engine == SQLite {
		return goose.NewProvider(goose.DialectSQLite3, db.writePool, dir)
	}
	// Replicas may start at the same time: the lock lets only one of them migrate.
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, db.writePool, dir, goose.WithSessionLocker(locker))
}
