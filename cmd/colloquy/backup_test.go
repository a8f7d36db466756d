package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/backup"
	"colloquy/internal/media/s3/s3test"
	"colloquy/internal/storage"
)

// backupDrill is a server under load, which is backed up, killed and restored.
type backupDrill struct {
	*crashTest
	mu                sync.Mutex
	acknowledgedLines map[string][]string // acknowledged lines of each user, by email address
	stop              chan struct{}
	senders           sync.WaitGroup
	people            []*apptest.Client
}

func newDrill(t *testing.T) *backupDrill {
	d := &backupDrill{crashTest: &crashTest{t: t, options: apptest.SQLite(t), programPath: os.Args[0], flags: []string{"--llm", "demo"}}, acknowledgedLines: map[string][]string{}, stop: make(chan struct{})}
	d.startServer()
	return d
}

func (d *backupDrill) registerWithChat(name string) *apptest.Client {
	d.t.Helper()
	c := &apptest.Client{T: d.t, URL: d.url, Email: strings.ToLower(name) + "@post.example"}
	c.Do("POST", "/auth/register", map[string]any{"name": name, "email": c.Email, "password": apptest.Password}).Want(201)
	c.Login()
	c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
	return c
}

// startSenders registers users, each of whom sends messagesPerUser lines, or fewer if the server is
// killed.
func (d *backupDrill) startSenders(names ...string) {
	for _, name := range names {
		c := d.registerWithChat(name)
		d.people = append(d.people, c)
		d.senders.Go(func() {
			for n := range messagesPerUser {
				select {
				case <-d.stop:
					return
				default:
				}
				d.sendLine(c, n)
			}
		})
	}
}

// sendLine sends line n of a user and records it if the server acknowledges it. The server may
// be killed meanwhile.
func (d *backupDrill) sendLine(c *apptest.Client, n int) {
	text := fmt.Sprintf("Line %d of %s", n, c.Email)
	body, err := json.Marshal(map[string]any{"content": text, "client_id": fmt.Sprint("user-", n)})
	if err != nil {
		d.t.Error(err)
		return
	}
	req, err := http.NewRequest("POST", c.URL+"/api/messages/ada-lovelace/stream", strings.NewReader(string(body)))
	if err != nil {
		d.t.Error(err)
		return
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.Token)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		d.t.Errorf("%s: status %d", text, resp.StatusCode)
		return
	}
	d.mu.Lock()
	d.acknowledgedLines[c.Email] = append(d.acknowledgedLines[c.Email], text)
	d.mu.Unlock()
	buffer := make([]byte, 4096)
	for err == nil {
		_, err = resp.Body.Read(buffer)
	}
}

// copyAcknowledgedLines returns a copy of the acknowledged lines, and their number.
func (d *backupDrill) copyAcknowledgedLines() (out map[string][]string, lineCount int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	out = map[string][]string{}
	for email, lines := range d.acknowledgedLines {
		out[email] = slices.Clone(lines)
		lineCount += len(lines)
	}
	return out, lineCount
}

func (d *backupDrill) killServer() {
	d.cmd.Process.Kill()
	d.cmd.Wait()
	close(d.stop)
	d.senders.Wait()
}

// waitForMoreLines waits until the server has acknowledged further lines, and returns all
// acknowledged lines. more is the number of further lines.
func (d *backupDrill) waitForMoreLines(more int) map[string][]string {
	d.t.Helper()
	_, countBefore := d.copyAcknowledgedLines()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		lines, count := d.copyAcknowledgedLines()
		if count >= countBefore+more {
			return lines
		}
		if time.Now().After(end) {
			d.t.Fatalf("only %d lines are acknowledged", count)
		}
	}
}

