package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"colloquy/internal/storage"
)

// Template is a template database. A process fills it once per engine, and the tests use copies. A
// copy is faster than a migration and new rows for each test.
type Template struct {
	fill func(ctx context.Context, o storage.Options) error
	file func() ([]byte, error) // the SQLite database
	name func() (string, error) // name of the PostgreSQL database
}

// NewTemplate returns a template with the rows that fill writes to an empty database. fill runs
// before the first copy on an engine. It must close the database that it opens.
func NewTemplate(fill func(ctx context.Context, o storage.Options) error) *Template {
	t := &Template{fill: fill}
	t.file = sync.OnceValues(t.fillSQLite)
	t.name = sync.OnceValues(t.fillPostgres)
	return t
}

// Each runs fn as a subtest on SQLite and on PostgreSQL, each with a copy of the
// template.
func (p *Template) Each(t *testing.T, fn func(t *testing.T, o storage.Options)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { fn(t, p.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { fn(t, p.Postgres(t)) })
}

// SQLite returns the options of a copy on SQLite.
func (p *Template) SQLite(t testing.TB) storage.Options {
	t.Helper()
	file, err := p.file()
	if err != nil {
		t.Fatal(err)
	}
	dir := newDataDir(t)
	if err := os.WriteFile(filepath.Join(dir, storage.SQLiteFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return storage.Options{DataDir: dir}
}

// engineVariable is an environment variable. With the value "sqlite" the tests on PostgreSQL
// are skipped. Otherwise they fail on a machine without PostgreSQL.
const engineVariable = "COLLOQUY_TEST_ENGINE"

// Postgres returns the options of a copy on PostgreSQL. The copy is dropped when the
// test ends.
func (p *Template) Postgres(t testing.TB) storage.Options {
	t.Helper()
	if os.Getenv(engineVariable) == string(storage.SQLite) {
		t.Skip(engineVariable + " is sqlite")
	}
	o, drop, err := p.newPostgresCopy(newDataDir(t))
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

// NewThrowawayDatabase creates an empty PostgreSQL database with the data directory dir. It returns
// the options of the database and a function that drops it. It is for benchmarks.
func NewThrowawayDatabase(dir string) (o storage.Options, drop func() error, err error) {
	return migratedTemplate.newPostgresCopy(dir)
}

func (p *Template) newPostgresCopy(dir string) (o storage.Options, drop func() error, err error) {
	template, err := p.name()
	if err != nil {
		return o, nil, err
	}
	s, err := testServer()
	if err != nil {
		return o, nil, err
	}
	name := newDatabaseName()
	if err := s.copyDatabase(name, template); err != nil {
		return o, nil, err
	}
	drop = func() error { return s.exec("DROP DATABASE " + name + " WITH (FORCE)") }
	return storage.Options{URL: s.url(name), DataDir: dir}, drop, nil
}

func (p *Template) fillSQLite() (file []byte, err error) {
	err = inTempDir(func(dir string) error {
		if err := p.fill(context.Background(), storage.Options{DataDir: dir}); err != nil {
			return err
		}
		file, err = os.ReadFile(filepath.Join(dir, storage.SQLiteFile))
		return err
	})
	return file, err
}

func (p *Template) fillPostgres() (string, error) {
	s, err := testServer()
	if err != nil {
		return "", err
	}
	name := newDatabaseName()
	if err := s.exec("CREATE DATABASE " + name); err != nil {
		return "", err
	}
	return name, inTempDir(func(dir string) error {
		return p.fill(context.Background(), storage.Options{URL: s.url(name), DataDir: dir})
	})
}

// inTempDir runs fn with a temporary directory and removes it afterwards.
func inTempDir(fn func(dir string) error) error {
	dir, err := os.MkdirTemp("", "colloquy-template-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return fn(dir)
}
