package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// withDatabase calls fn with an empty database of an engine, and deletes the database afterwards.
// subject says what fn measures. If PostgreSQL cannot be started, withDatabase prints subject and
// the error, and returns nil.
func withDatabase(engine storage.Engine, subject string, out io.Writer, fn func(storage.Options) error) (err error) {
	dir, err := os.MkdirTemp("", "colloquy-bench-database-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	dbOptions := storage.Options{DataDir: dir}
	if engine == storage.Postgres {
		var drop func() error
		if dbOptions, drop, err = dbtest.NewThrowawayDatabase(dir); err != nil {
			fmt.Fprintf(out, "\n%s on PostgreSQL: not measured: %v\n", subject, err)
			return nil
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	return fn(dbOptions)
}
