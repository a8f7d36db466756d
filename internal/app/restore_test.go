package app_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/config"
	"colloquy/internal/media/s3/s3test"
	"colloquy/internal/storage"
)

// testInstallation is a data directory of SQLite, with a running application.
type testInstallation struct {
	*apptest.Env
	t    *testing.T
	db   storage.Options
	conf config.Config
}

func newTestInstallation(t *testing.T) *testInstallation {
	db := apptest.SQLite(t)
	return &testInstallation{apptest.Start(t, db), t, db, config.Config{DataDir: db.DataDir}}
}

func (s *testInstallation) makeBackup() string {
	s.t.Helper()
	path, _, err := app.Backup(s.t.Context(), s.conf, "test", filepath.Join(s.t.TempDir(), "b.tar.gz"))
	if err != nil {
		s.t.Fatal(err)
	}
	return path
}

func (s *testInstallation) restore(file, revocations string) app.RestoreResult {
	s.t.Helper()
	_, result, err := app.Restore(s.t.Context(), s.conf, app.RestoreOptions{File: file, RevocationsFile: revocations})
	if err != nil {
		s.t.Fatal(err)
	}
	return result
}

// restart starts an application on the restored data.
func (s *testInstallation) restart() {
	s.t.Helper()
	s.Env = apptest.Start(s.t, s.db)
}

func (s *testInstallation) withOperator(fn func(o *app.Operator) error) {
	s.t.Helper()
	o, err := app.OpenOperator(s.t.Context(), s.conf)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := errors.Join(fn(o), o.Close()); err != nil {
		s.t.Fatal(err)
	}
}

func (s *testInstallation) writeFile(text string, path ...string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(append([]string{s.db.DataDir}, path...)...), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func readFileText(path ...string) string {
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		return err.Error()
	}
	return string(text)
}

const insertWaitingMailSQL = `INSERT INTO jobs (id, kind, key, payload, run_at, created_at) VALUES ('waits', 'mail', 'waits', '{}', 99999999999999, 1)`

// TestRestoreRevokesAgain: a restore repeats the revocations that were made after the backup. It reads
// them from the file of revocations, because the present database is damaged. It erases the deleted
// account before the first call, and drops the waiting mails of the backup. The pictures come from
// the backup, and the former data are kept.
// rules operations-backup-restore, operations-backup-revocations
func TestRestoreRevokesAgain(t *testing.T) {
	s := newTestInstallation(t)
	ada, bo, cy := s.NewUser("Ada"), s.NewUser("Bo"), s.NewUser("Cy")
	likeFollowAndComment(bo)
	s.withOperator(func(o *app.Operator) error { _, err := o.GrantAdmin(t.Context(), ada.Email); return err })
	executeSQL(t, s.Env, insertWaitingMailSQL)
	s.writeFile("in the backup", "media", "a.jpg")
	file := s.makeBackup()

	s.writeFile("later", "media", "b.jpg")
	s.withOperator(func(o *app.Operator) error { _, err := o.RevokeAdmin(t.Context(), ada.Email); return err })
	s.withOperator(func(o *app.Operator) error {
		_, err := o.SetCharacterActive(t.Context(), "ada-lovelace", false)
		return err
	})
	bo.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
	cy.Do("PUT", "/user/password", map[string]any{"currentPassword": apptest.Password, "newPassword": "another-album-8", "confirmPassword": "another-album-8"}).Want(200)
	s.Stop()
	s.writeFile("damaged", storage.SQLiteFile)
	s.writeFile("later", "version")

	result := s.restore(file, "")
	want := app.RevocationCounts{DeletedAccountCount: 1, DroppedPasswordCount: 1, RevokedAdminCount: 1, ChangedCharacterCount: 1, EndedSessionCount: 3, DroppedMailCount: 1}
	if result.RevocationCounts != want || len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0], "The present database cannot be read") {
		t.Errorf("%+v, want %+v", result, want)
	}
	if readFileText(s.db.DataDir, "version") != "test\n" || readFileText(s.db.DataDir, "media", "a.jpg") != "in the backup" || readFileText(result.FormerDataDir, "media", "b.jpg") != "later" || readFileText(result.FormerDataDir, storage.SQLiteFile) != "damaged" {
		t.Errorf("the files are not in their places: %q", readFileText(s.db.DataDir, "media", "a.jpg"))
	}
	if _, err := os.Stat(filepath.Join(s.db.DataDir, "media", "b.jpg")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a later file is there: %v", err)
	}
	s.restart()
	for from, want := range map[string]int{
		"users": 2, "users WHERE is_admin": 0, "users WHERE password_hash = ''": 1, "auth_sessions": 0, "jobs WHERE kind = 'mail'": 0,
		"conversations": 0, "character_likes": 0, "characters WHERE slug = 'ada-lovelace' AND is_active": 0,
		"audit WHERE event = 'backup.restored'": 1, "audit WHERE event = 'admin.revoked'": 1,
	} {
		if n := countRows(t, s.Env, from); n != want {
			t.Errorf("%s: %d rows, want %d", from, n, want)
		}
	}
}

