package chat

import (
	"math"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// lockUsage locks a user's row of chat_usage, even if the user is over maxMessageBytesPerUser. It creates a
// missing row. On PostgreSQL no other transaction can write the row until the transaction of
// lockUsage ends. SQLite has only one writer.
// rule chats-delete
func TestUsageIsLockedWhateverItsCount(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		for user, bytes := range map[string]int{"new": 0, "full": maxMessageBytesPerUser, "over": maxMessageBytesPerUser + 1} {
			err := db.Write(ctx, func(tx storage.Querier) error {
				if user == "new" {
					return nil
				}
				_, err := store{}.addUsage(ctx, tx, user, bytes, math.MaxInt64)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			err = db.Write(ctx, func(tx storage.Querier) error {
				if err := (store{}).lockUsage(ctx, tx, user); err != nil {
					return err
				}
				wantUsageLocked(t, db, user)
				return nil
			})
			if err != nil {
				t.Errorf("%s: %v", user, err)
			}
			var got int
			if err := db.Reader().QueryRowContext(ctx, `SELECT line_bytes FROM chat_usage WHERE user_id = $1`, user).Scan(&got); err != nil || got != bytes {
				t.Errorf("%s has %d bytes, want %d, %v", user, got, bytes, err)
			}
		}
	})
}

// wantUsageLocked checks on PostgreSQL that another transaction cannot write the user's row of
// chat_usage.
func wantUsageLocked(t *testing.T, db *storage.DB, user string) {
	t.Helper()
	if db.Engine() != storage.Postgres {
		return
	}
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		if _, err := tx.ExecContext(t.Context(), `SET LOCAL lock_timeout = '20ms'`); err != nil {
			return err
		}
		_, err := store{}.addUsage(t.Context(), tx, user, 1, math.MaxInt64)
		return err
	})
	if err == nil {
		t.Errorf("%s: another transaction wrote the locked row", user)
	}
}
