package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the "pgx" driver
)

var server = sync.OnceValues(startPostgres)

// exec runs an administrative statement. It runs one statement at a time, because
// CREATE DATABASE locks its template.
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
