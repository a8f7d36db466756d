package storage_test

import (
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestMigrationOfReplies: of two active replies to one message the later one stays
// active, and stored messages count towards the storage of their user.
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
		if err := db.Read().QueryRowContext(ctx, `SELECT id FROM messages WHERE reply_to = 'line' AND is_active`).Scan(&id); err != nil || id != "c" {
			t.Errorf("active is %q, %v", id, err)
		}
		var bytes int
		if err := db.Read().QueryRowContext(ctx, `SELECT line_bytes FROM chat_usage WHERE user_id = 'u'`).Scan(&bytes); err != nil || bytes != 6 {
			t.Errorf("%d bytes are counted, %v", bytes, err)
		}
	})
}
