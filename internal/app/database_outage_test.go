package app_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestUnreachableDatabaseAnswers503: calls and pages answer 503 while the database cannot
// be reached, and work again afterwards without a restart.
func TestUnreachableDatabaseAnswers503(t *testing.T) {
	o := dbtest.Postgres(t)
	e := apptest.Start(t, o)
	u, err := url.Parse(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := u.Path[1:]
	u.Path = "/postgres"
	server := dbtest.Open(t, storage.Options{URL: u.String(), DataDir: t.TempDir()})
	runSQL := func(query string) {
		t.Helper()
		err := server.Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), query)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(status int) {
		t.Helper()
		for _, path := range []string{"/api/characters", "/api/profile/20/comments", "/api/feeds", "/sitemap.xml", "/blog/a"} {
			resp, body := e.Get(path)
			if resp.StatusCode != status && (path != "/blog/a" || status == 503) {
				t.Errorf("%s answers %d %.200s", path, resp.StatusCode, body)
			}
		}
	}
	want(200)
	runSQL(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS false`)
	runSQL(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '` + name + `'`)
	want(503)
	runSQL(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS true`)
	want(200)
}

// TestReadOnlyDiskAnswers503ToWrites: if the disk cannot be written, calls that write
// answer 503 with Retry-After, calls that read work, and /readyz reports the fault.
func TestReadOnlyDiskAnswers503ToWrites(t *testing.T) {
	e := apptest.Start(t, apptest.SQLite(t))
	ada := e.NewUser("Mirela")
	var session struct{ ID string }
	ada.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(http.StatusOK).Into(&session)
	setPragma := func(text string) {
		t.Helper()
		err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(t.Context(), "PRAGMA "+text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	wantUnavailable := func(method, path string, body any) {
		t.Helper()
		a := ada.Do(method, path, body)
		if a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" || a.ErrorCode() != "unavailable" {
			t.Errorf("%s %s: %d %s, Retry-After %q", method, path, a.Status, a.Body, a.Header.Get("Retry-After"))
		}
	}
	longMessage := map[string]any{"content": strings.Repeat("\U0001F3AD", 4000)}
	setPragma("max_page_count = 1")
	wantUnavailable("POST", "/messages/"+session.ID, longMessage)
	wantUnavailable("POST", "/messages/"+session.ID+"/stream", longMessage)
	ada.Do("GET", "/messages/"+session.ID, nil).Want(http.StatusOK)
	setPragma("max_page_count = 1000000")
	ada.Do("POST", "/messages/"+session.ID, longMessage).Want(http.StatusCreated)

	setPragma("query_only = 1")
	wantUnavailable("POST", "/messages/"+session.ID, map[string]any{"content": "Short"})
	wantUnavailable("POST", "/messages/"+session.ID+"/stream", map[string]any{"content": "Short"})
	wantUnavailable("POST", "/profile/20/like", map[string]any{})
	wantUnavailable("POST", "/profile/20/comments", map[string]any{"comment": "Short"})
	wantUnavailable("POST", "/auth/login", map[string]any{"email": ada.Email, "password": apptest.Password})
	for _, path := range []string{"/messages/" + session.ID, "/sessions", "/characters"} {
		ada.Do("GET", path, nil).Want(http.StatusOK)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		resp, _ := e.Get("/readyz")
		if resp.StatusCode == http.StatusServiceUnavailable {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("/readyz answers %d", resp.StatusCode)
		}
	}
}
