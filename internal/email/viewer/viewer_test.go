package viewer_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"colloquy/internal/core/clocktest"
	"colloquy/internal/core/hostiletest"
	"colloquy/internal/email"
	"colloquy/internal/email/viewer"
)

const baseURL = "http://127.0.0.1:8080"

// outboxServer is an outbox folder with the server that shows it.
type outboxServer struct {
	t      *testing.T
	dir    string
	outbox *email.Outbox
	http.Handler
}

func newOutboxServer(t *testing.T) *outboxServer {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "outbox")
	from, err := email.ParseSender("Colloquy <hello@colloquy.example>")
	if err != nil {
		t.Fatal(err)
	}
	next := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	return &outboxServer{
		t: t, dir: dir, outbox: email.NewOutbox(dir, from, clocktest.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))),
		Handler: viewer.Handler(dir, baseURL, slog.New(slog.DiscardHandler), next),
	}
}

func (b *outboxServer) send(id string, m email.Message) {
	b.t.Helper()
	m.To = "ada@post.example"
	if err := b.outbox.Send(context.Background(), id, m); err != nil {
		b.t.Fatal(err)
	}
}

func (b *outboxServer) writeFile(name, text string) {
	b.t.Helper()
	if err := os.MkdirAll(b.dir, 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// get requests a path as a browser on this machine does.
func (b *outboxServer) get(path string, changes ...func(*http.Request)) *httptest.ResponseRecorder {
	b.t.Helper()
	r := httptest.NewRequestWithContext(b.t.Context(), http.MethodGet, baseURL+path, nil)
	r.RemoteAddr = "127.0.0.1:50000"
	for _, change := range changes {
		change(r)
	}
	w := httptest.NewRecorder()
	b.ServeHTTP(w, r)
	return w
}

// rule mail-viewer
func TestMailsAreShownNewestFirst(t *testing.T) {
	b := newOutboxServer(t)
	if got := b.get(viewer.Path); got.Code != 200 || !strings.Contains(got.Body.String(), "No mail yet.") {
		t.Errorf("without a folder: %d %s", got.Code, got.Body)
	}
	for i := range 60 {
		b.send(fmt.Sprintf("mail-%02d", i), email.Message{Subject: fmt.Sprintf("Subject %02d.", i), Text: "x"})
	}
	got := b.get(viewer.Path)
	text := got.Body.String()
	if strings.Count(text, "<li>") != 50 || strings.Index(text, "Subject 59.") > strings.Index(text, "Subject 58.") || strings.Contains(text, "Subject 09.") {
		t.Errorf("the list is\n%s", text)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "X-Robots-Tag": "noindex"} {
		if got.Header().Get(name) != want {
			t.Errorf("%s is %q", name, got.Header().Get(name))
		}
	}
}

// TestLettersHaveClickableLinks: links to this server are clickable and have no host, so the
// browser stays on the host of the page. Other links are plain text. rule mail-viewer
func TestLettersHaveClickableLinks(t *testing.T) {
	b := newOutboxServer(t)
	m := email.Letter{
		Heading: "Confirm your email address", Intro: []string{"Ünïcode, and http://evil.example/#verify-email=x, " + baseURL + ".evil.example/, " + baseURL + "//evil.example and javascript:alert(1)."},
		Button: email.Button{Label: "Confirm", URL: baseURL + "/#verify-email=tok_en-1"},
	}.FillMessage(email.Message{Subject: "Confirm ✓"})
	b.send("mail-1", m)
	text := b.get(viewer.Path + "/mail-1").Body.String()
	if strings.Count(text, `<a href="/`) != 2 || !strings.Contains(text, `<a href="/#verify-email=tok_en-1">`+baseURL+`/#verify-email=tok_en-1</a>`) {
		t.Errorf("the page is\n%s", text)
	}
	for _, want := range []string{"Confirm ✓", "ada@post.example", "Ünïcode", `sandbox="allow-top-navigation-by-user-activation"`} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q:\n%s", want, text)
		}
	}
	html := b.get(viewer.Path + "/mail-1/html")
	policy := html.Header().Get("Content-Security-Policy")
	if !strings.Contains(html.Body.String(), `href="`+baseURL+`/#verify-email=tok_en-1"`) || !strings.Contains(policy, "sandbox allow-top-navigation-by-user-activation") || strings.Contains(policy, "script") {
		t.Errorf("%s\n%s", policy, html.Body)
	}
}

