package media_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// newJPEG returns a JPEG of w by h pixels in one colour.
func newJPEG(t testing.TB, w, h int, c color.Color) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, c)
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var red, blue = color.RGBA{200, 0, 0, 255}, color.RGBA{0, 0, 200, 255}

// uploadForm returns a form with one file, and the media type of the form.
func uploadForm(field, name string, data []byte) (body, contentType string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	part, _ := w.CreateFormFile(field, name)
	part.Write(data)
	w.Close()
	return out.String(), w.FormDataContentType()
}

func upload(c *apptest.Client, data []byte) apptest.Answer {
	body, contentType := uploadForm("singleFile", "photo.jpg", data)
	return c.Do("POST", "/admin/upload/single/user_profile", body, "Content-Type", contentType)
}

// mustUpload uploads a picture and returns its address.
func mustUpload(t testing.TB, c *apptest.Client, data []byte) string {
	t.Helper()
	var out struct {
		Status string
		Data   struct{ URLs []string }
	}
	upload(c, data).Want(200).Into(&out)
	if out.Status != "success" || len(out.Data.URLs) != 1 || !strings.HasPrefix(out.Data.URLs[0], "/media/") {
		t.Fatalf("the upload answers %+v", out)
	}
	return out.Data.URLs[0]
}

// saveAvatar saves the profile with the address of a picture, or with nil for no picture.
func saveAvatar(c *apptest.Client, avatar any) apptest.Answer {
	return c.Do("PUT", "/user/profile", map[string]any{"username": c.Name, "email": c.Email, "avatar": avatar})
}

// avatarOf returns the address of the picture of the caller's own account, or "". It checks
// that the fields image and avatar are equal.
func avatarOf(t testing.TB, c *apptest.Client) string {
	t.Helper()
	var me struct{ Image, Avatar *string }
	c.Do("GET", "/auth/me", nil).Want(200).Into(&me)
	if (me.Image == nil) != (me.Avatar == nil) {
		t.Fatalf("image and avatar differ: %+v", me)
	}
	if me.Avatar == nil {
		return ""
	}
	return *me.Avatar
}

func filePath(dataDir, address string) string {
	return filepath.Join(dataDir, "media", strings.TrimPrefix(address, "/media/"))
}

func isGone(path string) bool {
	_, err := os.Stat(path)
	return os.IsNotExist(err)
}

// TestAvatarIsUploadedShownReplacedAndRemoved: others see the picture, unless the profile is
// hidden. The files of replaced and removed pictures are deleted.
// rules media-upload, media-avatar, media-shown
func TestAvatarIsUploadedShownReplacedAndRemoved(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		firstAddress := mustUpload(t, ada, newJPEG(t, 800, 600, red))
		if got := avatarOf(t, ada); got != "" {
			t.Errorf("before the profile is saved the picture is %q", got)
		}
		saveAvatar(ada, firstAddress).Want(200)
		if got := avatarOf(t, ada); got != firstAddress {
			t.Errorf("the picture is %q, want %q", got, firstAddress)
		}
		var comment, reply struct{ ID string }
		ada.Do("POST", "/profile/20/comments", map[string]any{"comment": "A fine talk"}).Want(201).Into(&comment)
		ada.Do("POST", "/profile/20/comments", map[string]any{"comment": "Yes", "parent_comment_id": comment.ID}).Want(201).Into(&reply)
		for path, times := range map[string]int{"/profile/20/comments": 2, "/profile/20/activity": 1} {
			if n := strings.Count(bo.Do("GET", path, nil).Want(200).Body, `"avatar":"`+firstAddress+`"`); n != times {
				t.Errorf("%s shows the picture %d times, want %d", path, n, times)
			}
		}
		ada.Do("PUT", "/user/profile", map[string]any{"username": "Ada L", "email": ada.Email}).Want(200)
		if got := avatarOf(t, ada); got != firstAddress {
			t.Errorf("a profile without a picture changes it to %q", got)
		}
		ada.Do("PUT", "/user/privacy", map[string]any{"public_profile": false, "activity_status": true, "analytics": true, "recommendations": true}).Want(200)
		if body := bo.Do("GET", "/profile/20/comments", nil).Want(200).Body; strings.Contains(body, firstAddress) {
			t.Errorf("a hidden profile shows the picture: %s", body)
		}

		secondAddress := mustUpload(t, ada, newJPEG(t, 600, 800, blue))
		saveAvatar(ada, secondAddress).Want(200)
		apptest.Eventually(t, "the former picture is deleted", func() bool { return isGone(filePath(o.DataDir, firstAddress)) })
		saveAvatar(ada, firstAddress).Want(422)
		if got := avatarOf(t, ada); got != secondAddress {
			t.Errorf("after a refusal the picture is %q", got)
		}
		saveAvatar(ada, nil).Want(200)
		apptest.Eventually(t, "the picture is deleted", func() bool { return isGone(filePath(o.DataDir, secondAddress)) })
		if got := avatarOf(t, ada); got != "" {
			t.Errorf("the removed picture is %q", got)
		}
	})
}

