package app_test

import (
	"net/url"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestADatabaseThatWentAway: calls and documents answer 503, and work again
// without a restart.
func TestADatabaseThatWentAway(t *testing.T) {
	o := dbtest.Postgres(t)
	e := apptest.Start(t, o)
	u, err := url.Parse(o.URL)
	if err != nil {
		t.Fatal(err)
	}
	name := u.Path[1:]
	u.Path = "/postgres"
	server := dbtest.Open(t, storage.Options{URL: u.String(), DataDir: t.TempDir()})
	run := func(query string) {
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
			resp, body := visit(t, e, path)
			if resp.StatusCode != status && (path != "/blog/a" || status == 503) {
				t.Errorf("%s answers %d %.200s", path, resp.StatusCode, body)
			}
		}
	}
	want(200)
	run(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS false`)
	run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '` + name + `'`)
	want(503)
	run(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS true`)
	want(200)
}
