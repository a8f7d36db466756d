package app_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
	"colloquy/internal/storage/move"
)

// useEveryFeature uses the service as a user would, and returns the paths whose answers must be
// the same after a move.
func useEveryFeature(t *testing.T, e *apptest.Env, user *apptest.Client) (paths []string) {
	t.Helper()
	var talk, comment struct{ ID string }
	user.Do("POST", "/session", map[string]any{"characterId": 20}).Want(200).Into(&talk)
	for i := range 3 {
		text := fmt.Sprintf("Zembrastine %d — „Ünïcode“ 🎭 李白\n\tand 'quotes' \\", i)
		if s := user.Send(talk.ID, text, fmt.Sprint("user-", i)).ReadAll(); s.Status != "complete" {
			t.Fatalf("the reply ended %s", s.Status)
		}
	}
	user.Do("POST", "/profile/20/comments", map[string]any{"comment": "A comment"}).Want(201).Into(&comment)
	user.Do("POST", "/profile/20/comments", map[string]any{"comment": "Its reply", "parent_comment_id": comment.ID}).Want(201)
	user.Do("POST", "/profile/20/like", map[string]any{}).Want(200)
	user.Do("POST", "/messages/20/memory", map[string]any{"text": "Is fond of stamps"}).Want(201)
	order := orderAllCharacters(t, user)
	var paid map[string]string
	user.Do("POST", "/purchase/sandbox", map[string]any{"orderId": order.OrderID, "outcome": "success"}).Want(200).Into(&paid)
	user.Do("POST", "/purchase/verify", paid).Want(200)
	e.WaitForMails(user.Email, 1) // waits for the receipt, the last job that changes answers
	ordersBody := user.Do("GET", "/purchase/orders", nil).Want(200).Body
	id := regexp.MustCompile(`"id":"([0-9a-f-]{36})"`).FindStringSubmatch(ordersBody)
	if id == nil {
		t.Fatalf("the orders are %s", ordersBody)
	}
	user.Do("POST", "/session", map[string]any{"characterId": 21}).Want(200)
	if s := user.Send("21", "A line whose reply breaks off", "user-8").ReadAll(); s.Status != "complete" {
		t.Fatalf("the reply ended %s", s.Status)
	}
	apptest.Eventually(t, "the suggestions are stored", func() bool { return countRows(t, e, "messages WHERE NOT is_user AND suggestions = ''") == 0 })
	return []string{
		"/auth/me", "/user/chats", "/sessions", "/messages/" + talk.ID + "?limit=100", "/messages/search?q=zembrastine", "/messages/" + talk.ID + "/search?q=quotes",
		"/profile/20/comments", "/comments/" + comment.ID + "/replies", "/profile/20/activity", "/user/favorites", "/messages/20/memory", "/user/notifications",
		"/purchase/orders", "/purchase/order/" + id[1], "/purchase/invoice/" + id[1], "/characters?search=ada", "/categories", "/feeds", "/help",
	}
}

// answersByPath returns the answers of the paths.
func answersByPath(user *apptest.Client, paths []string) map[string]string {
	user.T.Helper()
	out := map[string]string{}
	for _, path := range paths {
		out[path] = user.Do("GET", path, nil).Want(200).Body
	}
	return out
}

func moveDatabase(t *testing.T, from, to storage.Options) (app.MovedDatabase, error) {
	t.Helper()
	c := config.Config{DataDir: from.DataDir, DatabaseURL: config.Secret(to.URL), BackupDir: t.TempDir()}
	return app.MoveDatabase(t.Context(), c, func(string, int64) {})
}

