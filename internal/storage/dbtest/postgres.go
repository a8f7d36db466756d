package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the "pgx" driver

	"colloquy/internal/storage"
)

const templateDB = "colloquy_template"

var (
	server  = sync.OnceValues(startWithTemplate)
	counter atomic.Int64
)

// Postgres returns the options of a fresh PostgreSQL database, and drops it
// with the test.
func Postgres(t testing.TB) storage.Options {
	t.Helper()
	o, drop, err := Throwaway(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := drop(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// Throwaway returns the options of a fresh PostgreSQL database for programs that
// are no tests, and what drops it. The process's other files go to dir.
func Throwaway(dir string) (o storage.Options, drop func() error, err error) {
	s, err := server()
	if err != nil {
		return o, nil, err
	}
	name := fmt.Sprintf("t%d_%d", time.Now().UnixNano(), counter.Add(1))
	if err := s.exec("CREATE DATABASE " + name + " TEMPLATE " + templateDB); err != nil {
		return o, nil, err
	}
	drop = func() error { return s.exec("DROP DATABASE " + name + " WITH (FORCE)") }
	return storage.Options{URL: s.url(name), DataDir: dir}, drop, nil
}

func startWithTemplate() (*postgres, error) {
	s, err := startPostgres()
	if err != nil {
		return nil, err
	}
	if err := s.exec("CREATE DATABASE " + templateDB); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "colloquy-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	return s, migrate(storage.Options{URL: s.url(templateDB), DataDir: dir})
}

// exec runs an administrative statement. CREATE DATABASE of the same template
// cannot run twice at once, so statements take turns.
func (s *postgres) exec(statement string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	db, err := sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if _, err := db.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("dbtest: %s: %w", statement, err)
	}
	return nil
}