// TestOnlyThisMachineSeesMails: requests with another Host, through a proxy or from another
// machine go to the next handler. rule mail-viewer
func TestOnlyThisMachineSeesMails(t *testing.T) {
	b := newOutboxServer(t)
	b.send("mail-1", email.Message{Subject: "A link", Text: "x", HTML: "<p>x"})
	withHost := func(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }
	withHeader := func(name string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, "127.0.0.1") }
	}
	withClientAddress := func(address string) func(*http.Request) { return func(r *http.Request) { r.RemoteAddr = address } }
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"an address":           {withHost("127.0.0.1:8080"), 200},
		"another address":      {withHost("127.0.0.53"), 200},
		"IPv6":                 {withHost("[::1]:8080"), 200},
		"IPv6 without a port":  {withHost("[::1]"), 200},
		"localhost":            {withHost("localhost:8080"), 200},
		"localhost alone":      {withHost("LocalHost"), 200},
		"IPv6 client":          {withClientAddress("[::1]:50000"), 200},
		"mapped client":        {withClientAddress("[::ffff:127.0.0.1]:50000"), 200},
		"a public name":        {withHost("rebinding.example:8080"), 404},
		"a name that looks so": {withHost("localhost.example"), 404},
		"a name with a port":   {withHost("127.0.0.1.example:8080"), 404},
		"a network address":    {withHost("192.168.1.2:8080"), 404},
		"a short name":         {withHost("printer"), 404},
		"no host":              {withHost(""), 404},
		"a proxy":              {withHeader("X-Forwarded-For"), 404},
		"a proxy's host":       {withHeader("X-Forwarded-Host"), 404},
		"a proxy's scheme":     {withHeader("X-Forwarded-Proto"), 404},
		"a standard proxy":     {withHeader("Forwarded"), 404},
		"another proxy":        {withHeader("X-Real-IP"), 404},
		"a gateway":            {withHeader("Via"), 404},
		"another machine":      {withClientAddress("192.0.2.1:50000"), 404},
	} {
		for _, path := range []string{"", "/mail-1", "/mail-1/html", "/style.css"} {
			if got := b.get(viewer.Path+path, c.change); got.Code != c.want {
				t.Errorf("%s: %s answers %d, want %d", name, path, got.Code, c.want)
			}
		}
	}
}

// TestHostileMailsAreShownAsText: texts of mails are shown as text, and broken files are no errors.
// rule mail-viewer
func TestHostileMailsAreShownAsText(t *testing.T) {
	b := newOutboxServer(t)
	const script = `<script>alert(1)</script>`
	b.writeFile("a-script.eml", "To: "+script+"\nSubject: =?utf-8?q?"+script+"?=\n\n"+script)
	b.writeFile("b-empty.eml", "")
	b.writeFile("c-no-mail.eml", "\x00\xff no header")
	b.writeFile("d-boundary.eml", "Content-Type: multipart/alternative\n\n--x\n\n--x--")
	b.writeFile("e-deep.eml", "Content-Type: multipart/mixed; boundary=x\n\n"+strings.Repeat("--x\nContent-Type: multipart/mixed; boundary=x\n\n", 5000))
	b.writeFile("f-encoding.eml", "Subject: s\nContent-Transfer-Encoding: base64\n\n!!!")
	b.writeFile("g-large.eml", "Subject: large\n\n"+strings.Repeat("x", 5<<20))
	for i, text := range hostiletest.Texts(t) {
		b.writeFile(fmt.Sprintf("h-%d.eml", i), "Subject: "+text+"\nTo: "+text+"\n\n"+text)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(b.dir, "i-link.eml")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(b.dir, "j-pipe.eml"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(b.dir, "k-folder.eml"), 0o700); err != nil {
		t.Fatal(err)
	}
	b.writeFile("l.txt", "Subject: no mail")
	files, err := os.ReadDir(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{""}
	for _, f := range files {
		paths = append(paths, "/"+strings.TrimSuffix(f.Name(), ".eml"))
	}
	for _, path := range paths {
		got := b.get(viewer.Path + path)
		want := 200
		if slices.Contains([]string{"/i-link", "/j-pipe", "/k-folder", "/l.txt"}, path) {
			want = 404
		}
		if got.Code != want || strings.Contains(strings.ToLower(got.Body.String()), "<script") || got.Body.Len() > 2<<20 {
			t.Errorf("%s: %d, %d bytes, %.300s", path, got.Code, got.Body.Len(), got.Body)
		}
	}
	for _, path := range []string{"/..%2f..%2fetc%2fpasswd", "/%2e%2e", "/" + strings.Repeat("a", 65), "/a-script%00", "/nothing", "/l.txt"} {
		if got := b.get(viewer.Path + path); got.Code == 200 {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}

// TestUnreadableFolderIsAnError: the error answer does not contain the path of the folder.
func TestUnreadableFolderIsAnError(t *testing.T) {
	b := newOutboxServer(t)
	if err := os.WriteFile(b.dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/mail-1"} {
		if got := b.get(viewer.Path + path); got.Code != 500 || strings.Contains(got.Body.String(), b.dir) {
			t.Errorf("%s: %d %s", path, got.Code, got.Body)
		}
	}
}
