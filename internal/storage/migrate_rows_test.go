package storage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestMigrationKeepsOneActiveReply: if one message has two active replies, the later one stays
// active. Stored messages count towards the storage limit of their user.
func TestMigrationKeepsOneActiveReply(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		if err := db.MigrateDownTo(ctx, 10); err != nil {
			t.Fatal(err)
		}
		err := db.Write(ctx, func(tx storage.Querier) error {
			for _, statement := range []string{
				`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u_1', 'u', 1, 1, 1), ('u_2', 'u', 2, 1, 1)`,
				`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, reply_to, created_at, updated_at) VALUES
					('line', 'u_1', 1, TRUE, 'Öl', 'complete', NULL, 1, 1), ('other', 'u_2', 1, TRUE, 'abc', 'complete', NULL, 1, 1),
					('a', 'u_1', 2, FALSE, 'A', 'complete', 'line', 1, 1), ('b', 'u_1', 3, FALSE, 'B', 'complete', 'line', 1, 1), ('c', 'u_1', 4, FALSE, 'C', 'failed', 'line', 1, 1)`,
			} {
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		var id string
		if err := db.Reader().QueryRowContext(ctx, `SELECT id FROM messages WHERE reply_to = 'line' AND is_active`).Scan(&id); err != nil || id != "c" {
			t.Errorf("active is %q, %v", id, err)
		}
		var bytes int
		if err := db.Reader().QueryRowContext(ctx, `SELECT line_bytes FROM chat_usage WHERE user_id = 'u'`).Scan(&bytes); err != nil || bytes != 6 {
			t.Errorf("%d bytes are counted, %v", bytes, err)
		}
	})
}

// TestMigrationKeepsSuggestions: stored suggestions remain. In a complete reply without suggestions
// the empty text becomes an empty JSON list. The jobs that make suggestions are deleted.
func TestMigrationKeepsSuggestions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		if err := db.MigrateDownTo(ctx, 15); err != nil {
			t.Fatal(err)
		}
		err := db.Write(ctx, func(tx storage.Querier) error {
			for _, statement := range []string{
				`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u_1', 'u', 1, 1, 1)`,
				`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, reply_to, suggestions, created_at, updated_at) VALUES
					('line', 'u_1', 1, TRUE, 'A', 'complete', NULL, '', 1, 1), ('none', 'u_1', 2, FALSE, 'B', 'complete', 'line', '', 1, 1),
					('some', 'u_1', 3, FALSE, 'C', 'complete', 'other', '["Why?"]', 1, 1), ('failed', 'u_1', 4, FALSE, 'D', 'failed', 'third', '', 1, 1)`,
				`INSERT INTO jobs (id, kind, key, payload, run_at, created_at) VALUES ('1', 'chat.suggest', 'none', '{}', 1, 1), ('2', 'other', 'none', '{}', 1, 1)`,
			} {
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		for id, want := range map[string]string{"line": "", "none": "[]", "some": `["Why?"]`, "failed": ""} {
			var got string
			if err := db.Reader().QueryRowContext(ctx, `SELECT suggestions FROM messages WHERE id = $1`, id).Scan(&got); err != nil || got != want {
				t.Errorf("%s has %q, want %q, %v", id, got, want, err)
			}
		}
		var kinds string
		if err := db.Reader().QueryRowContext(ctx, `SELECT kind FROM jobs`).Scan(&kinds); err != nil || kinds != "other" {
			t.Errorf("the job that is left is %q, %v", kinds, err)
		}
	})
}

// TestMigrationGroupsLikeNotices: migration 22 keeps the type and the read state of a notice and adds the
// character_id. If a comment has several notices of likes, only the newest is marked as the latest.
// It has the number of the others.
// rule notifications-likes-grouped
func TestMigrationGroupsLikeNotices(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		if err := db.MigrateDownTo(ctx, 21); err != nil {
			t.Fatal(err)
		}
		err := db.Write(ctx, func(tx storage.Querier) error {
			for _, statement := range []string{
				`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, is_active, created_at, updated_at) VALUES
					('a', 1, 'baker', 'Baker', 'Artists', 'X', '', '', '[]', '', '{}', TRUE, TRUE, 0, 0), ('b', 2, 'ghost', 'Ghost', 'Artists', 'X', '', '', '[]', '', '{}', TRUE, FALSE, 0, 0)`,
				`INSERT INTO notifications (id, user_id, type, actor_id, object_id, title, message, action_url, action_text, is_read, created_at) VALUES
					('1', 'u', 'like', 'x', 'c1', 'T', 'Bo likes your comment on Baker.', '/character/profile/baker', 'View', TRUE, 1),
					('2', 'u', 'like', 'y', 'c1', 'T', 'Cy likes your comment on Baker.', '/character/profile/baker', 'View', FALSE, 2),
					('3', 'u', 'like', 'x', 'c2', 'T', 'Bo likes your comment on Baker.', '/character/profile/baker', 'View', TRUE, 3),
					('4', 'u', 'comment', 'x', 'c1', 'T', 'Bo replied.', '/character/profile/baker', 'View', FALSE, 4),
					('5', 'u', 'feature', '', 'f', 'T', 'Ghost is new.', '/character/profile/ghost', 'View', FALSE, 5),
					('6', 'u', 'purchase', '', 'o', 'T', 'Paid.', '/account', 'View', TRUE, 6),
					('7', 'other', 'like', 'x', 'c1', 'T', 'Bo likes your comment on Baker.', '/character/profile/baker', 'View', FALSE, 7)`,
			} {
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		rows, err := storage.QueryAll(ctx, db.Reader(), func(r storage.Row) (string, error) {
			var n struct {
				id, kind, actor   string
				read, latest      bool
				others, character int
			}
			err := r.Scan(&n.id, &n.kind, &n.read, &n.latest, &n.others, &n.actor, &n.character)
			return strings.Trim(fmt.Sprint(n), "{}"), err
		}, `SELECT id, type, is_read, is_latest, others, actor_name, character_id FROM notifications ORDER BY id`)
		want := []string{
			"1 like Bo true false 1 1", "2 like Cy false true 1 1", "3 like Bo true true 0 1", "4 comment  false true 0 1",
			"5 feature  false true 0 2", "6 purchase  true true 0 0", "7 like Bo false true 0 1",
		}
		if err != nil || !slices.Equal(rows, want) {
			t.Errorf("%v\n%q, want\n%q", err, rows, want)
		}
	})
}
