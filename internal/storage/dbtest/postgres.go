package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the "pgx" driver
)

// portVariable is the environment variable with the loopback port of a PostgreSQL server
// that several test processes share. Without it each process starts its own server.
const portVariable = "COLLOQUY_TEST_POSTGRES_PORT"

// testServer returns the PostgreSQL server of the tests, and starts it if needed.
var testServer = sync.OnceValues(func() (*postgresServer, error) {
	if port := os.Getenv(portVariable); port != "" {
		return sharedServer(port)
	}
	if testing.Testing() {
		return startPostgres(testDataRoot())
	}
	return startPostgres(os.TempDir()) // benchmarks measure a disk, and testDataRoot may be in memory
})

// StartSharedServer starts a PostgreSQL server for several test processes. variable is the
// entry to add to their environment, as NAME=value. stop ends the server.
func StartSharedServer() (variable string, stop func(), err error) {
	s, err := startPostgres(testDataRoot())
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("%s=%d", portVariable, s.port), s.stop, nil
}

// StartOwnedDatabase starts a PostgreSQL server for benchmarks. It has one empty database, whose
// owner is not a superuser, as in installations. port is the loopback port. stop ends the server.
func StartOwnedDatabase(role, database string) (port int, stop func(), err error) {
	s, err := startPostgres(testDataRoot())
	if err != nil {
		return 0, nil, err
	}
	for _, statement := range []string{"CREATE ROLE " + role + " LOGIN", "CREATE DATABASE " + database + " OWNER " + role} {
		if err := s.exec(statement); err != nil {
			s.stop()
			return 0, nil, err
		}
	}
	return s.port, s.stop, nil
}

// sharedServer returns the server that another process started, and drops the databases
// of test processes that have ended.
func sharedServer(port string) (*postgresServer, error) {
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("dbtest: %s: %w", portVariable, err)
	}
	s := serverAt(n)
	return s, s.dropAbandonedDatabases()
}

// newDatabaseName returns a name that is unique among all test processes.
func newDatabaseName() string {
	return fmt.Sprintf("t%d_%d_%d", os.Getpid(), time.Now().UnixNano(), databaseCounter.Add(1))
}

var databaseCounter atomic.Int64

// ownerPID returns the id of the process that created a database. ok is false if the name is
// not from newDatabaseName.
func ownerPID(database string) (pid int, ok bool) {
	_, err := fmt.Sscanf(database, "t%d_", &pid)
	return pid, err == nil
}

// dropAbandonedDatabases drops the databases of test processes that have ended. A process drops the
// copies of its templates itself. It cannot drop the templates, because it does not know its last
// test. IF EXISTS is needed because several processes may drop one database at once.
func (s *postgresServer) dropAbandonedDatabases() error {
	db, err := s.openAdminPool()
	if err != nil {
		return err
	}
	var names string
	if err := db.QueryRow(`SELECT coalesce(string_agg(datname, ' '), '') FROM pg_database`).Scan(&names); err != nil {
		return fmt.Errorf("dbtest: the server of %s: %w", portVariable, err)
	}
	for name := range strings.FieldsSeq(names) {
		if pid, ok := ownerPID(name); ok && syscall.Kill(pid, 0) != nil {
			if err := s.exec("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
				return err
			}
		}
	}
	return nil
}

// serverAt returns the server on a loopback port.
func serverAt(port int) *postgresServer {
	s := &postgresServer{port: port}
	s.openAdminPool = sync.OnceValues(func() (*sql.DB, error) {
		db, err := sql.Open("pgx", s.url("postgres"))
		if err == nil {
			db.SetMaxOpenConns(1)
		}
		return db, err
	})
	return s
}

// copyDatabase creates a database as a copy of another one. From PostgreSQL 15 it uses the strategy
// file_copy. With the default strategy wal_log the first connection would rebuild the caches, which
// takes as long as the creation.
func (s *postgresServer) copyDatabase(name, template string) error {
	db, err := s.openAdminPool()
	if err != nil {
		return err
	}
	var version string
	if err := db.QueryRow("SHOW server_version_num").Scan(&version); err != nil {
		return fmt.Errorf("dbtest: version of the server: %w", err)
	}
	strategyClause := ""
	if version >= "150000" {
		strategyClause = " STRATEGY file_copy"
	}
	return s.exec("CREATE DATABASE " + name + " TEMPLATE " + template + strategyClause)
}

// exec runs an administrative statement. It runs one statement at a time, because
// CREATE DATABASE locks its template.
func (s *postgresServer) exec(statement string) error {
	db, err := s.openAdminPool()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if _, err := db.ExecContext(ctx, statement); err != nil {
		return fmt.Errorf("dbtest: %s: %w", statement, err)
	}
	return nil
}