// A server under load is backed up, killed and restored. Every line that was acknowledged before
// the backup is there again. Revocations after the backup stay in force: a deleted account, a
// changed password and ended sessions.
// rules operations-backup, operations-backup-restore, operations-backup-revocations
func TestBackupUnderLoadIsRestored(t *testing.T) {
	d := newDrill(t)
	deletedUser, changedUser := d.registerWithChat("Gone"), d.registerWithChat("Changed")
	d.startSenders("Bo", "Cy", "Di")
	linesByEmailBeforeBackup := d.waitForMoreLines(4)
	folder := t.TempDir()
	file := strings.Fields(commandOutput(t, d.options.DataDir, "backup", folder))[0]
	d.waitForMoreLines(2) // users go on sending after the backup
	deletedUser.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
	const newPassword = "another-good-one-7"
	changedUser.Do("PUT", "/user/password", map[string]any{"currentPassword": apptest.Password, "newPassword": newPassword, "confirmPassword": newPassword}).Want(200)
	if _, errOut, code := runCommand(t, d.options.DataDir, nil, "restore", file); code != 1 || errOut != "colloquy: a server uses "+d.options.DataDir+": stop it first, then run the command again\n" {
		t.Errorf("beside a running server: exit %d, %q", code, errOut)
	}
	d.killServer()

	var restored restoredJSON
	if err := json.Unmarshal([]byte(commandOutput(t, d.options.DataDir, "restore", file, "--json")), &restored); err != nil {
		t.Fatal(err)
	}
	if restored.DeletedAccountCount != 1 || restored.DroppedPasswordCount != 1 || restored.EndedSessionCount != 5 {
		t.Errorf("revoked again: %+v", restored.RevocationCounts)
	}
	d.startServer()
	for _, c := range append(d.people, changedUser) {
		c.URL = d.url
		c.Do("GET", "/auth/me", nil).Want(401)
	}
	for _, c := range d.people {
		c.Login()
		wantLines(c, linesByEmailBeforeBackup[c.Email])
	}
	loginStatus := func(email, password string) int {
		v := &apptest.Client{T: t, URL: d.url}
		return v.Do("POST", "/auth/login", map[string]any{"email": email, "password": password}).Status
	}
	if status := loginStatus(deletedUser.Email, apptest.Password); status != 404 {
		t.Errorf("the deleted account answers %d", status)
	}
	if old, replaced := loginStatus(changedUser.Email, apptest.Password), loginStatus(changedUser.Email, newPassword); old != 401 || replaced != 401 {
		t.Errorf("the changed password: the old one answers %d, the new one %d", old, replaced)
	}
	if log := commandOutput(t, d.options.DataDir, "audit"); strings.Count(log, "backup.restored") != 1 {
		t.Errorf("the audit log is\n%s", log)
	}
}

// wantLines checks that the user's lines in a conversation begin with the given lines, in this
// order.
func wantLines(c *apptest.Client, want []string) {
	c.T.Helper()
	var page struct {
		Messages []struct {
			Content       string
			IsUserMessage bool `json:"is_user_message"`
		}
	}
	c.Do("GET", "/messages/ada-lovelace?limit=100", nil).Want(200).Into(&page)
	var storedLines []string
	for _, m := range page.Messages {
		if m.IsUserMessage {
			storedLines = append(storedLines, m.Content)
		}
	}
	if len(storedLines) < len(want) || !equalLists(storedLines[:len(want)], want) {
		c.T.Errorf("%s: stored %q, acknowledged before the backup %q", c.Email, storedLines, want)
	}
}

// rules operations-backup, operations-backup-encrypted, operations-backup-verify
func TestBackupCommandsEncryptAndExplainRefusals(t *testing.T) {
	dir, folder := apptest.SQLite(t).DataDir, t.TempDir()
	var key backupKeyJSON
	if err := json.Unmarshal(printedKey(t, "--json"), &key); err != nil {
		t.Fatal(err)
	}
	file, secret := filepath.Join(folder, "a.tar.gz.age"), []string{"COLLOQUY_BACKUP_KEY=" + key.SecretKey}
	if out, errOut, code := runCommand(t, dir, []string{"COLLOQUY_BACKUP_KEY=" + key.PublicKey}, "backup", file); code != 0 || out != file+" has the database and 0 media files.\n" {
		t.Fatalf("exit %d, %q, %q", code, out, errOut)
	}
	if out, errOut, code := runCommand(t, dir, secret, "backup", "verify", file); code != 0 || !strings.HasPrefix(out, file+" is whole: the database (schema ") {
		t.Errorf("verify: exit %d, %q, %q", code, out, errOut)
	}
	otherSecret, _, err := backup.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env  []string
		args []string
		want string
	}{
		"no key":         {nil, []string{"restore", file}, "the backup is encrypted: set COLLOQUY_BACKUP_KEY"},
		"another key":    {[]string{"COLLOQUY_BACKUP_KEY=" + otherSecret}, []string{"restore", file}, "COLLOQUY_BACKUP_KEY is not the key of this backup"},
		"no such file":   {secret, []string{"restore", filepath.Join(folder, "b")}, "no such file or directory"},
		"missing folder": {nil, []string{"backup", filepath.Join(folder, "b", "c.tar.gz")}, "make it first, or mount its disk"},
		"a name":         {nil, []string{"backup", filepath.Join(folder, "b.zip")}, "as the name of a file it must end in .tar.gz"},
		"open with key":  {secret, []string{"backup", filepath.Join(folder, "b.tar.gz")}, "it must end in .tar.gz.age"},
		"over a file":    {secret, []string{"backup", file}, "the file exists already"},
		"PostgreSQL":     {[]string{"COLLOQUY_DATABASE_URL=postgres://canary@db/c"}, []string{"backup", folder}, "run pg_dump --format=custom"},
		"no target":      {nil, []string{"backup"}, "name a folder or a new file for the backup, or set COLLOQUY_BACKUP_URL or COLLOQUY_BACKUP_DIR"},
		"no copy":        {nil, []string{"rollback"}, "has no copy from before its last migration"},
	} {
		if out, errOut, code := runCommand(t, dir, c.env, c.args...); code != 1 || out != "" || !strings.Contains(errOut, c.want) || strings.Contains(errOut, "canary") {
			t.Errorf("%s: exit %d, %q, %q", name, code, out, errOut)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("the folder has %v, %v", files, err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "re*ing")); err != nil || len(files) > 0 {
		t.Errorf("the data directory has %v, %v", files, err)
	}
}

