package main

import (
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/llm/fake"
	"colloquy/internal/media/s3/s3test"
	"colloquy/internal/storage/dbtest"
)

// SIGKILL ends the service during a reply. Later SIGKILL ends the command move-database while it
// copies rows. The next move-database copies all rows. The service on PostgreSQL then has each
// acknowledged line.
// rule operations-move-database
func TestKilledMoveBeginsAgain(t *testing.T) {
	target := dbtest.Postgres(t)
	model := &fake.Server{}
	pieces := strings.SplitAfter(strings.Repeat("word by word it comes ", 40), " ")
	model.SetScript(fake.Script{Pieces: pieces, PieceDelay: fake.Pause(2 * time.Millisecond)})
	upstream := httptest.NewServer(model)
	defer upstream.Close()
	c := &crashTest{t: t, options: apptest.SQLite(t), programPath: os.Args[0], flags: []string{"--llm-url", upstream.URL}}
	c.startServer()
	c.replaceUser(0)
	dir := c.options.DataDir
	if _, errOut, code := runCommand(t, dir, nil, "move-database", target.URL); code != 1 || errOut != "colloquy: a server uses "+dir+": stop it first, then run the command again\n" {
		t.Errorf("beside a running server: exit %d, %q", code, errOut)
	}
	c.killInReply(0)

	server := dbtest.OpenSQL(t, target)
	execTarget(t, server, `CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NULL; END $$`,
		`CREATE TRIGGER slow BEFORE INSERT ON messages EXECUTE FUNCTION slow()`)
	killMoveInCopy(t, dir, target.URL, server)
	execTarget(t, server, `DROP TRIGGER slow ON messages`, `DROP FUNCTION slow`)
	var n int
	if err := server.QueryRow(`SELECT COUNT(*) FROM users`).Scan(&n); err != nil || n != 0 {
		t.Errorf("%d users are left, %v", n, err)
	}
	var moved app.MovedDatabase
	if err := json.Unmarshal([]byte(commandOutput(t, dir, "move-database", target.URL, "--json")), &moved); err != nil {
		t.Fatal(err)
	}
	if moved.SQLite != filepath.Join(dir, "colloquy.db") || len(moved.Tables) < 60 || moved.RowCount == 0 {
		t.Errorf("moved %+v", moved)
	}
	c.options.URL = target.URL
	c.startServer()
	c.checkStoredMessages(strings.Join(pieces, ""))
	c.shutDown()
}

func execTarget(t *testing.T, server *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := server.ExecContext(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

// killMoveInCopy starts a move and kills it while PostgreSQL inserts messages. server is the target
// database.
func killMoveInCopy(t *testing.T, dir, url string, server *sql.DB) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "move-database", "--data-dir", dir)
	cmd.Env = append(os.Environ(), childProcessVariable+"=1", "COLLOQUY_DATABASE_URL="+url)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "messages are copied", func() bool {
		var n int
		err := server.QueryRow(`SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`).Scan(&n)
		return err == nil && n == 1
	})
	cmd.Process.Kill()
	cmd.Wait()
}

// rule operations-move-database
func TestMoveDatabasePrintsTablesOrTheFault(t *testing.T) {
	target, dir := dbtest.Postgres(t), apptest.SQLite(t).DataDir
	urlFile := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(urlFile, []byte(target.URL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "media"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "media", "a.webp"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	unreachableURL := "postgres://colloquy:canary@127.0.0.1:1/colloquy?connect_timeout=5"
	for name, c := range map[string]struct {
		env  []string
		args []string
		want string
	}{
		"no target":   {nil, nil, "name the PostgreSQL database: colloquy move-database --url-file FILE"},
		"two targets": {[]string{"COLLOQUY_DATABASE_URL=" + target.URL}, []string{unreachableURL}, "two databases are named"},
		"no file":     {nil, []string{"--url-file", urlFile + "-"}, "--url-file cannot be used: open "},
		"no server":   {nil, []string{unreachableURL}, "move: connect: failed to connect"},
		"another URL": {nil, []string{"mysql://canary@db/c"}, "must begin with postgres://"},
	} {
		out, errOut, code := runCommand(t, dir, c.env, append([]string{"move-database"}, c.args...)...)
		if code != 1 || out != "" || !strings.Contains(errOut, c.want) || strings.Contains(errOut, "canary") {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, errOut)
		}
	}
	out, errOut, code := runCommand(t, dir, []string{"COLLOQUY_BACKUP_DIR=" + t.TempDir()}, "move-database", "--url-file", urlFile)
	if code != 0 || errOut != "" || !strings.HasPrefix(out, "TABLE ") {
		t.Fatalf("exit %d, %q, %q", code, out, errOut)
	}
	for _, want := range []string{
		"\nPostgreSQL has all ", "\n- Set COLLOQUY_DATABASE_URL, or ", "\n- " + filepath.Join(dir, "colloquy.db") + " is unchanged.",
		"\n- Remove COLLOQUY_BACKUP_DIR or ", "\n- 1 pictures and recordings (3 bytes) are still in " + dir + "/media",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not print %q:\n%s", want, out)
		}
	}
	if _, errOut, code := runCommand(t, dir, nil, "move-database", "--url-file", urlFile); code != 1 || !strings.Contains(errOut, "the PostgreSQL database is not empty: it has rows in ") || !strings.Contains(errOut, "Otherwise make an empty database") {
		t.Errorf("again: exit %d, %q", code, errOut)
	}
	if _, errOut, code := runCommand(t, dir, nil, "audit"); code != 1 || !strings.Contains(errOut, "was moved to PostgreSQL: set COLLOQUY_DATABASE_URL") {
		t.Errorf("a command on the old database: exit %d, %q", code, errOut)
	}
	if out := commandOutput(t, dir, "audit", "--database-url-file", urlFile); !strings.Contains(out, "database.moved") {
		t.Errorf("the audit log of PostgreSQL is %q", out)
	}
}

// rule operations-move-media
func TestMoveMediaCopiesEachFileOnce(t *testing.T) {
	server, dir := s3test.Start(t), apptest.SQLite(t).DataDir
	if err := os.Mkdir(filepath.Join(dir, "media"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "media", "a.webp"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"COLLOQUY_MEDIA_URL=" + server.Address("pictures")}
	want := "The bucket store at " + server.Host + " has all files of " + filepath.Join(dir, "media") + ": 1 copied now, 0 were there. The folder is unchanged.\n"
	if out, errOut, code := runCommand(t, dir, env, "move-media"); code != 0 || out != want {
		t.Errorf("exit %d, %q, %q, want %q", code, out, errOut, want)
	}
	var again app.MovedMedia
	out, errOut, code := runCommand(t, dir, env, "move-media", "--json")
	if err := json.Unmarshal([]byte(out), &again); err != nil || code != 0 || again.CopiedFileCount != 0 || again.SkippedFileCount != 1 {
		t.Errorf("again: exit %d, %q, %q", code, out, errOut)
	}
	server.Intercept(func(w http.ResponseWriter, _ *http.Request) bool { return s3test.RespondError(w, 403, "AccessDenied") })
	if out, errOut, code := runCommand(t, dir, env, "move-media"); code != 1 || out != "" || !strings.HasPrefix(errOut, "colloquy: the bucket does not answer: s3: stat: ") || strings.Contains(errOut, "canary") {
		t.Errorf("refused: exit %d, %q, %q", code, out, errOut)
	}
}
