package app_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/config"
	"colloquy/internal/doctor"
	"colloquy/internal/llm/fake"
	"colloquy/internal/media/s3/s3test"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// findingInArea examines a configuration and returns the level and text of the first
// finding of an area.
func findingInArea(t *testing.T, c config.Config, area string) string {
	t.Helper()
	for _, f := range app.Doctor(t.Context(), c, nil, nil) {
		if f.Area == area {
			if (f.Level == doctor.Good) != (f.Advice == "") {
				t.Errorf("%s: %s %q says to do %q", area, f.Level, f.Text, f.Advice)
			}
			return string(f.Level) + " " + f.Text
		}
	}
	t.Fatalf("no finding of %s", area)
	return ""
}

// findingsInArea examines a configuration and returns the levels and texts of all findings of
// an area, one a line.
func findingsInArea(t *testing.T, c config.Config, area string) string {
	t.Helper()
	var lines []string
	for _, f := range app.Doctor(t.Context(), c, nil, nil) {
		if f.Area == area {
			lines = append(lines, string(f.Level)+" "+f.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// doctorConfig returns a configuration with which the doctor makes no request to another
// service.
func doctorConfig(dir string) config.Config {
	return config.Config{Addr: "127.0.0.1:1", DataDir: dir, LLMMode: "demo", RazorpayURL: "https://api.razorpay.com/v1"}
}

// rule operations-doctor
func TestDoctorKnowsTheStateOfTheDatabase(t *testing.T) {
	dir := t.TempDir()
	c := doctorConfig(dir)
	want := func(begins string) {
		t.Helper()
		if got := findingInArea(t, c, "database"); !strings.HasPrefix(got, begins) {
			t.Errorf("found %q, want %q", got, begins)
		}
	}
	want("good there is none yet")
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the doctor made %v, %v", files, err)
	}
	db, err := storage.Open(t.Context(), storage.Options{DataDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	want("warning it lacks migrations")
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	want("good sqlite, up to date and undamaged")
	dbtest.Exec(t, db, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, TRUE)`)
	want("bad a newer version of the program has used it")
	dbtest.Exec(t, db, `DELETE FROM goose_db_version WHERE version_id = 99999`)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	damageFile(t, filepath.Join(dir, storage.SQLiteFile))
	want("bad ")
}

// damageFile overwrites the second half of a file.
func damageFile(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	middleOffset := info.Size() / 2 &^ 4095
	if _, err := file.WriteAt([]byte(strings.Repeat("x", int(info.Size()-middleOffset))), middleOffset); err != nil {
		t.Fatal(err)
	}
}

// TestDoctorAsksTheServices: the doctor reports each service first while it answers and then
// while it refuses.
// rule operations-doctor
func TestDoctorAsksTheServices(t *testing.T) {
	c := doctorConfig(t.TempDir())
	modelServer := httptest.NewServer(&fake.Server{})
	defer modelServer.Close()
	paymentServer, address := razorpaytest.StartServer(t)
	c.LLMMode, c.LLMURL = "auto", modelServer.URL+"/v1"
	c.Payments, c.RazorpayURL, c.RazorpayKeyID, c.RazorpayKeySecret = "razorpay", address, razorpaytest.KeyID, razorpaytest.KeySecret
	c.SMTPURL, c.MailFrom = config.Secret("smtp://"+startMailServer(t, "220 ready\r\n")), "us@post.example"
	for area, wantPrefix := range map[string]string{"model": "good openai answers and has ", "payment": "warning Razorpay", "mail": "good SMTP by way of " + strings.TrimPrefix(c.SMTPURL.Reveal(), "smtp://") + " answers; COLLOQUY_SMTP_URL has no user"} {
		if got := findingInArea(t, c, area); !strings.HasPrefix(got, wantPrefix) {
			t.Errorf("%s: %q, want %q", area, got, wantPrefix)
		}
	}
	modelServer.Close()
	paymentServer.KeySecret = "another"
	c.SMTPURL = config.Secret("smtp://" + startMailServer(t, "554 go away\r\n"))
	for area, wantPrefix := range map[string]string{"model": "bad ", "payment": "bad razorpay: the key is refused", "mail": "bad email: smtp connect"} {
		if got := findingInArea(t, c, area); !strings.HasPrefix(got, wantPrefix) {
			t.Errorf("%s: %q, want %q", area, got, wantPrefix)
		}
	}
}

// startMailServer starts a mail server and returns its address. The server has no extensions, and
// greets each client with the text in greeting.
func startMailServer(t *testing.T, greeting string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			serveSMTP(conn, greeting)
		}
	}()
	return l.Addr().String()
}

// serveSMTP answers every command of a client with success until QUIT.
func serveSMTP(conn net.Conn, greeting string) {
	defer conn.Close()
	io.WriteString(conn, greeting)
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if lines.Text() == "QUIT" {
			io.WriteString(conn, "221 bye\r\n")
			return
		}
		io.WriteString(conn, "250 ok\r\n")
	}
}

// TestDoctorKnowsTheAgeOfBackups: the doctor reports missing backups, a fresh backup, and a
// backup that is overdue.
// rule operations-doctor
func TestDoctorKnowsTheAgeOfBackups(t *testing.T) {
	c := doctorConfig(t.TempDir())
	c.BackupEvery = time.Hour
	want := func(begins string) {
		t.Helper()
		if got := findingInArea(t, c, "backup"); !strings.HasPrefix(got, begins) {
			t.Errorf("found %q, want %q", got, begins)
		}
	}
	want("good none is scheduled")
	c.PublicURL = "https://chat.example"
	want("warning no backup is scheduled")
	c.PublicURL, c.BackupDir = "", filepath.Join(c.DataDir, "none")
	want("bad the folder of backups cannot be read")
	c.BackupDir = t.TempDir()
	want("warning there is no backup yet")
	for age, wantPrefix := range map[time.Duration]string{3 * time.Hour: "bad the newest backup is of ", time.Minute: "good the newest backup is of "} {
		dir := t.TempDir()
		c.BackupDir = dir
		if err := os.WriteFile(filepath.Join(dir, backup.FileName(time.Now().Add(-age), backup.Key{})), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		want(wantPrefix)
	}
}

// TestDoctorLooksIntoTheBucketOfBackups: the doctor reports a bucket that refuses calls, then
// the empty bucket, then the bucket with a fresh backup.
// rule operations-doctor
func TestDoctorLooksIntoTheBucketOfBackups(t *testing.T) {
	server := s3test.Start(t)
	c := doctorConfig(t.TempDir())
	c.BackupURL, c.BackupEvery = config.Secret(server.Address("")), time.Hour
	want := func(begins string) {
		t.Helper()
		if got := findingInArea(t, c, "backup"); !strings.HasPrefix(got, begins) || strings.Contains(got, "canary") {
			t.Errorf("found %q, want %q", got, begins)
		}
	}
	server.Intercept(func(w http.ResponseWriter, _ *http.Request) bool { return s3test.RespondError(w, 403, "AccessDenied") })
	want("bad the bucket of backups cannot be read: ")
	server.Intercept(nil)
	want("warning there is no backup yet")
	to, err := place.NewBucket(c.BackupURL.Reveal(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	err = to.Store(t.Context(), backup.FileName(time.Now(), backup.Key{}), func(path string) error { return os.WriteFile(path, []byte("x"), 0o600) })
	if err != nil {
		t.Fatal(err)
	}
	want("good the newest backup is of ")
}

// TestDoctorWritesWhereBackupsGo: the doctor reports a place in which it cannot write or delete
// a file, even if it can list the place. It leaves no file there.
// rule operations-doctor
func TestDoctorWritesWhereBackupsGo(t *testing.T) {
	c := doctorConfig(t.TempDir())
	c.BackupEvery = time.Hour
	want := func(text string) {
		t.Helper()
		if got := findingsInArea(t, c, "backup"); !strings.Contains(got, text) || strings.Contains(got, "canary") {
			t.Errorf("found %q, want %q", got, text)
		}
	}
	c.BackupDir = t.TempDir()
	want("good a small file was written to the folder of backups and deleted")
	if left, err := os.ReadDir(c.BackupDir); err != nil || len(left) > 0 {
		t.Errorf("the doctor left %v, %v", left, err)
	}
	server := s3test.Start(t)
	c.BackupDir, c.BackupURL = "", config.Secret(server.Address("nightly"))
	want("good a small file was written to the bucket of backups and deleted")
	for method, text := range map[string]string{
		http.MethodPut:    "bad the bucket of backups does not take and give up a small file: no object can be written",
		http.MethodDelete: "cannot be deleted",
	} {
		server.Intercept(func(w http.ResponseWriter, r *http.Request) bool {
			return r.Method == method && s3test.RespondError(w, 403, "AccessDenied")
		})
		want(text)
	}
	server.Intercept(func(w http.ResponseWriter, r *http.Request) bool { // a GET without a query reads an object
		return r.Method == http.MethodGet && r.URL.RawQuery == "" && s3test.RespondError(w, 403, "AccessDenied")
	})
	want("good a small file was written to the bucket of backups and deleted")
}

// rule operations-doctor
func TestDoctorWarnsOfPlaceholderSupportEmail(t *testing.T) {
	c := doctorConfig(t.TempDir())
	for _, step := range []struct{ support, public, want string }{
		{"support@colloquy.example", "", "good nobody reads the messages"},
		{"support@colloquy.example", "https://127.0.0.1.nip.test", "warning nobody reads the messages of Contact Us"},
		{"help@post.test", "https://127.0.0.1.nip.test", "good messages of Contact Us go to"},
	} {
		c.SupportEmail, c.PublicURL = step.support, step.public
		if got := findingInArea(t, c, "support"); !strings.HasPrefix(got, step.want) || strings.Contains(got, "help@") {
			t.Errorf("%+v: %q", step, got)
		}
	}
}

// rule operations-doctor
func TestDoctorTellsAnUntrustedProxy(t *testing.T) {
	c := doctorConfig(t.TempDir())
	c.PublicURL = "https://127.0.0.1:2"
	if got := findingInArea(t, c, "proxy"); !strings.HasPrefix(got, "warning the service is behind a proxy") {
		t.Error(got)
	}
	c.TrustedProxies = []string{"127.0.0.1"}
	if got := findingInArea(t, c, "proxy"); !strings.HasPrefix(got, "good ") {
		t.Error(got)
	}
}

// The running service may have other rights and settings than the doctor, so it is asked which of
// its parts do not work.
// rule operations-doctor
func TestDoctorAsksTheRunningService(t *testing.T) {
	c := doctorConfig(t.TempDir())
	body := `{"status":"ok","checks":[{"name":"database","status":"ok"}]}`
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" && r.Host == "localhost" { // the doctor also asks /healthz, which gets an empty answer
			io.WriteString(w, body)
		}
	}))
	defer service.Close()
	want := func(begins string) {
		t.Helper()
		if got := findingInArea(t, c, "service"); !strings.HasPrefix(got, begins) {
			t.Errorf("%q, want %q", got, begins)
		}
	}
	want("good it does not run")
	c.Addr = service.Listener.Addr().String()
	want("good it runs, and each part of it works")
	body = `{"status":"degraded","checks":[{"name":"database","status":"ok"},{"name":"backup","status":"degraded"}]}`
	want("bad it runs, but reports backup as degraded")
	body = "<h1>It works!</h1>"
	want("bad another program answers at " + c.Addr)
}

// A wrong key of backups, or a SQLite database that was moved to PostgreSQL, stops the start of the
// service. The doctor names each of these faults.
// rules operations-doctor, operations-move-database
func TestDoctorTellsWhatStopsTheStart(t *testing.T) {
	c := doctorConfig(t.TempDir())
	c.BackupKey = "age1wrong"
	if got := findingInArea(t, c, "backup"); !strings.HasPrefix(got, "bad COLLOQUY_BACKUP_KEY is no key") {
		t.Errorf("the key: %q", got)
	}
	if err := storage.MarkMoved(c.DataDir, time.Now()); err != nil {
		t.Fatal(err)
	}
	if got := findingInArea(t, c, "database"); !strings.HasPrefix(got, "bad it was moved to PostgreSQL") {
		t.Errorf("the database: %q", got)
	}
}
