// Package fill inserts as many messages, comments and notices as a service has after years. SQLite
// and PostgreSQL run the same SQL to make the rows. One heavy user has a hundredth of all messages.
// Each other user has four talks of 25 messages.
package fill

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/storage"
)

const (
	talksPerUser                = 4
	messagesPerTalk             = 25
	messagesPerHeavyUserMessage = 100    // one message in 100 is in a talk of the heavy user
	maxHeavyUserTalks           = 200    // talks of the heavy user; the first one has half of the user's messages
	maxNotices                  = 10_000 // of the heavy user
	messagesPerComment          = 10     // messages for each comment and each notice
	startMillis                 = 1_700_000_000_000
	messageGapMillis            = 977 // milliseconds between messages, so that no two have the same time
	rowsPerWrite                = 50_000
)

// Users are the ids of the registered users whose lists are measured.
type Users struct {
	HeavyUserID     string
	OrdinaryUserIDs []string // ids of users who each have talksPerUser talks
}

// SampleRows names rows that a measurement reads through the API.
type SampleRows struct {
	HeavyUserTalkID    string   // the longest conversation of the heavy user
	HeavyUserMessageID string   // a message in the middle of HeavyUserTalkID
	OrdinaryTalks      []string // one conversation of each ordinary user
	PopularSlug        string   // the character with the most comments
}

// filler fills one database.
type filler struct {
	db                 *storage.DB
	users              Users
	messageCount       int
	userCount          int // number of ordinary users, including users.OrdinaryUserIDs
	heavyUserTalkCount int
	progress           func(text string)
}

// Fill inserts messages, comments and notices. messages is the number of messages, at least 10,000.
// For every ten messages Fill inserts one comment and one notice. The database must be migrated and
// have the characters and the users. Fill calls progress with the name of each part and with the
// rows inserted so far.
func Fill(ctx context.Context, db *storage.DB, users Users, messages int, progress func(string)) (SampleRows, error) {
	f := filler{db: db, users: users, messageCount: messages, progress: progress}
	heavyUserMessageCount := messages / messagesPerHeavyUserMessage
	f.userCount = (messages - heavyUserMessageCount) / (talksPerUser * messagesPerTalk)
	f.heavyUserTalkCount = min(maxHeavyUserTalks, heavyUserMessageCount/(2*messagesPerTalk)+1)
	if len(users.OrdinaryUserIDs) > f.userCount {
		return SampleRows{}, fmt.Errorf("fill: %d messages have %d ordinary users, fewer than %d", messages, f.userCount, len(users.OrdinaryUserIDs))
	}
	if err := f.enlargeCache(ctx); err != nil {
		return SampleRows{}, err
	}
	for _, part := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"users and talks", f.fillTalks},
		{"messages", f.fillMessages},
		{"comments", f.fillComments},
		{"notices", f.fillNotices},
		{"statistics", f.cleanUp},
	} {
		progress(part.name)
		if err := part.do(ctx); err != nil {
			return SampleRows{}, fmt.Errorf("fill: %s: %w", part.name, err)
		}
	}
	return f.readSampleRows(ctx)
}

// enlargeCache gives the writing connection of SQLite a page cache of 512 MiB until the connection
// is closed. On PostgreSQL it does nothing.
func (f *filler) enlargeCache(ctx context.Context) error {
	if f.db.Engine() != storage.SQLite {
		return nil
	}
	return f.db.Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, `PRAGMA cache_size = -524288`)
		return err
	})
}

// writeInParts splits the numbers 0 to n-1 into ranges of rowsPerWrite numbers. It calls fn for each
// range in a transaction. from and to are the first and the last number of the range.
func (f *filler) writeInParts(ctx context.Context, n int, fn func(ctx context.Context, tx storage.Querier, from, to int) error) error {
	for from := 0; from < n; from += rowsPerWrite {
		to := min(from+rowsPerWrite, n) - 1
		start := time.Now()
		if err := f.db.Write(ctx, func(tx storage.Querier) error { return fn(ctx, tx, from, to) }); err != nil {
			return err
		}
		if to == n-1 || from/rowsPerWrite%20 == 0 {
			f.progress(fmt.Sprintf("%d of %d rows, the last %d in %.1f s", to+1, n, to-from+1, time.Since(start).Seconds()))
		}
	}
	return nil
}

// insertRange inserts a row for each number of a range. from is the first number and to is the
// last. query is an INSERT whose SELECT reads the number from column i of table n.
func insertRange(ctx context.Context, tx storage.Querier, from, to int, query string) error {
	_, err := tx.ExecContext(ctx, `WITH RECURSIVE n(i) AS (SELECT CAST($1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $2) `+query, from, to)
	return err
}

// cleanUp drops the tables that only the filling uses. On PostgreSQL it runs VACUUM ANALYZE, because
// the server collects statistics by itself only after minutes.
func (f *filler) cleanUp(ctx context.Context) error {
	err := f.db.Write(ctx, func(tx storage.Querier) error {
		for _, table := range []string{"growth_lines", "growth_talks", "growth_users", "growth_characters"} {
			if _, err := tx.ExecContext(ctx, `DROP TABLE `+table); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || f.db.Engine() != storage.Postgres {
		return err
	}
	_, err = f.db.Reader().ExecContext(ctx, `VACUUM ANALYZE`)
	return err
}

// readSampleRows finds the rows that SampleRows names.
func (f *filler) readSampleRows(ctx context.Context) (out SampleRows, err error) {
	q := f.db.Reader()
	err = q.QueryRowContext(ctx, `SELECT id FROM conversations WHERE user_id = $1 ORDER BY message_count DESC LIMIT 1`, f.users.HeavyUserID).Scan(&out.HeavyUserTalkID)
	if err != nil {
		return out, err
	}
	err = q.QueryRowContext(ctx, `SELECT id FROM messages WHERE conversation_id = $1 AND seq = $2`, out.HeavyUserTalkID, f.messageCount/messagesPerHeavyUserMessage/4).Scan(&out.HeavyUserMessageID)
	if err != nil {
		return out, err
	}
	for _, user := range f.users.OrdinaryUserIDs {
		var id string
		if err := q.QueryRowContext(ctx, `SELECT id FROM conversations WHERE user_id = $1 LIMIT 1`, user).Scan(&id); err != nil {
			return out, err
		}
		out.OrdinaryTalks = append(out.OrdinaryTalks, id)
	}
	err = q.QueryRowContext(ctx, `SELECT slug FROM characters WHERE character_id = (SELECT character_id FROM social_counts ORDER BY comments DESC LIMIT 1)`).Scan(&out.PopularSlug)
	return out, err
}
