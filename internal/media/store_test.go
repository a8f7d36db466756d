package media_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// fakeBucket is an S3-compatible server with one bucket.
type fakeBucket struct {
	address string
	isDown  atomic.Bool // whether the server answers 503
	backend *s3mem.Backend
}

func newFakeBucket(t *testing.T) *fakeBucket {
	t.Helper()
	b := &fakeBucket{backend: s3mem.New()}
	if err := b.backend.CreateBucket("pictures"); err != nil {
		t.Fatal(err)
	}
	h := gofakes3.New(b.backend).Server()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if b.isDown.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b.address = "s3://key:secret@" + strings.TrimPrefix(server.URL, "http://") + "/pictures?region=us-east-1&tls=false"
	return b
}

func (b *fakeBucket) countFiles(t *testing.T) int {
	t.Helper()
	list, err := b.backend.ListBucket("pictures", nil, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	return len(list.Contents)
}

// TestBucketServesPictures: the server serves pictures from a bucket in the same way as from a
// directory. The data directory has no folder for media.
// rules media-serving, media-avatar
func TestBucketServesPictures(t *testing.T) {
	b := newFakeBucket(t)
	o := apptest.SQLite(t)
	e := apptest.Start(t, o, apptest.WithMediaBucket(b.address))
	ada := e.NewUser("Ada")
	firstAddress, secondAddress := mustUpload(t, ada, newJPEG(t, 600, 600, red)), mustUpload(t, ada, newJPEG(t, 600, 600, blue))
	saveAvatar(ada, firstAddress).Want(200)
	resp, whole := e.Get(firstAddress)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "image/jpeg" || len(whole) < 1000 {
		t.Errorf("the picture: %d, %d bytes", resp.StatusCode, len(whole))
	}
	resp, part := e.Get(firstAddress, func(r *http.Request) { r.Header.Set("Range", "bytes=500-") })
	if resp.StatusCode != 206 || part != whole[500:] {
		t.Errorf("a range: %d, %d bytes", resp.StatusCode, len(part))
	}
	if !isGone(filepath.Join(o.DataDir, "media")) {
		t.Error("there is a directory too")
	}
	saveAvatar(ada, secondAddress).Want(200)
	apptest.Eventually(t, "the former picture is deleted", func() bool { return b.countFiles(t) == 1 })
}

// TestUnavailableStoreAnswers503: while the store is unavailable, uploads and pictures get status 503, and the
// process reports that it is degraded. When the store is available again, the deletion of an
// account continues.
// rules media-upload, media-forgotten
func TestUnavailableStoreAnswers503(t *testing.T) {
	b := newFakeBucket(t)
	e := apptest.Start(t, apptest.SQLite(t), apptest.WithMediaBucket(b.address))
	ada := e.NewUser("Ada")
	address := mustUpload(t, ada, newJPEG(t, 30, 30, red))
	saveAvatar(ada, address).Want(200)
	b.isDown.Store(true)
	a := upload(ada, newJPEG(t, 30, 30, blue)).Want(503)
	if a.ErrorCode() != "media_unavailable" || a.Header.Get("Retry-After") == "" || strings.Contains(a.Body, "secret") {
		t.Errorf("the upload answers %s", a.Body)
	}
	if resp, body := e.Get(address); resp.StatusCode != 503 || resp.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the picture answers %d %s", resp.StatusCode, body)
	}
	if resp, body := e.Get("/readyz"); resp.StatusCode != 200 || !strings.Contains(body, `"degraded"`) {
		t.Errorf("readyz answers %d %s", resp.StatusCode, body)
	}
	ada.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
	b.isDown.Store(false)
	apptest.Eventually(t, "the picture is deleted", func() bool {
		e.Clock.Advance(10 * time.Second)
		return b.countFiles(t) == 0
	})
}

// TestUnwritableDirectoryAnswers503: an upload answers 503 if its directory cannot be written.
// rule media-upload
func TestUnwritableDirectoryAnswers503(t *testing.T) {
	o := apptest.SQLite(t)
	e := apptest.Start(t, o)
	ada := e.NewUser("Ada")
	if err := os.RemoveAll(filepath.Join(o.DataDir, "media")); err != nil {
		t.Fatal(err)
	}
	upload(ada, newJPEG(t, 30, 30, red)).Want(503)
}

// TestManyUploadsAtOnce: each of many concurrent uploads is stored or answered with Retry-After.
// The number of stored files equals the number of successful uploads.
// rule media-upload-limits
func TestManyUploadsAtOnce(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		data := newJPEG(t, 100, 100, red)
		var users []*apptest.Client
		for n := range 12 {
			users = append(users, e.NewUser(fmt.Sprintf("User%d", n)))
		}
		var stored, refused atomic.Int64
		var wg sync.WaitGroup
		for n := range 36 {
			wg.Go(func() {
				switch a := upload(users[n%len(users)], data); a.Status {
				case 200:
					stored.Add(1)
				case 429, 503:
					refused.Add(1)
					if a.Header.Get("Retry-After") == "" {
						t.Errorf("%s", a.Body)
					}
				default:
					t.Errorf("%d %s", a.Status, a.Body)
				}
			})
		}
		wg.Wait()
		entries, err := os.ReadDir(filepath.Join(o.DataDir, "media"))
		if err != nil || len(entries) != int(stored.Load()) || countMediaRows(t, e) < len(entries) || stored.Load() < 12 {
			t.Errorf("%d stored, %d refused, %d files, %d rows, %v", stored.Load(), refused.Load(), len(entries), countMediaRows(t, e), err)
		}
	})
}