// TestAvatarIsAnOwnUpload: only a picture that the user has uploaded becomes the picture of the
// profile.
// rule media-avatar
func TestAvatarIsAnOwnUpload(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		ownAddress := mustUpload(t, ada, newJPEG(t, 40, 40, red))
		for _, avatar := range []any{
			ownAddress, "https://evil.example/a.jpg", "//evil.example/a.jpg", "javascript:alert(1)", "data:image/png;base64,AA", "/media/", "/media/../colloquy.db", "/media/x.jpg", ownAddress + "?a", ownAddress + "/",
			"/media/%2e%2e/x.jpg", strings.Repeat("x", 3000), "/", "media", "0", "/media/\u202e.jpg",
		} {
			a := saveAvatar(bo, avatar)
			if a.Status != 422 || !strings.Contains(a.Body, `"avatar":"This picture is gone. Please upload it again."`) {
				t.Errorf("%.60v answers %d %s", avatar, a.Status, a.Body)
			}
		}
		for _, avatar := range []any{5, true, []string{ownAddress}, map[string]string{"url": ownAddress}} {
			if a := saveAvatar(bo, avatar); a.Status != 422 {
				t.Errorf("%v answers %d %s", avatar, a.Status, a.Body)
			}
		}
		if got := avatarOf(t, bo); got != "" {
			t.Errorf("the picture of another user is used: %s", got)
		}
		saveAvatar(ada, ownAddress).Want(200)
		saveAvatar(ada, ownAddress).Want(200)
		if got := avatarOf(t, ada); got != ownAddress {
			t.Errorf("the own one is %q", got)
		}
	})
}

