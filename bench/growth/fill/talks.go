package fill

import (
	"context"
	"fmt"

	"colloquy/internal/storage"
)

// Prefixes of ids. The ids have 36 characters, like the ids that the server makes.
const (
	userIDPrefix    = "00000000-0000-7000-8000-"
	messageIDPrefix = "00000000-0000-7000-9000-"
	commentIDPrefix = "00000000-0000-7000-a000-"
	noticeIDPrefix  = "00000000-0000-7000-b000-"
)

// idSQL returns a SQL expression of an id: the prefix and 12 digits. number is the SQL expression of
// the number in the digits.
func idSQL(prefix, number string) string {
	return fmt.Sprintf(`'%s' || CAST(100000000000 + %s AS TEXT)`, prefix, number)
}

// fillTalks inserts the lines, the users and the conversations. The tables growth_users,
// growth_characters and growth_talks give each user, character and conversation a number. The talks
// of the heavy user have the highest numbers.
func (f *filler) fillTalks(ctx context.Context) error {
	err := f.db.Write(ctx, func(tx storage.Querier) error {
		if err := storeTextLines(ctx, tx); err != nil {
			return err
		}
		for _, query := range []string{
			`CREATE TABLE growth_users (no BIGINT PRIMARY KEY, id TEXT NOT NULL)`,
			`CREATE TABLE growth_talks (no BIGINT PRIMARY KEY, id TEXT NOT NULL)`,
			`CREATE TABLE growth_characters (no BIGINT PRIMARY KEY, id BIGINT NOT NULL)`,
			`INSERT INTO growth_characters (no, id) SELECT ROW_NUMBER() OVER (ORDER BY character_id) - 1, character_id FROM characters`,
		} {
			if _, err := tx.ExecContext(ctx, query); err != nil {
				return err
			}
		}
		for i, id := range append([]string{f.users.HeavyUserID}, f.users.OrdinaryUserIDs...) {
			if _, err := tx.ExecContext(ctx, `INSERT INTO growth_users (no, id) VALUES ($1, $2)`, i-1, id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := f.writeInParts(ctx, f.userCount, f.insertUsers); err != nil {
		return err
	}
	return f.writeInParts(ctx, f.userCount*talksPerUser+f.heavyUserTalkCount, f.insertTalks)
}

// insertUsers inserts users who never sign in, and stores their numbers in growth_users. It skips
// the numbers of f.users.OrdinaryUserIDs, who are registered already.
func (f *filler) insertUsers(ctx context.Context, tx storage.Querier, from, to int) error {
	from = max(from, len(f.users.OrdinaryUserIDs))
	if from > to {
		return nil
	}
	id := idSQL(userIDPrefix, "i")
	if err := insertRange(ctx, tx, from, to, `INSERT INTO growth_users (no, id) SELECT i, `+id+` FROM n`); err != nil {
		return err
	}
	return insertRange(ctx, tx, from, to, fmt.Sprintf(`INSERT INTO users (id, email, email_key, username, password_hash, created_at, updated_at)
		SELECT %s, 'user' || i || '@post.example', 'user' || i || '@post.example', 'User ' || i, '-', %d, %d FROM n`, id, startMillis, startMillis))
}

// insertTalks inserts conversations. It stores the number and the id of each conversation in
// growth_talks. In growth_users the heavy user has the number -1.
func (f *filler) insertTalks(ctx context.Context, tx storage.Querier, from, to int) error {
	ordinaryTalks := f.userCount * talksPerUser
	var characters int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM growth_characters`).Scan(&characters); err != nil {
		return err
	}
	if characters < maxHeavyUserTalks {
		return fmt.Errorf("%d characters, %d are needed", characters, maxHeavyUserTalks)
	}
	userIDSQL := fmt.Sprintf(`(SELECT id FROM growth_users WHERE no = CASE WHEN i < %d THEN i / %d ELSE -1 END)`, ordinaryTalks, talksPerUser)
	characterIDSQL := fmt.Sprintf(`(SELECT id FROM growth_characters WHERE no = CASE WHEN i < %d THEN (i / %d * 13 + i %% %d) %% %d ELSE i - %d END)`,
		ordinaryTalks, talksPerUser, talksPerUser, characters, ordinaryTalks)
	heavyGroups := f.heavyUserTalkGroups()
	messageCountSQL := fmt.Sprintf(`CASE WHEN i < %d THEN %d WHEN i = %d THEN %d ELSE %d END`, ordinaryTalks, messagesPerTalk, ordinaryTalks, heavyGroups[0].talkMessageCount, heavyGroups[1].talkMessageCount)
	lastMessageMillis := startMillis + f.messageCount*messageGapMillis
	err := insertRange(ctx, tx, from, to, fmt.Sprintf(`, c AS MATERIALIZED (SELECT i, %s AS user_id, %s AS character_id, %s AS messages, %s AS line FROM n)
		INSERT INTO conversations (id, user_id, character_id, last_message, message_count, reply_seq, read_seq, created_at, updated_at, search_text)
		SELECT user_id || '_' || character_id, user_id, character_id, line, messages, messages, messages, %d, %d - i %% 1000000 * 1013, line FROM c`,
		userIDSQL, characterIDSQL, messageCountSQL, selectLineSQL(9), startMillis, lastMessageMillis))
	if err != nil {
		return err
	}
	return insertRange(ctx, tx, from, to, fmt.Sprintf(`INSERT INTO growth_talks (no, id) SELECT i, %s || '_' || %s FROM n`, userIDSQL, characterIDSQL))
}