// TestParallelChangesLeaveOnePicture: after parallel changes of the picture only one picture is
// in use, and only its file stays.
// rule media-avatar
func TestParallelChangesLeaveOnePicture(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Ada")
		var addresses []string
		for range 6 {
			addresses = append(addresses, mustUpload(t, ada, newJPEG(t, 20, 20, red)))
		}
		var wg sync.WaitGroup
		for _, address := range addresses {
			wg.Go(func() {
				if a := saveAvatar(ada, address); a.Status != 200 && a.Status != 422 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
			})
		}
		wg.Wait()
		avatar := avatarOf(t, ada)
		var used int
		row := e.App.DB().Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM media_files WHERE used`)
		if err := row.Scan(&used); err != nil || used != 1 || avatar == "" {
			t.Errorf("%d pictures are used, the last is %q, %v", used, avatar, err)
		}
		if isGone(filePath(o.DataDir, avatar)) {
			t.Error("the file of the picture is gone")
		}
		apptest.Eventually(t, "the others are deleted", func() bool { return countMediaRows(t, e) == 1 })
	})
}

// TestSignedAddressExpires: a private file is served at a signed address until it expires.
// rule media-signed
func TestSignedAddressExpires(t *testing.T) {
	o := apptest.SQLite(t)
	e := apptest.Start(t, o)
	const name = "private-0123456789abcdef.jpg"
	data := newJPEG(t, 30, 30, red)
	for _, stored := range []string{name, "private-another.jpg"} {
		if err := os.WriteFile(filepath.Join(o.DataDir, "media", stored), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	signedAddress := e.App.Media().SignedAddress(name, e.Clock.Now().Add(10*time.Minute))
	resp, body := e.Get(signedAddress)
	if resp.StatusCode != 200 || body != string(data) || resp.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%s answers %d", signedAddress, resp.StatusCode)
	}
	u, err := url.Parse(signedAddress)
	if err != nil {
		t.Fatal(err)
	}
	signature, expires := u.Query().Get("signature"), u.Query().Get("expires")
	_, notFoundBody := e.Get("/media/none.jpg")
	for _, path := range []string{
		u.Path, u.Path + "?expires=" + expires, u.Path + "?signature=" + signature, u.Path + "?expires=9" + expires + "&signature=" + signature,
		u.Path + "?expires=" + expires + "&signature=" + signature[1:], u.Path + "?expires=" + expires + "&signature=", "/media/private-another.jpg?" + u.RawQuery, u.Path + "?expires=&signature=" + signature,
	} {
		resp, body := e.Get(path)
		if resp.StatusCode != 404 || len(body) != len(notFoundBody) || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s answers %d %s", path, resp.StatusCode, body)
		}
	}
	e.Clock.Advance(10 * time.Minute)
	if resp, _ := e.Get(signedAddress); resp.StatusCode != 404 {
		t.Errorf("the expired address answers %d", resp.StatusCode)
	}
}

// TestOldFilesWithoutRowsAreDeleted: files without a row exist after a restore of an older
// database. They are deleted after 30 days.
// rule media-unused
func TestOldFilesWithoutRowsAreDeleted(t *testing.T) {
	o := apptest.SQLite(t)
	dir := filepath.Join(o.DataDir, "media")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	oldFile := filepath.Join(dir, "0123.jpg")
	for path, age := range map[string]time.Duration{oldFile: 31 * 24 * time.Hour, filepath.Join(dir, "4567.jpg"): 29 * 24 * time.Hour} {
		changedAt := time.Now().Add(-age)
		if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chtimes(path, changedAt, changedAt)); err != nil {
			t.Fatal(err)
		}
	}
	apptest.Start(t, o)
	apptest.Eventually(t, "the old file is deleted", func() bool { return isGone(oldFile) })
	if isGone(filepath.Join(dir, "4567.jpg")) {
		t.Error("the newer file is deleted")
	}
}

// TestSlowUploadHoldsNobodyUp: an upload whose body does not arrive takes only one slot, so
// that other users can upload.
func TestSlowUploadHoldsNobodyUp(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	slowUser, ada := e.NewUser("Slow"), e.NewUser("Ada")
	r, w := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, "POST", e.URL+"/api/admin/upload/single/user_profile", r)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	request.Header.Set("Authorization", "Bearer "+slowUser.Token)
	uploadEnded := make(chan struct{})
	go func() {
		defer close(uploadEnded)
		if resp, err := http.DefaultClient.Do(request); err == nil {
			resp.Body.Close()
		}
	}()
	io.WriteString(w, "--x\r\n")
	apptest.Eventually(t, "a second upload of the user is refused", func() bool { return upload(slowUser, newJPEG(t, 9, 9, red)).Status == 429 })
	upload(ada, newJPEG(t, 9, 9, red)).Want(200)
	cancel()
	w.Close()
	<-uploadEnded
	e.Clock.Advance(time.Minute)
	apptest.Eventually(t, "the slot is free again", func() bool { return upload(slowUser, newJPEG(t, 9, 9, red)).Status == 200 })
}
