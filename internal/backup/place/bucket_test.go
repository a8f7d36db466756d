package place_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"colloquy/internal/backup/place"
	"colloquy/internal/media/s3"
	"colloquy/internal/media/s3/s3test"
)

// largeText is so long that it is sent in parts, of 16 MiB each.
var largeText = strings.Repeat("0123456789abcdef", 2<<20+1)

// refuseWith returns an Interceptor that refuses requests with a status and an error code.
func refuseWith(status int, code string) s3test.Interceptor {
	return func(w http.ResponseWriter, _ *http.Request) bool { return s3test.RespondError(w, status, code) }
}

// interceptUploads applies an Interceptor only to requests that upload bytes of a backup.
func interceptUploads(with s3test.Interceptor) s3test.Interceptor {
	return func(w http.ResponseWriter, r *http.Request) bool { return r.Method == http.MethodPut && with(w, r) }
}

// openBucket returns a client with which a test examines the bucket that a Place has written to.
func openBucket(t *testing.T, s *s3test.Server) s3.Bucket {
	t.Helper()
	b, err := s3.OpenBucket(s.Address(""), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// countUnfinished returns the number of uploads on the server that were neither completed
// nor deleted.
func countUnfinished(t *testing.T, s *s3test.Server) (n int) {
	t.Helper()
	b := openBucket(t, s)
	for u := range b.Client.ListIncompleteUploads(t.Context(), b.Name, "", true) {
		if minio.ToErrorResponse(u.Err).Code == "NoSuchUpload" {
			break // the server answers with an error if it has no unfinished upload
		}
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		n++
	}
	return n
}

// wantEmpty checks that a local folder is empty.
func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the local folder has %v, %v", left, err)
	}
}