// printedKey returns the output of the command "colloquy backup key". The command gets no settings
// here, because the command must run on any computer.
func printedKey(t *testing.T, flags ...string) []byte {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"backup", "key"}, flags...)...)
	cmd.Env = append(os.Environ(), childProcessVariable+"=1", "COLLOQUY_CONFIG=/does/not/exist")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The command "backup key" prints a key file of the program age. COLLOQUY_BACKUP_KEY_FILE can name
// this file.
// rule operations-backup-encrypted
func TestPrintedKeyIsAKeyFile(t *testing.T) {
	dir, folder := apptest.SQLite(t).DataDir, t.TempDir()
	path, file := filepath.Join(folder, "key.txt"), filepath.Join(folder, "a.tar.gz.age")
	if err := os.WriteFile(path, printedKey(t), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"backup", file}, {"backup", "verify", file}} {
		if out, errOut, code := runCommand(t, dir, []string{"COLLOQUY_BACKUP_KEY_FILE=" + path}, args...); code != 0 {
			t.Errorf("%v: exit %d, %q, %q", args, code, out, errOut)
		}
	}
}

// After a rollback the operator starts the version to which the restored copy belongs. If this is
// the running version, the operator needs no other program.
// rule operations-backup-rollback
func TestRollbackNamesTheVersionToStart(t *testing.T) {
	for recorded, want := range map[string]string{
		"1.4.0": "this version, 1.4.0 (schema 7): start it.",
		"1.3.0": "version 1.3.0 (schema 7): start that version. This one would migrate it again.",
		"":      "a version that was not recorded (schema 7): start that version. This one would migrate it again.",
	} {
		if got := describeVersionToStart(storage.MigrationCopy{ProgramVersion: recorded, SchemaVersion: 7}, "1.4.0"); got != want {
			t.Errorf("%q: %q", recorded, got)
		}
	}
}

// rule operations-backup-bucket
func TestBackupCommandSendsToTheBucket(t *testing.T) {
	server, dir := s3test.Start(t), apptest.SQLite(t).DataDir
	env := []string{"COLLOQUY_BACKUP_URL=" + server.Address("nightly")}
	out, errOut, code := runCommand(t, dir, env, "backup")
	if code != 0 || !strings.HasPrefix(out, "s3://"+server.Host+"/store/nightly/colloquy-") || strings.Contains(out+errOut, "canary") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	server.Intercept(func(w http.ResponseWriter, _ *http.Request) bool { return s3test.RespondError(w, 403, "AccessDenied") })
	out, errOut, code = runCommand(t, dir, env, "backup")
	if code != 1 || out != "" || !strings.Contains(errOut, "the bucket of backups cannot be used: AccessDenied; check COLLOQUY_BACKUP_URL") || strings.Contains(errOut, "canary") {
		t.Errorf("refused: exit %d, %q, %q", code, out, errOut)
	}
}
