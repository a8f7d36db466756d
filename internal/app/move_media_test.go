package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/media/s3/s3test"
)

// A service uses the bucket after its folder was copied; the copy can be repeated.
// rule operations-move-media
func TestMediaAreCopiedIntoTheBucket(t *testing.T) {
	server, o := s3test.Start(t), apptest.SQLite(t)
	e := apptest.Start(t, o)
	user := e.NewUser("Ada")
	picturePath := uploadPictureOf(user)
	e.Stop()
	c := config.Config{DataDir: o.DataDir, MediaURL: config.Secret(server.Address("pictures"))}
	unfinishedFile := filepath.Join(o.DataDir, "media", ".writing-a")
	if err := os.WriteFile(unfinishedFile, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []app.MovedMedia{{CopiedFileCount: 1}, {SkippedFileCount: 1}} {
		got, err := app.MoveMedia(t.Context(), c)
		want.Folder, want.Bucket = filepath.Join(o.DataDir, "media"), "bucket store at "+server.Host
		if err != nil || got != want {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	if err := os.RemoveAll(filepath.Join(o.DataDir, "media")); err != nil {
		t.Fatal(err)
	}
	if _, err := app.MoveMedia(t.Context(), c); err == nil || !strings.Contains(err.Error(), "no folder media") {
		t.Errorf("without the folder: %v", err)
	}
	e = apptest.Start(t, o, apptest.WithMediaBucket(c.MediaURL.Reveal()))
	if resp, body := e.Get(picturePath); resp.StatusCode != http.StatusOK || len(body) == 0 {
		t.Errorf("the picture answers %d", resp.StatusCode)
	}
	if _, err := app.MoveMedia(t.Context(), config.Config{DataDir: o.DataDir}); err == nil || !strings.Contains(err.Error(), "set COLLOQUY_MEDIA_URL") {
		t.Errorf("without a bucket: %v", err)
	}
}

// A bucket that nobody serves is an error, also if there is nothing to copy.
// rules operations-move-media, operations-doctor
func TestMissingBucketIsNoticed(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "media"), 0o700); err != nil {
		t.Fatal(err)
	}
	c := doctorConfig(dir)
	c.MediaURL = "s3://key:secret@127.0.0.1:1/pictures?region=eu"
	if got := findingInArea(t, c, "pictures"); !strings.HasPrefix(got, "bad the store does not answer") {
		t.Error(got)
	}
	if _, err := app.MoveMedia(t.Context(), c); err == nil || !strings.Contains(err.Error(), "the bucket does not answer") {
		t.Errorf("the copy ends with %v", err)
	}
}

// uploadPictureOf uploads a picture, uses it in the profile, and returns its path.
func uploadPictureOf(user *apptest.Client) string {
	user.T.Helper()
	const form = "--x\r\nContent-Disposition: form-data; name=\"singleFile\"; filename=\"a.gif\"\r\n\r\n" +
		"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00\x3b\r\n--x--\r\n"
	var out struct {
		Data struct{ URLs []string }
	}
	user.Do("POST", "/admin/upload/single/user_profile", form, "Content-Type", "multipart/form-data; boundary=x").Want(200).Into(&out)
	user.Do("PUT", "/user/profile", map[string]any{"username": user.Name, "email": user.Email, "avatar": out.Data.URLs[0]}).Want(200)
	return out.Data.URLs[0]
}