// TestPicturesAreServedSafely checks headers, ranges and names below /media.
// rule media-serving
func TestPicturesAreServedSafely(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	address := mustUpload(t, e.NewUser("Ada"), newJPEG(t, 700, 700, red))
	withCookie := func(r *http.Request) { r.Header.Set("Cookie", "sid=x; device=y") }
	resp, wholeFile := e.Get(address, withCookie)
	want := map[string]string{
		"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
		"Cache-Control": "private, max-age=31536000, immutable", "Cross-Origin-Resource-Policy": "same-origin", "Set-Cookie": "", "Vary": "", "Accept-Ranges": "bytes",
	}
	for name, value := range want {
		if got := resp.Header.Get(name); got != value {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	if m, format, err := image.Decode(strings.NewReader(wholeFile)); err != nil || format != "jpeg" || m.Bounds().Dx() != 512 {
		t.Errorf("the picture is %s, %v", format, err)
	}
	tag := resp.Header.Get("ETag")
	withHeader := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	if resp, body := e.Get(address, withHeader("If-None-Match", tag)); resp.StatusCode != 304 || body != "" || tag == "" {
		t.Errorf("with its tag %q: %d", tag, resp.StatusCode)
	}
	if resp, body := e.Get(address, withHeader("Range", "bytes=100-199")); resp.StatusCode != 206 || body != wholeFile[100:200] {
		t.Errorf("a range: %d, %d bytes", resp.StatusCode, len(body))
	}
	if resp, body := e.Get(address, withHeader("Range", "bytes=-10")); resp.StatusCode != 206 || body != wholeFile[len(wholeFile)-10:] {
		t.Errorf("the end: %d, %d bytes", resp.StatusCode, len(body))
	}
	if resp, _ := e.Get(address, withHeader("Range", "bytes=999999-")); resp.StatusCode != 416 {
		t.Errorf("behind the end: %d", resp.StatusCode)
	}
	if resp, _ := e.Get(address, func(r *http.Request) { r.Method = "POST" }); resp.StatusCode != 405 {
		t.Errorf("POST answers %d", resp.StatusCode)
	}
	if resp, body := e.Get(address, func(r *http.Request) { r.Method = "HEAD" }); resp.StatusCode != 200 || body != "" || resp.ContentLength != int64(len(wholeFile)) {
		t.Errorf("HEAD answers %d with %d", resp.StatusCode, resp.ContentLength)
	}
	for _, path := range []string{
		"/media/", "/media", "/media/none.jpg", "/media/..%2fcolloquy.db", "/media/%2e%2e/lock", "/media/colloquy.db", "/media/.writing-x", "/media/a/b.jpg", address + "/", strings.ToUpper(address),
		"/media/%00.jpg", strings.Replace(address, ".jpg", ".png", 1), strings.Replace(address, ".jpg", ".html", 1), "/media/" + strings.Repeat("a", 5000) + ".jpg",
	} {
		resp, body := e.Get(path)
		if resp.StatusCode < 301 || resp.StatusCode == 200 || resp.StatusCode >= 500 || strings.Contains(body, "SQLite") {
			t.Errorf("%.60s answers %d %.80s", path, resp.StatusCode, body)
		}
	}
}

// TestTransparencyIsKept: a transparent picture becomes a PNG.
func TestTransparencyIsKept(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	m := image.NewNRGBA(image.Rect(0, 0, 600, 600))
	m.Set(300, 300, red)
	var file bytes.Buffer
	if err := png.Encode(&file, m); err != nil {
		t.Fatal(err)
	}
	resp, body := e.Get(mustUpload(t, e.NewUser("Ada"), file.Bytes()))
	got, format, err := image.Decode(strings.NewReader(body))
	if err != nil || format != "png" || resp.Header.Get("Content-Type") != "image/png" {
		t.Fatalf("%s, %s, %v", format, resp.Header.Get("Content-Type"), err)
	}
	if _, _, _, alpha := got.At(0, 0).RGBA(); alpha != 0 {
		t.Errorf("the corner has alpha %d", alpha)
	}
}

// TestUserMayStoreTwentyPicturesADay: a user may store 20 pictures a day. A refused file does not count.
// rules media-upload-limits, media-upload-kinds
func TestUserMayStoreTwentyPicturesADay(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		smallPicture := newJPEG(t, 10, 10, red)
		e.Clock.Advance(time.Until(e.Clock.Now().Truncate(24 * time.Hour).Add(25 * time.Hour)))
		for n := range 20 {
			if n == 5 {
				upload(ada, []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")).Want(415)
				upload(ada, smallPicture[:200]).Want(422)
			}
			if n%10 == 9 {
				e.Clock.Advance(3 * time.Minute)
			}
			upload(ada, smallPicture).Want(200)
		}
		e.Clock.Advance(3 * time.Minute)
		a := upload(ada, smallPicture).Want(429)
		if a.Header.Get("Retry-After") == "" || !strings.Contains(a.Body, "You have uploaded many pictures today.") {
			t.Errorf("the refusal is %s", a.Body)
		}
		for _, kind := range []string{"character", "admin", "USER_PROFILE", "user_profile2"} {
			body, contentType := uploadForm("singleFile", "a.jpg", smallPicture)
			ada.Do("POST", "/admin/upload/single/"+kind, body, "Content-Type", contentType).Want(404)
		}
	})
}

// TestUploadFormHasOneFile: the form must have exactly one part, a file of at most 5 MiB.
// rule media-upload
func TestUploadFormHasOneFile(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Ada")
	smallPicture := newJPEG(t, 10, 10, red)
	postForm := func(body, contentType string) apptest.Answer {
		return ada.Do("POST", "/admin/upload/single/user_profile", body, "Content-Type", contentType)
	}
	body, contentType := uploadForm("file", "a.jpg", smallPicture)
	postForm(body, contentType).Want(422)
	body, contentType = uploadForm("singleFile", "", smallPicture)
	postForm(body, contentType).Want(422)
	_, boundary, _ := strings.Cut(contentType, "boundary=")
	part := "--" + boundary + "\r\nContent-Disposition: form-data; name=\"singleFile\"; filename=\"../../a.html\"\r\nContent-Type: text/html\r\n\r\n" + string(smallPicture) + "\r\n"
	postForm(part+part+"--"+boundary+"--\r\n", contentType).Want(422)
	postForm(part+"--"+boundary+"--\r\n", contentType).Want(200)
	postForm(part, contentType).Want(422)
	postForm("", contentType).Want(422)
	postForm("--"+boundary+"--\r\n", contentType).Want(422)
	postForm(part, "multipart/form-data").Want(415)
	postForm(part, "application/json").Want(415)
	body, contentType = uploadForm("singleFile", "a.jpg", append(bytes.Clone(smallPicture), make([]byte, 5<<20-len(smallPicture))...))
	postForm(body, contentType).Want(200) // with 5 MiB appended
	body, contentType = uploadForm("singleFile", "a.jpg", append(bytes.Clone(smallPicture), make([]byte, 5<<20-len(smallPicture)+1)...))
	if a := postForm(body, contentType).Want(413); !strings.Contains(a.Body, "A picture can have at most 5 MB.") {
		t.Errorf("a large one answers %s", a.Body)
	}
	body, contentType = uploadForm("singleFile", "a.jpg", make([]byte, 9<<20))
	postForm(body, contentType).Want(413)
	e.NewVisitor().Do("POST", "/admin/upload/single/user_profile", body, "Content-Type", contentType).Want(401)
}

// TestUnusedUploadsAreDeleted: an unused upload is deleted after a day. A used one stays.
// rule media-unused
func TestUnusedUploadsAreDeleted(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o)
		ada := e.NewUser("Ada")
		usedUpload, unusedUpload := mustUpload(t, ada, newJPEG(t, 20, 20, red)), mustUpload(t, ada, newJPEG(t, 20, 20, blue))
		saveAvatar(ada, usedUpload).Want(200)
		e.Clock.Advance(23 * time.Hour)
		time.Sleep(1500 * time.Millisecond) // gives the job time to run
		if isGone(filePath(o.DataDir, unusedUpload)) {
			t.Error("the upload is deleted before a day has passed")
		}
		e.Clock.Advance(2 * time.Hour)
		apptest.Eventually(t, "the unused upload is deleted", func() bool { return isGone(filePath(o.DataDir, unusedUpload)) })
		if isGone(filePath(o.DataDir, usedUpload)) {
			t.Error("the used picture is deleted")
		}
		ada.Login()
		saveAvatar(ada, unusedUpload).Want(422)
		apptest.Eventually(t, "its row is deleted", func() bool { return countMediaRows(t, e) == 1 })
	})
}

func countMediaRows(t *testing.T, e *apptest.Env) (n int) {
	t.Helper()
	if err := e.App.DB().Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM media_files`).Scan(&n); err != nil {
		t.Fatal(fmt.Errorf("media_files: %w", err))
	}
	return n
}