// TestObjectsHaveTheBytesOfTheFiles: objects have the bytes of the stored files. The client sends a small file
// in one call and a large file in parts. It uses CRC32C checksums, and MD5 checksums for older
// servers.
// rule operations-backup-bucket
func TestObjectsHaveTheBytesOfTheFiles(t *testing.T) {
	for title, parameter := range map[string]string{"crc32c": "", "md5": "&checksum=md5"} {
		s := s3test.Start(t)
		dir := t.TempDir()
		p, err := place.NewBucket(s.Address("nightly")+parameter, dir)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range []string{"small", largeText} {
			if err := storeText(t, p, backupName(i), text); err != nil {
				t.Fatalf("%s: %v", title, err)
			}
			b := openBucket(t, s)
			o, err := b.Client.GetObject(t.Context(), b.Name, "nightly/"+backupName(i), minio.GetObjectOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if found, err := io.ReadAll(o); err != nil || !bytes.Equal(found, []byte(text)) {
				t.Errorf("%s: %d bytes instead of %d, %v", title, len(found), len(text), err)
			}
		}
		wantEmpty(t, dir)
	}
}

// TestFailedUploadLeavesNothing: after a failed upload there is no object, no part and no
// local file.
// rule operations-backup-bucket
func TestFailedUploadLeavesNothing(t *testing.T) {
	for title, interceptor := range map[string]s3test.Interceptor{
		"full":          refuseWith(507, "InsufficientStorage"),
		"may only read": refuseWith(403, "AccessDenied"),
		"cut":           func(_ http.ResponseWriter, r *http.Request) bool { return s3test.CutConnection(r) },
	} {
		for size, text := range map[string]string{"small": "small", "large": largeText} {
			t.Run(title+" "+size, func(t *testing.T) {
				s := s3test.Start(t)
				p, dir := newBucket(t, s, "")
				s.Intercept(interceptUploads(interceptAllButFirstPart(interceptor)))
				err := storeText(t, p, backupName(1), text)
				if err == nil || !strings.HasPrefix(err.Error(), "the backup cannot be sent to the bucket: ") || strings.Contains(err.Error(), "canary") {
					t.Errorf("%v", err)
				}
				s.Intercept(nil)
				wantNames(t, p)
				wantEmpty(t, dir)
				if n := countUnfinished(t, s); n > 0 {
					t.Errorf("%d uploads are left", n)
				}
			})
		}
	}
}

// interceptAllButFirstPart applies an Interceptor to all requests except the first part of an upload.
func interceptAllButFirstPart(with s3test.Interceptor) s3test.Interceptor {
	return func(w http.ResponseWriter, r *http.Request) bool {
		return r.URL.Query().Get("partNumber") != "1" && with(w, r)
	}
}

// TestCutUploadIsSentAgain: if the connection is lost once, the client sends the call again and the
// backup is complete.
// rule operations-backup-bucket
func TestCutUploadIsSentAgain(t *testing.T) {
	s := s3test.Start(t)
	p, _ := newBucket(t, s, "")
	var cut atomic.Bool
	s.Intercept(interceptUploads(func(_ http.ResponseWriter, r *http.Request) bool {
		return !cut.Swap(true) && s3test.CutConnection(r)
	}))
	if err := storeText(t, p, backupName(1), largeText); err != nil || !cut.Load() {
		t.Errorf("%v, cut %v", err, cut.Load())
	}
	wantNames(t, p, backupName(1))
}

// TestUnusableBucketIsFoundFirst: if the bucket cannot be used, Store fails before it makes
// a backup.
// rule operations-backup-bucket
func TestUnusableBucketIsFoundFirst(t *testing.T) {
	s := s3test.Start(t)
	p, _ := newBucket(t, s, "")
	s.Intercept(refuseWith(403, "InvalidAccessKeyId"))
	err := p.Store(t.Context(), backupName(1), func(string) error { t.Error("a file is made"); return nil })
	if err == nil || !strings.Contains(err.Error(), "check COLLOQUY_BACKUP_URL") || strings.Contains(err.Error(), "canary") {
		t.Errorf("%v", err)
	}
}

// TestEndedContextEndsAnUpload: when the context ends, Store fails, and the server has no
// parts afterwards.
// rule operations-backup-bucket
func TestEndedContextEndsAnUpload(t *testing.T) {
	s := s3test.Start(t)
	p, _ := newBucket(t, s, "")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.Intercept(interceptUploads(interceptAllButFirstPart(func(_ http.ResponseWriter, r *http.Request) bool {
		cancel()
		return s3test.CutConnection(r)
	})))
	err := p.Store(ctx, backupName(1), func(path string) error { return os.WriteFile(path, []byte(largeText), 0o600) })
	if s.Intercept(nil); !errors.Is(err, context.Canceled) || countUnfinished(t, s) > 0 {
		t.Errorf("%v, %d uploads are left", err, countUnfinished(t, s))
	}
	wantNames(t, p)
}

// TestLeftoversOfAKilledProcessAreDeleted: an old unfinished upload of a backup and the local files are
// deleted. Other unfinished uploads stay. rule operations-backup-bucket
func TestLeftoversOfAKilledProcessAreDeleted(t *testing.T) {
	s := s3test.Start(t)
	p, dir := newBucket(t, s, "")
	b := openBucket(t, s)
	for _, key := range []string{backupName(1), "film.mp4"} {
		if _, err := (&minio.Core{Client: b.Client}).NewMultipartUpload(t.Context(), b.Name, key, minio.PutObjectOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, left := range []string{"/.unsent", "/.writing-1"} {
		if err := os.WriteFile(dir+left, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.DeleteUnfinishedBackups(t.Context(), time.Now().Add(-time.Hour)); err != nil || countUnfinished(t, s) != 2 {
		t.Errorf("young ones: %v, %d", err, countUnfinished(t, s))
	}
	if err := p.DeleteUnfinishedBackups(t.Context(), time.Now().Add(time.Hour)); err != nil || countUnfinished(t, s) != 1 {
		t.Errorf("old ones: %v, %d", err, countUnfinished(t, s))
	}
	if err := storeText(t, p, backupName(1), "x"); err != nil {
		t.Error(err)
	}
	wantEmpty(t, dir)
	s.Intercept(refuseWith(501, "NotImplemented"))
	if err := p.DeleteUnfinishedBackups(t.Context(), time.Now()); err != nil {
		t.Errorf("a server that cannot list them: %v", err)
	}
}
