package app_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// jsonColumn is a JSON column that public calls show. The field where is an SQL condition that
// selects one row of the seed. The field row is the name of this row in the log. While the row is
// broken, GET requests for notFoundPaths answer 404.
type jsonColumn struct {
	table, column, where, row string
	notFoundPaths             []string
}

// jsonColumns has groups of columns of different tables. The test breaks all columns of a group
// at the same time.
var jsonColumns = [][]jsonColumn{
	{
		{"characters", "tags", "slug = 'ada-lovelace'", "characters my9EJ1TsV1", []string{"/api/profile/ada-lovelace", "/api/characters/id/20", "/api/profile/20/similar"}},
		{"web_settings", "body", "section_key = 'home_banner'", "web_settings home_banner", []string{"/api/admin/web-settings/key/home_banner"}},
		{"articles", "summary", "url_slug = 'how-to-argue-with-a-queen'", "articles how-to-argue-with-a-queen", nil},
		{"pages", "body", "page_key = 'about'", "pages about", []string{"/api/pages/about"}},
		{"help", "body", "language = 'en'", "help en", []string{"/api/help"}},
		{"plans", "meta_data", "id = 1", "plans 1", []string{"/api/admin/plans/1"}},
	},
	{
		{"characters", "carousel_media", "slug = 'ada-lovelace'", "characters my9EJ1TsV1", []string{"/api/profile/ada-lovelace", "/api/characters/id/20"}},
		{"articles", "body", "url_slug = 'how-to-argue-with-a-queen'", "articles how-to-argue-with-a-queen", []string{"/api/feeds/how-to-argue-with-a-queen"}},
	},
	{
		{"characters", "assert", "slug = 'ada-lovelace'", "characters my9EJ1TsV1", []string{"/api/profile/ada-lovelace", "/api/characters/id/20"}},
	},
	{
		{"characters", "persona", "slug = 'ada-lovelace'", "characters my9EJ1TsV1", []string{"/api/profile/ada-lovelace"}},
	},
}

// publicCalls are paths that must answer 200 even if a single row is broken.
var publicCalls = []string{
	"/api/characters", "/api/characters?search=ada", "/api/characters?tag=mathematics", "/api/characters/groups", "/api/characters/groups?by=name&search=love",
	"/api/categories", "/api/tags", "/api/profile/alan-turing", "/api/profile/alan-turing/similar", "/api/profile/alan-turing/comments",
	"/api/profile/alan-turing/activity", "/api/admin/web-settings", "/api/admin/web-settings/key/footer_categories", "/api/feeds",
	"/api/feeds/letters-nobody-meant-to-publish", "/api/pages/terms-of-use", "/api/admin/plans/2", "/", "/characters", "/tags/?isActive=0&tagName=mathematics",
	"/blog", "/terms-of-use", "/sitemap.xml", "/feed.xml",
}

// logBuffer records the log.
type logBuffer struct {
	mu         sync.Mutex
	loggedText bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.loggedText.Write(p)
}

func (l *logBuffer) count(part string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.loggedText.String(), part)
}

// brokenTexts are texts that do not decode into the JSON value of a column. Both engines use the
// same decoding code, so the test tries only two of the texts with PostgreSQL.
var brokenTexts = map[storage.Engine][]string{
	storage.SQLite:   {`{"secret words`, ``, `null`, `"secret words"`, `7`, `[7`},
	storage.Postgres: {`{"secret words`, `null`},
}

// TestBrokenRowHidesOnlyItself: every answer leaves out a row with broken JSON, and all public
// calls work. The log names the row once for each broken text, even if the row is read often. The
// log never has the text.
func TestBrokenRowHidesOnlyItself(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		log := &logBuffer{}
		e := apptest.Start(t, o, func(o *app.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
		reader := e.NewUser("Mirela")
		reader.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
		for _, columns := range jsonColumns {
			breakColumns(t, e, reader, log, columns)
		}
		if log.count("secret") > 0 || log.count("status=500") > 0 {
			t.Error("the log holds the text of a row, or an answer 500")
		}
	})
}

// breakColumns writes each broken text into all columns of a group, makes the public calls and
// checks the log. With the first text it makes the calls twice, because the log must name a row
// only once. At the end it restores the columns.
func breakColumns(t *testing.T, e *apptest.Env, reader *apptest.Client, log *logBuffer, columns []jsonColumn) {
	t.Helper()
	originalTexts := make([]string, len(columns))
	var notFoundPaths []string
	for n, c := range columns {
		if err := e.App.DB().Reader().QueryRowContext(t.Context(), `SELECT `+c.column+` FROM `+c.table+` WHERE `+c.where).Scan(&originalTexts[n]); err != nil {
			t.Fatalf("%s.%s: %v", c.table, c.column, err)
		}
		notFoundPaths = append(notFoundPaths, c.notFoundPaths...)
	}
	for i, text := range brokenTexts[e.App.DB().Engine()] {
		oldLogCounts, situation := make([]int, len(columns)), ""
		for n, c := range columns {
			oldLogCounts[n] = log.count(c.row)
			setColumn(t, e, c.table, c.column, c.where, text)
			situation += fmt.Sprintf("%s.%s is %q, ", c.table, c.column, text)
		}
		callPublicPaths(t, e, reader, situation, notFoundPaths)
		if i == 0 {
			callPublicPaths(t, e, reader, situation, notFoundPaths)
		}
		for n, c := range columns {
			if logged := log.count(c.row) - oldLogCounts[n]; logged != 1 {
				t.Errorf("%s.%s, broken in way %d, is logged %d times", c.table, c.column, i+1, logged)
			}
		}
	}
	for n, c := range columns {
		setColumn(t, e, c.table, c.column, c.where, originalTexts[n])
	}
	for _, path := range notFoundPaths {
		if resp, body := e.Get(path); resp.StatusCode != 200 {
			t.Errorf("mended, %s answers %d %.100s", path, resp.StatusCode, body)
		}
	}
}

func setColumn(t *testing.T, e *apptest.Env, table, column, where, text string) {
	t.Helper()
	err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE `+table+` SET `+column+` = $1 WHERE `+where, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func callPublicPaths(t *testing.T, e *apptest.Env, reader *apptest.Client, situation string, notFound []string) {
	t.Helper()
	for _, path := range publicCalls {
		if resp, body := e.Get(path, apptest.WithoutCompression); resp.StatusCode != 200 {
			t.Errorf("%s: %s answers %d %.200s", situation, path, resp.StatusCode, body)
		}
	}
	for _, path := range notFound {
		if resp, body := e.Get(path); resp.StatusCode != 404 {
			t.Errorf("%s: %s answers %d %.200s", situation, path, resp.StatusCode, body)
		}
	}
	for _, path := range []string{"/sessions", "/sessions/characterProfile"} {
		reader.Do("GET", path, nil).Want(200)
	}
	for _, path := range []string{"/messages/slug/ada-lovelace", "/messages/" + reader.UserID + "_20"} {
		if a := reader.Do("GET", path, nil); a.Status != 200 && a.Status != 404 {
			t.Errorf("%s: %s answers %d %s", situation, path, a.Status, a.Body)
		}
	}
	e.Clock.Advance(2 * 60e9) // so that the limits per minute do not refuse calls
}
