package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/media/s3"
	"colloquy/internal/media/s3/s3test"
	"colloquy/internal/storage"
)

func newScheduleTestToBucket(t *testing.T) (*scheduleTest, *s3test.Server) {
	server := s3test.Start(t)
	return newConfiguredScheduleTest(t, func(c *config.Config) { c.BackupURL = config.Secret(server.Address("nightly")) }), server
}

// wantNoLocalBackup checks that no file of a backup is left in the data directory.
func wantNoLocalBackup(t *testing.T, s *scheduleTest) {
	t.Helper()
	leftEntries, err := os.ReadDir(filepath.Join(s.maker.config.DataDir, storage.BackupsDir))
	if err != nil || len(leftEntries) != 1 || leftEntries[0].Name() != backupLockFile {
		t.Errorf("the data directory has %v, %v", leftEntries, err)
	}
}

// rules operations-backup-bucket, operations-backup-scheduled
func TestScheduledBackupsGoIntoTheBucket(t *testing.T) {
	s, server := newScheduleTestToBucket(t)
	s.wantBackups("01T12:00")
	s.clock.Advance(24*time.Hour - time.Millisecond)
	s.wantBackups("01T12:00")
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
	wantNoLocalBackup(t, s)
	if _, err := VerifyBackup(t.Context(), downloadObject(t, server, "nightly/colloquy-20260303T120000Z.tar.gz"), ""); err != nil {
		t.Error(err)
	}
}

// downloadObject downloads an object, as an operator does with a tool, and returns the path
// of the file.
func downloadObject(t *testing.T, server *s3test.Server, key string) (path string) {
	t.Helper()
	b, err := s3.OpenBucket(server.Address(""), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), filepath.Base(key))
	if err := b.Client.FGetObject(t.Context(), b.Name, key, path, minio.GetObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFailedUploadIsRetried: for each kind of failure, the upload is retried after one minute, and
// then after two minutes. The earlier backups stay. A failed upload does not count as a backup.
// rules operations-backup-bucket, operations-backup-scheduled
func TestFailedUploadIsRetried(t *testing.T) {
	onPut := func(with s3test.Interceptor) s3test.Interceptor {
		return func(w http.ResponseWriter, r *http.Request) bool { return r.Method == http.MethodPut && with(w, r) }
	}
	for title, interceptor := range map[string]s3test.Interceptor{
		"wrong key": func(w http.ResponseWriter, _ *http.Request) bool {
			return s3test.RespondError(w, 403, "SignatureDoesNotMatch")
		},
		"full": onPut(func(w http.ResponseWriter, _ *http.Request) bool {
			return s3test.RespondError(w, 507, "InsufficientStorage")
		}),
		"cut": onPut(func(_ http.ResponseWriter, r *http.Request) bool { return s3test.CutConnection(r) }),
	} {
		t.Run(title, func(t *testing.T) {
			s, server := newScheduleTestToBucket(t)
			s.wantBackups("01T12:00")
			server.Intercept(interceptor)
			s.clock.Advance(24 * time.Hour)
			for i, pause := range []time.Duration{1, 2} {
				s.makeBackupIfDue(t.Context())
				s.clock.Advance(pause*time.Minute - time.Millisecond)
				s.makeBackupIfDue(t.Context())
				if n := strings.Count(s.log.String(), "backup failed"); n != i+1 || strings.Contains(s.log.String(), "canary") {
					t.Fatalf("%d failures are logged, want %d: %s", n, i+1, s.log)
				}
				s.clock.Advance(time.Millisecond)
			}
			if s.checkHealth(t.Context()) == nil || s.metric("backup_failures_total") != "2" || s.metric("backup_age_seconds") != "86580" {
				t.Errorf("the check says %v, %s failures, age %s", s.checkHealth(t.Context()), s.metric("backup_failures_total"), s.metric("backup_age_seconds"))
			}
			server.Intercept(nil)
			s.wantBackups("02T12:03 01T12:00")
			if err := s.checkHealth(t.Context()); err != nil {
				t.Errorf("after a success: %v", err)
			}
			wantNoLocalBackup(t, s)
		})
	}
}

// TestBackupIsMadeWhenTheBucketIsBack: the health check reports an unreachable bucket, without waiting
// for the bucket. It succeeds when the bucket is reachable and has a fresh backup.
// rule operations-backup-scheduled
func TestBackupIsMadeWhenTheBucketIsBack(t *testing.T) {
	s, server := newScheduleTestToBucket(t)
	s.wantBackups("01T12:00")
	s.startProcess(s.maker)
	server.Intercept(func(w http.ResponseWriter, _ *http.Request) bool {
		_ = s.checkHealth(t.Context()) // would block for ever if the schedule held its lock during the request
		return s3test.RespondError(w, 403, "AccessDenied")
	})
	s.makeBackupIfDue(t.Context())
	if err := s.checkHealth(t.Context()); err == nil || !strings.Contains(err.Error(), "the bucket of backups cannot be used: ") {
		t.Errorf("the check says %v", err)
	}
	server.Intercept(nil)
	s.clock.Advance(time.Minute)
	s.wantBackups("01T12:00")
	if err := s.checkHealth(t.Context()); err != nil {
		t.Errorf("when it is back: %v", err)
	}
}

// TestBackupCommandUsesTheBucket: a backup without a target goes to the bucket, and one
// with a target does not.
// rule operations-backup-bucket
func TestBackupCommandUsesTheBucket(t *testing.T) {
	s, server := newScheduleTestToBucket(t)
	c := s.maker.config
	path, m, err := Backup(t.Context(), c, "test", "")
	name := filepath.Base(path)
	if err != nil || path != "s3://"+server.Host+"/store/nightly/"+name || m.TotalSize() == 0 || backup.FileName(m.CreatedAt, backup.Key{}) != name {
		t.Errorf("%s, %v", path, err)
	}
	if names, err := s.place.Names(t.Context()); err != nil || len(names) != 1 || names[0] != name {
		t.Errorf("the bucket has %v, %v", names, err)
	}
	folder := t.TempDir()
	if path, _, err := Backup(t.Context(), c, "test", folder); err != nil || filepath.Dir(path) != folder {
		t.Errorf("with a target: %s, %v", path, err)
	}
	c.BackupURL = ""
	if _, _, err := Backup(t.Context(), c, "test", ""); err != errNoBackupTarget {
		t.Errorf("without a place: %v", err)
	}
	c.BackupURL = "s3://key:canary@host"
	if _, _, err := Backup(t.Context(), c, "test", ""); err == nil || strings.Contains(err.Error(), "canary") {
		t.Errorf("no bucket: %v", err)
	}
}

// TestDataDirectoryKeepsRoomForBackups: a backup is not begun if it could fill the disk of
// the database. rule operations-backup-bucket
func TestDataDirectoryKeepsRoomForBackups(t *testing.T) {
	s, _ := newScheduleTestToBucket(t)
	mediaDir := filepath.Join(s.maker.config.DataDir, mediaFolder)
	if err := os.MkdirAll(mediaDir, 0o700); err != nil {
		t.Fatal(err)
	}
	hugeFile := filepath.Join(mediaDir, "huge.webp") // a sparse file, which needs no disk space
	if err := errors.Join(os.WriteFile(hugeFile, nil, 0o600), os.Truncate(hugeFile, 8<<40)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, _, err := s.maker.makeBackup(ctx, s.place, ""); !errors.Is(err, storage.ErrNoRoom) {
		t.Errorf("%v", err)
	}
	wantNoLocalBackup(t, s)
}
