package app_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// documentedSQL returns the first SQL statements below a heading in docs/operations.md, with
// placeholder replaced by value. It fails the test if they do not contain placeholder.
func documentedSQL(t *testing.T, heading, placeholder, value string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	_, below, _ := strings.Cut(string(text), "\n## "+heading+"\n")
	match := regexp.MustCompile("(?s)```sql\n(.*?)```").FindStringSubmatch(below)
	if match == nil || !strings.Contains(match[1], placeholder) {
		t.Fatalf("no statements below %s", heading)
	}
	return strings.ReplaceAll(match[1], placeholder, value)
}

func executeSQL(t testing.TB, e *apptest.Env, statements string) {
	t.Helper()
	err := e.App.DB().Write(t.Context(), func(tx storage.Querier) error {
		for line := range strings.Lines(statements) {
			if _, err := tx.ExecContext(t.Context(), line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// operatorOnEachEngine runs fn with an application and an operator on the same database, on
// both engines.
func operatorOnEachEngine(t *testing.T, fn func(t *testing.T, e *apptest.Env, o *app.Operator)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, db storage.Options) {
		e := apptest.Start(t, db)
		o, err := app.OpenOperator(t.Context(), config.Config{DataDir: db.DataDir, DatabaseURL: config.Secret(db.URL)})
		if err != nil {
			t.Fatal(err)
		}
		defer o.Close()
		fn(t, e, o)
	})
}

// TestOperatorRemovesAComment: the comment loses its text and author, its reply stays, and the
// count of comments is right. A second call returns core.NotFound.
// rule operations-moderation
func TestOperatorRemovesAComment(t *testing.T) {
	operatorOnEachEngine(t, func(t *testing.T, e *apptest.Env, o *app.Operator) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		commentID := likeFollowAndComment(ada)
		bo.Do("POST", "/comments/"+commentID+"/like", map[string]any{}).Want(200)
		bo.Do("POST", "/profile/ada-lovelace/comments", map[string]any{"comment": "Quite so", "parent_comment_id": commentID}).Want(201)
		if err := o.RemoveComment(t.Context(), commentID); err != nil {
			t.Fatal(err)
		}
		if err := o.RemoveComment(t.Context(), commentID); core.KindOf(err) != core.NotFound {
			t.Errorf("twice: %v", err)
		}
		body := bo.Do("GET", "/profile/ada-lovelace/comments", nil).Want(200).Body
		if strings.Contains(body, "Says Ada") || strings.Contains(body, `"Ada"`) || !strings.Contains(body, "Quite so") || !strings.Contains(body, `"is_deleted":true`) {
			t.Errorf("the comments are %s", body)
		}
		if n := countRows(t, e, "social_counts WHERE comments = 1"); n != 1 || countRows(t, e, "comment_likes") != 0 {
			t.Errorf("the counts are wrong")
		}
	})
}

// TestOperatorDeletesAnAccount: the server deletes the rows of one user and no others, and
// the stored counts equal the numbers of rows.
// rule operations-accounts
func TestOperatorDeletesAnAccount(t *testing.T) {
	operatorOnEachEngine(t, func(t *testing.T, e *apptest.Env, o *app.Operator) {
		ada, bo := e.NewUser("Ada"), e.NewUser("Bo")
		commentID := likeFollowAndComment(bo)
		likeFollowAndComment(ada)
		ada.Do("POST", "/comments/"+commentID+"/like", map[string]any{}).Want(200)
		ada.Do("POST", "/profile/ada-lovelace/comments", map[string]any{"comment": "Quite so", "parent_comment_id": commentID}).Want(201)
		if _, err := o.DeleteUser(t.Context(), ada.Email); err != nil {
			t.Fatal(err)
		}
		e.Clock.Advance(6 * time.Minute)
		for end := time.Now().Add(10 * time.Second); countRows(t, e, "deleted_accounts WHERE erased_at IS NOT NULL") == 0; time.Sleep(10 * time.Millisecond) {
			e.Clock.Advance(time.Second)
			if time.Now().After(end) {
				t.Fatal("the account is not deleted")
			}
		}
		for _, table := range []string{"auth_sessions", "conversations", "character_likes", "character_follows", "comment_likes", "notifications"} {
			if n := countRows(t, e, table+" WHERE user_id = '"+ada.UserID+"'"); n != 0 {
				t.Errorf("%s keeps %d rows", table, n)
			}
			if n := countRows(t, e, table+" WHERE user_id = '"+bo.UserID+"'"); n == 0 && table != "comment_likes" && table != "notifications" {
				t.Errorf("%s has lost somebody else's rows", table)
			}
		}
		for table, want := range map[string]int{"users": 1, "conversations": 1, "messages": 1, "notifications": 0} {
			if n := countRows(t, e, table); n != want {
				t.Errorf("%s has %d rows, want %d", table, n, want)
			}
		}
		ada.Do("GET", "/auth/me", nil).Want(401)
		var profile struct {
			Stats struct{ Likes, Followers int }
		}
		bo.Do("GET", "/profile/ada-lovelace", nil).Want(200).Into(&profile)
		if profile.Stats.Likes != 1 || profile.Stats.Followers != 1 {
			t.Errorf("the counts are %+v", profile.Stats)
		}
		body := bo.Do("GET", "/profile/ada-lovelace/comments", nil).Want(200).Body
		if strings.Count(body, `"Deleted user"`) != 2 || strings.Contains(body, `"name":"Ada"`) || !strings.Contains(body, `"like_count":0`) || strings.Contains(body, `"like_count":1`) {
			t.Errorf("the comments are %s", body)
		}
	})
}

// likeFollowAndComment makes calls that insert rows of the user, and returns the id of a comment.
func likeFollowAndComment(c *apptest.Client) string {
	c.T.Helper()
	c.Do("POST", "/session", map[string]any{"characterId": "ada-lovelace"}).Want(200)
	c.Do("POST", "/profile/ada-lovelace/like", map[string]any{}).Want(200)
	c.Do("POST", "/profile/ada-lovelace/follow", map[string]any{}).Want(200)
	var comment struct{ ID string }
	c.Do("POST", "/profile/ada-lovelace/comments", map[string]any{"comment": "Says " + c.Name, "parent_comment_id": nil}).Want(201).Into(&comment)
	return comment.ID
}

func countRows(t *testing.T, e *apptest.Env, from string) (n int) {
	t.Helper()
	if err := e.App.DB().Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+from).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
