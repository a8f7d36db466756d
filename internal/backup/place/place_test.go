package place_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/media/s3/s3test"
)

// firstBackupTime is the time of the first backup.
var firstBackupTime = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// backupName returns the name of a backup a number of days after firstBackupTime.
func backupName(days int) string {
	return backup.FileName(firstBackupTime.AddDate(0, 0, days), backup.Key{})
}

// storeText stores a file with a text.
func storeText(t *testing.T, p place.Place, name, text string) error {
	t.Helper()
	return p.Store(t.Context(), name, func(path string) error {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if errors.Is(err, os.ErrExist) {
			return backup.ErrExists
		}
		if err != nil {
			return err
		}
		_, err = f.WriteString(text)
		return errors.Join(err, f.Close())
	})
}

func wantNames(t *testing.T, p place.Place, want ...string) {
	t.Helper()
	names, err := p.Names(t.Context())
	if err != nil || strings.Join(names, " ") != strings.Join(want, " ") {
		t.Errorf("the backups are %v, %v; want %v", names, err, want)
	}
}

// newBucket returns a Bucket on a test server, and its local folder.
func newBucket(t *testing.T, s *s3test.Server, folder string) (b *place.Bucket, dir string) {
	t.Helper()
	dir = t.TempDir()
	b, err := place.NewBucket(s.Address(folder), dir)
	if err != nil {
		t.Fatal(err)
	}
	return b, dir
}

// TestPlacesConform runs the same checks on a folder, on a bucket and on a folder within a
// bucket.
// rule operations-backup-scheduled
func TestPlacesConform(t *testing.T) {
	wholeBucket, _ := newBucket(t, s3test.Start(t), "")
	bucketFolder, _ := newBucket(t, s3test.Start(t), "a/b")
	for title, p := range map[string]place.Place{"folder": place.Folder(t.TempDir()), "bucket": wholeBucket, "folder of a bucket": bucketFolder} {
		t.Run(title, func(t *testing.T) { checkConformance(t, p) })
	}
}

// checkConformance checks what every Place must do. p must be empty.
func checkConformance(t *testing.T, p place.Place) {
	wantNames(t, p)
	for _, n := range []string{backupName(1), backupName(3), backupName(2), "notes.txt"} {
		if err := storeText(t, p, n, n); err != nil {
			t.Fatal(err)
		}
	}
	wantNames(t, p, backupName(3), backupName(2), backupName(1))
	if err := storeText(t, p, backupName(2), "another"); !errors.Is(err, backup.ErrExists) {
		t.Errorf("a name that is taken: %v", err)
	}
	errWrite := errors.New("broken")
	if err := p.Store(t.Context(), backupName(4), func(string) error { return errWrite }); !errors.Is(err, errWrite) {
		t.Errorf("a file that was not made: %v", err)
	}
	wantNames(t, p, backupName(3), backupName(2), backupName(1))
	if err := errors.Join(p.Delete(t.Context(), backupName(2)), p.DeleteUnfinishedBackups(t.Context(), time.Now().Add(time.Hour))); err != nil {
		t.Error(err)
	}
	wantNames(t, p, backupName(3), backupName(1))
	if err := p.Probe(t.Context()); err != nil {
		t.Errorf("the probe: %v", err)
	}
	if path := p.Path(backupName(1)); !strings.HasSuffix(path, "/"+backupName(1)) || strings.Contains(path, "canary") {
		t.Errorf("the path is %s", path)
	}
}

// TestUnreachablePlacesReturnErrors: a place that cannot be reached returns an error, not an empty list.
// rule operations-backup-scheduled
func TestUnreachablePlacesReturnErrors(t *testing.T) {
	s := s3test.Start(t)
	bucket, _ := newBucket(t, s, "")
	s.Intercept(refuseWith(403, "SignatureDoesNotMatch"))
	for title, p := range map[string]place.Place{"folder": place.Folder(filepath.Join(t.TempDir(), "none")), "bucket": bucket} {
		names, err := p.Names(t.Context())
		if err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: %v, %v", title, names, err)
		}
		if err := storeText(t, p, backupName(1), "x"); err == nil {
			t.Errorf("%s: stored", title)
		}
		if err := p.Probe(t.Context()); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the probe: %v", title, err)
		}
	}
}
