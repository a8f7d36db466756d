package dbtest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestSharedServerDropsAbandonedDatabases: a process that begins to use a shared server
// drops the databases of ended processes and keeps those of running ones.
func TestSharedServerDropsAbandonedDatabases(t *testing.T) {
	o := Postgres(t)
	s, err := testServer()
	if err != nil {
		t.Fatal(err)
	}
	const noProcess = "t999999999_1_1"
	liveDatabaseName := fmt.Sprintf("t%d_1_1", os.Getpid())
	for _, name := range []string{noProcess, liveDatabaseName} {
		if err := s.exec("CREATE DATABASE " + name); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.exec("DROP DATABASE IF EXISTS " + name) })
	}
	if _, err := sharedServer(strconv.Itoa(s.port)); err != nil {
		t.Fatal(err)
	}
	var names string
	if err := OpenSQL(t, o).QueryRowContext(t.Context(), `SELECT string_agg(datname, ' ') FROM pg_database`).Scan(&names); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(names, noProcess) || !strings.Contains(names, liveDatabaseName) || !strings.Contains(names, "postgres") {
		t.Errorf("the databases are %s", names)
	}
}

func TestMissingSharedServerIsAnError(t *testing.T) {
	if _, err := sharedServer("no port"); err == nil || !strings.Contains(err.Error(), portVariable) {
		t.Errorf("the error is %v", err)
	}
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sharedServer(strconv.Itoa(port)); err == nil || !strings.Contains(err.Error(), portVariable) {
		t.Errorf("the error is %v", err)
	}
}

// TestStopRemovesTheServer: its directory is removed and its port is closed.
func TestStopRemovesTheServer(t *testing.T) {
	if os.Getenv(engineVariable) == "sqlite" {
		t.Skip(engineVariable + " is sqlite")
	}
	parentDir, err := os.MkdirTemp(testDataRoot(), serverDirPrefix+"stop-") // PostgreSQL may not enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(parentDir) })
	if err := os.Chmod(parentDir, 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := startPostgres(parentDir)
	if err != nil {
		t.Fatal(err)
	}
	s.stop()
	left, err := os.ReadDir(parentDir)
	if err != nil || len(left) > 0 || s.exec("SELECT 1") == nil {
		t.Errorf("%v is left of the server, %v", left, err)
	}
}
