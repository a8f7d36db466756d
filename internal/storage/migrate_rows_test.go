package storage_test

import (
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestMigrationOfReplies: if one message has two active replies, the later one stays
// active. Stored messages count towards the storage limit of their user.
func TestMigrationOfReplies(t *testing.T) {
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

// TestMigrationOfSuggestions: stored suggestions remain, a complete reply
// without suggestions gets none, and their jobs are deleted.
func TestMigrationOfSuggestions(t *testing.T) {
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