// TestServiceAnswersAlikeAfterTheMove moves a used service to PostgreSQL, with the same data
// directory: users stay signed in, every answer is the same, and the service goes on writing.
// rule operations-move-database
func TestServiceAnswersAlikeAfterTheMove(t *testing.T) {
	to, from := dbtest.Postgres(t), apptest.SQLite(t)
	e := apptest.Start(t, from, apptest.WithPayment)
	user := e.NewUser("Ada")
	paths := useEveryFeature(t, e, user)
	want := answersByPath(user, paths)
	if _, err := moveDatabase(t, from, to); !errors.Is(err, storage.ErrLocked) {
		t.Errorf("beside a running service: %v", err)
	}
	e.Stop()
	breakOffReply(t, from)
	contentBefore := databaseFileContent(t, from)
	movedDatabase, err := moveDatabase(t, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if !movedDatabase.HasScheduledBackups || movedDatabase.SQLite != filepath.Join(from.DataDir, storage.SQLiteFile) || movedDatabase.RowCount < 400 {
		t.Errorf("moved %+v", movedDatabase)
	}
	if databaseFileContent(t, from) != contentBefore {
		t.Error("the SQLite database has changed")
	}
	if _, err := storage.Open(t.Context(), from); !errors.Is(err, storage.ErrMoved) {
		t.Errorf("a service on the old database starts with %v", err)
	}

	e = apptest.Start(t, storage.Options{URL: to.URL, DataDir: from.DataDir}, apptest.WithPayment)
	user.URL = e.URL
	for path, body := range answersByPath(user, paths) {
		if body != want[path] {
			t.Errorf("%s answered\n%s\nand answers\n%s", path, want[path], body)
		}
	}
	if n := countRows(t, e, "audit WHERE event = 'database.moved' AND actor_id = 'operator'"); n != 1 {
		t.Errorf("%d events", n)
	}
	if n := countRows(t, e, "messages WHERE status = 'interrupted'"); n != 1 || countRows(t, e, "messages WHERE status = 'generating'") != 0 {
		t.Errorf("%d replies are interrupted", n)
	}
	user.Login() // with the password from before the move
	if s := user.OpenStream("POST", "/messages/21/regenerate", nil).ReadAll(); s.Status != "complete" {
		t.Errorf("the retry ended %s", s.Status)
	}
	if s := user.Send("20", "One more line about quinquireme", "user-9").ReadAll(); s.Status != "complete" {
		t.Errorf("a new reply ended %s", s.Status)
	}
	if body := user.Do("GET", "/messages/search?q=quinquireme", nil).Want(200).Body; !strings.Contains(body, "One more line") {
		t.Errorf("the search finds %s", body)
	}
	if _, err := moveDatabase(t, from, to); !errors.Is(err, storage.ErrLocked) {
		t.Errorf("beside the service on PostgreSQL: %v", err)
	}
	e.Stop()
	if _, err := moveDatabase(t, from, to); !errors.Is(err, move.ErrNotEmpty) {
		t.Errorf("into the database that is in use: %v", err)
	}
}

// breakOffReply puts the newest reply of a stopped service into the state in which a killed process
// leaves a reply.
func breakOffReply(t *testing.T, o storage.Options) {
	t.Helper()
	nodeText, err := os.ReadFile(filepath.Join(o.DataDir, "node"))
	if err != nil {
		t.Fatal(err)
	}
	name, _, _ := strings.Cut(string(nodeText), " ")
	if _, err := dbtest.OpenSQL(t, o).Exec(`UPDATE messages SET status = 'generating', owner = $1, lease_until = 1, search_text = NULL WHERE id = (SELECT MAX(id) FROM messages WHERE NOT is_user)`, name); err != nil {
		t.Fatal(err)
	}
}

// databaseFileContent returns the content of the database file of a stopped service.
func databaseFileContent(t *testing.T, o storage.Options) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(o.DataDir, storage.SQLiteFile))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// rule operations-move-database
func TestMoveNeedsAMigratedDatabase(t *testing.T) {
	to, from := dbtest.Postgres(t), apptest.SQLite(t)
	if _, err := moveDatabase(t, from, storage.Options{}); err == nil || !strings.Contains(err.Error(), "--url-file FILE") {
		t.Errorf("without a target: %v", err)
	}
	if _, err := moveDatabase(t, storage.Options{DataDir: t.TempDir()}, to); !errors.Is(err, storage.ErrNoDatabase) {
		t.Errorf("without a database: %v", err)
	}
	if _, err := dbtest.OpenSQL(t, from).Exec(`DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)`); err != nil {
		t.Fatal(err)
	}
	if _, err := moveDatabase(t, from, to); !errors.Is(err, storage.ErrOlderDatabase) {
		t.Errorf("an older schema: %v", err)
	}
}
