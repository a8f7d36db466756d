package place

import (
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"colloquy/internal/backup"
	"colloquy/internal/media/s3/s3test"
)

// TestSilentServerEndsAnUpload: an upload to a server that does not answer ends, so that it
// does not block later backups.
// rule operations-backup-bucket
func TestSilentServerEndsAnUpload(t *testing.T) {
	s := s3test.Start(t)
	b, err := NewBucket(s.Address(""), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b.stallTimeout = 100 * time.Millisecond
	s.Intercept(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method != http.MethodPut {
			return false
		}
		time.Sleep(time.Second) // longer than the timeout of the client
		return true
	})
	err = b.Store(t.Context(), backup.FileName(time.Now(), backup.Key{}), func(path string) error {
		return os.WriteFile(path, []byte("x"), 0o600)
	})
	if err == nil || !strings.Contains(err.Error(), "nothing was sent for 100ms") {
		t.Errorf("%v", err)
	}
}