// TestRestoreOnEmptyDiskAppliesSavedRevocations: a restore into an empty directory takes the revocations from a saved
// file. The next backup contains them, so a restore of that backup applies none twice.
// rule operations-backup-revocations
func TestRestoreOnEmptyDiskAppliesSavedRevocations(t *testing.T) {
	s := newTestInstallation(t)
	ada := s.NewUser("Ada")
	file := s.makeBackup()
	ada.Do("PUT", "/user/password", map[string]any{"currentPassword": apptest.Password, "newPassword": "another-album-8", "confirmPassword": "another-album-8"}).Want(200)
	savedFile := filepath.Join(t.TempDir(), "saved.jsonl")
	if err := os.WriteFile(savedFile, []byte(readFileText(s.db.DataDir, storage.RevocationsFile)), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	s.db.DataDir = filepath.Join(t.TempDir(), "new")
	s.conf.DataDir = s.db.DataDir
	if result := s.restore(file, savedFile); result.DroppedPasswordCount != 1 {
		t.Errorf("%+v", result)
	}
	if _, _, err := app.Restore(t.Context(), s.conf, app.RestoreOptions{File: file, RevocationsFile: savedFile + "x"}); err == nil || !strings.Contains(err.Error(), "the saved revocations cannot be read") {
		t.Errorf("a missing file: %v", err)
	}
	secondFile := s.makeBackup()
	if result := s.restore(secondFile, savedFile); result.DroppedPasswordCount != 0 {
		t.Errorf("the second restore: %+v", result)
	}
}

// TestBackupLeavesOutMediaInTheBucket: pictures in a bucket are not in the backup, and a restore does not
// change the local folder media. rules operations-backup, operations-backup-restore
func TestBackupLeavesOutMediaInTheBucket(t *testing.T) {
	s := newTestInstallation(t)
	s.conf.MediaURL = "s3://key:secret@store.invalid/bucket"
	s.writeFile("kept", "media", "a.jpg")
	file := s.makeBackup()
	s.Stop()
	m, err := app.VerifyBackup(t.Context(), file, "")
	if err != nil || m.MediaLocation != backup.MediaInBucket || m.MediaFileCount() != 0 {
		t.Errorf("%+v, %v", m, err)
	}
	result := s.restore(file, "")
	if readFileText(s.db.DataDir, "media", "a.jpg") != "kept" {
		t.Errorf("the picture is %q", readFileText(s.db.DataDir, "media", "a.jpg"))
	}
	if _, err := os.Stat(filepath.Join(result.FormerDataDir, "media")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder was moved: %v", err)
	}
	if len(result.Warnings) != 0 {
		t.Errorf("with the bucket: %q", result.Warnings)
	}
	s.conf.MediaURL = ""
	if warned := s.restore(file, "").Warnings; len(warned) != 1 || !strings.Contains(warned[0], "are in a bucket, but COLLOQUY_MEDIA_URL is not set") {
		t.Errorf("without the bucket: %q", warned)
	}
	backupWithMedia := s.makeBackup()
	s.conf.MediaURL = "s3://key:secret@store.invalid/bucket"
	if warned := s.restore(backupWithMedia, "").Warnings; len(warned) != 1 || !strings.Contains(warned[0], "the service looks for them in the bucket") {
		t.Errorf("with a bucket since: %q", warned)
	}
}

// TestRunningServerMakesBackups: a running server makes the first backup by itself. The health check
// reports a failed backup. A server with an invalid key or address does not start.
// rule operations-backup-scheduled
func TestRunningServerMakesBackups(t *testing.T) {
	folder := t.TempDir()
	withSchedule := func(dir, key string) func(o *app.Options) {
		return func(o *app.Options) {
			o.Config.BackupDir, o.Config.BackupEvery, o.Config.BackupKeepCount, o.Config.BackupKey = dir, time.Hour, 1, config.Secret(key)
		}
	}
	apptest.Start(t, apptest.SQLite(t), withSchedule(folder, ""))
	apptest.Eventually(t, "a backup", func() bool {
		found, err := filepath.Glob(filepath.Join(folder, "colloquy-*.tar.gz"))
		return err == nil && len(found) == 1
	})
	server := s3test.Start(t)
	bucket, err := place.NewBucket(server.Address(""), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	apptest.Start(t, apptest.SQLite(t), withSchedule("", ""), func(o *app.Options) { o.Config.BackupURL = config.Secret(server.Address("")) })
	apptest.Eventually(t, "a backup in the bucket", func() bool {
		names, err := bucket.Names(t.Context())
		return err == nil && len(names) == 1
	})
	e := apptest.Start(t, apptest.SQLite(t), withSchedule(filepath.Join(folder, "missing"), ""))
	apptest.Eventually(t, "a degraded health check", func() bool {
		resp, body := e.Get("/readyz")
		return resp.StatusCode == 200 && strings.Contains(body, `{"name":"backup","status":"degraded"`)
	})
	o := app.Options{Config: config.Config{DataDir: apptest.SQLite(t).DataDir}}
	withSchedule(folder, "AGE-SECRET-KEY-1CANARY")(&o)
	if _, err := app.New(t.Context(), o); err == nil || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("a bad key: %v", err)
	}
	o.Config.BackupURL, o.Config.BackupKey = "s3://key:CANARY@host", ""
	if _, err := app.New(t.Context(), o); err == nil || strings.Contains(err.Error(), "CANARY") {
		t.Errorf("a bad address: %v", err)
	}
}

// TestDamagedRevocationsDoNotStopAStart: a server starts although a folder has the name of the
// file of revocations. After the folder is removed, the next start writes the file.
// rule operations-backup-revocations
func TestDamagedRevocationsDoNotStopAStart(t *testing.T) {
	s := newTestInstallation(t)
	s.Stop()
	path := filepath.Join(s.db.DataDir, storage.RevocationsFile)
	if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
		t.Fatal(err)
	}
	s.restart()
	ada := s.NewUser("Ada")
	ada.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
	s.Stop()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	s.restart()
	if text := readFileText(path); strings.Count(text, "account.deleted") != 1 {
		t.Errorf("the next start writes %q", text)
	}
}

