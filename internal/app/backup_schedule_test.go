package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// steppedClock is a clock whose time can be changed without changing its monotonic time.
type steppedClock struct {
	now     time.Time
	elapsed time.Duration
}

func (c *steppedClock) Now() time.Time                { return c.now }
func (c *steppedClock) Elapsed() time.Duration        { return c.elapsed }
func (c *steppedClock) StepWallClock(d time.Duration) { c.now = c.now.Add(d) }
func (c *steppedClock) Advance(d time.Duration)       { c.StepWallClock(d); c.elapsed += d }

// scheduleTest is a schedule on a database of its own.
type scheduleTest struct {
	*backupSchedule
	t          *testing.T
	clock      *steppedClock
	log        *strings.Builder
	dir        string
	allMetrics *obs.Metrics
}

// newScheduleTest schedules backups to a folder.
func newScheduleTest(t *testing.T) *scheduleTest {
	dir := t.TempDir()
	s := newConfiguredScheduleTest(t, func(c *config.Config) { c.BackupDir = dir })
	s.dir = dir
	return s
}

// newConfiguredScheduleTest schedules backups. The function set configures their place.
func newConfiguredScheduleTest(t *testing.T, set func(c *config.Config)) *scheduleTest {
	options := dbtest.SQLite(t)
	s := &scheduleTest{t: t, clock: &steppedClock{now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, log: &strings.Builder{}}
	c := config.Config{DataDir: options.DataDir, BackupEvery: 24 * time.Hour, BackupKeepCount: 2}
	set(&c)
	s.startProcess(&backupMaker{c, "test", dbtest.Open(t, options), s.clock})
	return s
}

// startProcess makes a new schedule, as the start of a process does.
func (s *scheduleTest) startProcess(maker *backupMaker) {
	s.t.Helper()
	to, err := chooseBackupPlace(maker.config)
	if err != nil {
		s.t.Fatal(err)
	}
	s.allMetrics = obs.NewMetrics()
	s.backupSchedule = newBackupSchedule(maker, to, s.allMetrics, slog.New(slog.NewTextHandler(s.log, nil)))
}

// backupTimes returns the days and hours of the backups, the newest first.
func (s *scheduleTest) backupTimes() string {
	s.t.Helper()
	names, err := s.place.Names(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, name := range names {
		at, _ := backup.TimeInName(name)
		out = append(out, at.Format("02T15:04"))
	}
	return strings.Join(out, " ")
}

func (s *scheduleTest) wantBackups(names string) {
	s.t.Helper()
	s.makeBackupIfDue(s.t.Context())
	if got := s.backupTimes(); got != names {
		s.t.Errorf("the backups are of %q, want %q; log: %s", got, names, s.log)
	}
}

func (s *scheduleTest) metric(name string) string {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.allMetrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	match := regexp.MustCompile(`(?m)^colloquy_` + name + ` (\S+)$`).FindStringSubmatch(w.Body.String())
	if match == nil {
		return "missing"
	}
	return match[1]
}

// rule operations-backup-scheduled
func TestScheduleKeepsTheTwoNewestBackups(t *testing.T) {
	s := newScheduleTest(t)
	if err := os.WriteFile(filepath.Join(s.dir, "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s.wantBackups("01T12:00")
	s.clock.Advance(24*time.Hour - time.Millisecond)
	s.wantBackups("01T12:00")
	if got := s.metric("backup_age_seconds"); got != "86399.999" {
		t.Errorf("the age is %s", got)
	}
	s.clock.Advance(time.Millisecond)
	s.wantBackups("02T12:00 01T12:00")
	s.clock.Advance(23 * time.Hour)
	s.startProcess(s.maker)
	s.wantBackups("02T12:00 01T12:00")
	if got := s.metric("backup_age_seconds"); got != "82800" {
		t.Errorf("after a restart, the age is %s", got)
	}
	s.clock.Advance(time.Hour)
	s.wantBackups("03T12:00 02T12:00")
	s.clock.StepWallClock(-100 * 24 * time.Hour)
	s.wantBackups("03T12:00 02T12:00")
	if _, err := os.Stat(filepath.Join(s.dir, "notes.txt")); err != nil {
		t.Errorf("a foreign file is gone: %v", err)
	}
	if _, err := VerifyBackup(t.Context(), filepath.Join(s.dir, "colloquy-20260303T120000Z.tar.gz"), ""); err != nil {
		t.Error(err)
	}
}

// TestFailedBackupIsRetried: a failed backup is retried after one minute, then two, and so on
// up to an hour. The earlier backups stay. rule operations-backup-scheduled
func TestFailedBackupIsRetried(t *testing.T) {
	s := newScheduleTest(t)
	s.wantBackups("01T12:00")
	movedDir := s.dir + ".away"
	if err := os.Rename(s.dir, movedDir); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(24 * time.Hour)
	for i, pause := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		s.makeBackupIfDue(t.Context())
		s.clock.Advance(pause*time.Minute - time.Millisecond)
		s.makeBackupIfDue(t.Context())
		if n := strings.Count(s.log.String(), "backup failed"); n != i+1 {
			t.Fatalf("%d failures are logged, want %d: %s", n, i+1, s.log)
		}
		s.clock.Advance(time.Millisecond)
	}
	if s.checkHealth(t.Context()) == nil || s.metric("backup_failures_total") != "8" {
		t.Errorf("the check says %v, %s failures", s.checkHealth(t.Context()), s.metric("backup_failures_total"))
	}
	if err := os.Rename(movedDir, s.dir); err != nil {
		t.Fatal(err)
	}
	s.wantBackups("02T15:03 01T12:00")
	if err := s.checkHealth(t.Context()); err != nil {
		t.Errorf("after a success: %v", err)
	}
}

// TestMissingBackupFolderIsAnError: a missing folder of backups, such as on a disk that is not
// mounted, is an error. The schedule does not create the folder.
// rule operations-backup-scheduled
func TestMissingBackupFolderIsAnError(t *testing.T) {
	s := newScheduleTest(t)
	if err := os.Remove(s.dir); err != nil {
		t.Fatal(err)
	}
	s.makeBackupIfDue(t.Context())
	if _, err := os.Stat(s.dir); !errors.Is(err, os.ErrNotExist) || !strings.Contains(s.log.String(), "make it, or mount its disk") {
		t.Errorf("%v, log: %s", err, s.log)
	}
}

// TestSecondBackupAtOnceIsRefused: a second backup is refused while one runs. Files that a killed process
// left do not prevent a backup. rule operations-backup
func TestSecondBackupAtOnceIsRefused(t *testing.T) {
	s := newScheduleTest(t)
	folder := filepath.Join(s.maker.config.DataDir, storage.BackupsDir)
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, databaseCopyFile), []byte("left"), 0o600)); err != nil {
		t.Fatal(err)
	}
	lock, err := storage.LockFile(filepath.Join(folder, backupLockFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.maker.makeBackup(t.Context(), s.place, ""); !errors.Is(err, errBackupRuns) || s.backupTimes() != "" {
		t.Errorf("beside another one: %v, %s", err, s.backupTimes())
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	s.wantBackups("01T12:00")
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	endedCtx, cancel := context.WithCancel(t.Context())
	cancel()
	s.clock.Advance(24 * time.Hour)
	s.makeBackupIfDue(endedCtx)
	if s.backupTimes() != "01T12:00" || s.checkHealth(t.Context()) != nil {
		t.Errorf("at the end of the process: %s, %v", s.backupTimes(), s.checkHealth(t.Context()))
	}
}

// TestBackupsFromTheFutureAreDeletedFirst: backups with a time in the future are deleted before the
// backup that was just made.
// rule operations-backup-scheduled
func TestBackupsFromTheFutureAreDeletedFirst(t *testing.T) {
	s := newScheduleTest(t)
	for _, year := range []string{"2035", "2036", "2037"} {
		if err := os.WriteFile(filepath.Join(s.dir, "colloquy-"+year+"0101T000000Z.tar.gz"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.makeBackupIfDue(t.Context())
	newBackupName := backup.FileName(s.clock.Now(), backup.Key{})
	names, err := backupNamesIn(s.dir)
	if err != nil || len(names) != 2 || !slices.Contains(names, newBackupName) {
		t.Errorf("%q, %v; %s was made", names, err, newBackupName)
	}
}

// backupNamesIn returns the names of the files of a folder.
func backupNamesIn(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