// TestRefusedBackupChangesNothing: a restore of an invalid backup leaves the data directory as
// it was.
// rule operations-backup-restore
func TestRefusedBackupChangesNothing(t *testing.T) {
	s := newTestInstallation(t)
	file := s.makeBackup()
	s.writeFile("a picture", "media", "a.jpg")
	s.Stop()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flippedData := append([]byte{}, data...)
	flippedData[len(flippedData)/2] ^= 0xff
	corruptFile := filepath.Join(t.TempDir(), "corrupt.tar.gz")
	writeBackup(t, corruptFile, 28, []byte("SQLite format 3\x00 and nothing else"))
	databaseCopy := filepath.Join(t.TempDir(), "copy.db")
	db, err := storage.OpenCopy(t.Context(), filepath.Join(s.db.DataDir, storage.SQLiteFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.CopyTo(t.Context(), databaseCopy), db.Close()); err != nil {
		t.Fatal(err)
	}
	wrongSchemaFile := filepath.Join(t.TempDir(), "schema.tar.gz")
	writeBackup(t, wrongSchemaFile, 1, []byte(readFileText(databaseCopy)))
	stateBefore := fileNamesAndDatabaseHash(t, s.db.DataDir)
	for name, c := range map[string]struct {
		file string
		data []byte
	}{"cut": {"", data[:len(data)-9]}, "flipped": {"", flippedData}, "no archive": {"", []byte("what is this?")}, "no database": {corruptFile, nil}, "another schema": {wrongSchemaFile, nil}} {
		if c.file == "" {
			c.file = filepath.Join(t.TempDir(), "bad.tar.gz")
			if err := os.WriteFile(c.file, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_, _, err := app.Restore(t.Context(), s.conf, app.RestoreOptions{File: c.file})
		if !errors.Is(err, backup.ErrDamaged) && !errors.Is(err, backup.ErrNotBackup) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := app.VerifyBackup(t.Context(), c.file, ""); err == nil {
			t.Errorf("%s: verify says nothing", name)
		}
		if after := fileNamesAndDatabaseHash(t, s.db.DataDir); after != stateBefore {
			t.Errorf("%s: the data directory was\n%s\nand is\n%s", name, stateBefore, after)
		}
	}
	if _, err := app.VerifyBackup(t.Context(), file, ""); err != nil {
		t.Errorf("the good one: %v", err)
	}
}

// fileNamesAndDatabaseHash returns the names of all files and folders, and the SHA-256 of the database file.
// It leaves out the file named "node", because opening the directory can create that file.
func fileNamesAndDatabaseHash(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() != "node" {
			out.WriteString(strings.TrimPrefix(path, dir) + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(readFileText(dir, storage.SQLiteFile)))
	return out.String() + hex.EncodeToString(sum[:])
}

// writeBackup writes a backup whose database has the given bytes.
func writeBackup(t *testing.T, path string, schema int64, database []byte) {
	t.Helper()
	m := backup.Manifest{ProgramVersion: "test", SchemaVersion: schema, Engine: "sqlite", CreatedAt: time.Now(), MediaLocation: backup.MediaInBackup}
	_, err := backup.Write(t.Context(), path, backup.Key{}, m, func(add func(backup.Entry) error) error {
		return add(backup.Entry{Path: backup.DatabaseEntry, Size: int64(len(database)), Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(database)), nil }})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// documentedDeletionSQL returns the statement in docs/operations.md that marks an account as deleted.
func documentedDeletionSQL(t *testing.T, userID string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	statement := regexp.MustCompile(`INSERT INTO deleted_accounts [^;]*;`).FindString(string(text))
	if !strings.Contains(statement, "%L") {
		t.Fatalf("the statement is %q", statement)
	}
	return strings.ReplaceAll(statement, "%L", "'"+userID+"'")
}

// TestAccountsOfARestoreAreDeletedAtTheStart: the SQL statement in docs/operations.md marks an
// account as deleted while the server is stopped. The next start deletes the account, on both
// engines. rule operations-backup-revocations
func TestAccountsOfARestoreAreDeletedAtTheStart(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db)
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		likeFollowAndComment(ada)
		likeFollowAndComment(bo)
		executeSQL(t, e, documentedDeletionSQL(t, ada.UserID))
		e.Stop()
		e = apptest.Start(t, db)
		for _, table := range []string{"users WHERE id", "auth_sessions WHERE user_id", "conversations WHERE user_id", "character_likes WHERE user_id"} {
			if n, kept := countRows(t, e, table+" = '"+ada.UserID+"'"), countRows(t, e, table+" = '"+bo.UserID+"'"); n != 0 || kept == 0 {
				t.Errorf("%s: %d rows of the deleted account, %d of the other", table, n, kept)
			}
		}
	})
}

// TestStartCopiesBeforeAMigration: if the migration fails, the copy can be put back.
// rules operations-backup-migration, operations-backup-rollback
func TestStartCopiesBeforeAMigration(t *testing.T) {
	s := newTestInstallation(t)
	s.NewUser("Ada")
	_, newest, err := s.App.DB().SchemaVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	executeSQL(t, s.Env, fmt.Sprintf("DELETE FROM goose_db_version WHERE version_id = %d", newest))
	s.Stop()
	if _, err := app.New(t.Context(), app.Options{Config: s.conf, Version: "next"}); err == nil {
		t.Fatal("the last migration ran on tables that have it already")
	}
	from, result, err := app.Rollback(t.Context(), s.conf, false)
	if err != nil || from.ProgramVersion != "test" || from.SchemaVersion != newest-1 || result.EndedSessionCount != 1 {
		t.Errorf("%+v, %+v, %v", from, result, err)
	}
}
