package fill

import (
	"context"
	"fmt"

	"colloquy/internal/storage"
)

// interleavedTalkGroup is a group of talks with the same number of messages. Message i of the group is in talk
// i modulo the number of talks. So messages of different talks alternate in the table, as in a
// running service.
type interleavedTalkGroup struct {
	firstMessageNumber      int // number of the group's first message; the numbers run through all groups
	firstTalkNumber         int
	talkCount               int
	talkMessageCount        int
	gapMillis, offsetMillis int // message i was sent at startMillis + i * gapMillis + offsetMillis
}

// heavyUserTalkGroups returns two groups of talks of the heavy user: the longest talk, and the others.
func (f *filler) heavyUserTalkGroups() [2]interleavedTalkGroup {
	heavyUserMessageCount, ordinaryTalks := f.messageCount/messagesPerHeavyUserMessage, f.userCount*talksPerUser
	heavyUserMessageGapMillis := messagesPerHeavyUserMessage * messageGapMillis
	longTalk := interleavedTalkGroup{firstMessageNumber: ordinaryTalks * messagesPerTalk, firstTalkNumber: ordinaryTalks, talkCount: 1, talkMessageCount: heavyUserMessageCount / 2, gapMillis: 2 * heavyUserMessageGapMillis, offsetMillis: 1}
	otherTalks := interleavedTalkGroup{firstMessageNumber: longTalk.firstMessageNumber + longTalk.talkMessageCount, firstTalkNumber: ordinaryTalks + 1, talkCount: f.heavyUserTalkCount - 1, gapMillis: 2 * heavyUserMessageGapMillis, offsetMillis: 2}
	otherTalks.talkMessageCount = (heavyUserMessageCount - longTalk.talkMessageCount) / max(otherTalks.talkCount, 1)
	return [2]interleavedTalkGroup{longTalk, otherTalks}
}

func (f *filler) fillMessages(ctx context.Context) error {
	if err := f.setWordIndexBuffer(ctx, fillWordIndexBufferBytes); err != nil {
		return err
	}
	rebuildIndexes, err := f.dropSearchIndexes(ctx)
	if err != nil {
		return err
	}
	heavyGroups := f.heavyUserTalkGroups()
	ordinaryGroup := interleavedTalkGroup{talkCount: f.userCount * talksPerUser, talkMessageCount: messagesPerTalk, gapMillis: messageGapMillis}
	for _, g := range []interleavedTalkGroup{ordinaryGroup, heavyGroups[0], heavyGroups[1]} {
		err := f.writeInParts(ctx, g.talkCount*g.talkMessageCount, func(ctx context.Context, tx storage.Querier, from, to int) error {
			return f.insertMessages(ctx, tx, g, from, to)
		})
		if err != nil {
			return err
		}
	}
	f.progress("indexes of the search")
	if err := rebuildIndexes(ctx); err != nil {
		return err
	}
	return f.setWordIndexBuffer(ctx, defaultWordIndexBufferBytes)
}

// Sizes in bytes of the buffer of SQLite's full-text index. With a large buffer the index
// writes fewer and larger parts, so that it has less to merge later.
const (
	fillWordIndexBufferBytes    = 64 << 20
	defaultWordIndexBufferBytes = 1 << 20
)

func (f *filler) setWordIndexBuffer(ctx context.Context, bytes int) error {
	if f.db.Engine() != storage.SQLite {
		return nil
	}
	return f.db.Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO message_words (message_words, rank) VALUES ('hashsize', $1)`, bytes)
		return err
	})
}

// insertMessages inserts a range of the messages of a group. from and to are the numbers of the
// first and the last message. A message of the user has 16 words, and a reply has 32.
func (f *filler) insertMessages(ctx context.Context, tx storage.Querier, g interleavedTalkGroup, from, to int) error {
	id := func(number string) string {
		return idSQL(messageIDPrefix, fmt.Sprintf("%d + %s", g.firstMessageNumber, number))
	}
	at := fmt.Sprintf("%d + i * %d", startMillis+g.offsetMillis, g.gapMillis)
	err := insertRange(ctx, tx, from, to, fmt.Sprintf(`, m AS MATERIALIZED (SELECT i, i / %d + 1 AS seq, (SELECT id FROM growth_talks WHERE no = %d + i %% %d) AS talk,
		%s || ' ' || %s || CASE WHEN i / %d %% 2 = 0 THEN ' ' || %s || ' ' || %s ELSE '' END AS body FROM n)
		INSERT INTO messages (id, conversation_id, seq, is_user, content, status, reply_to, suggestions, search_text, created_at, updated_at)
		SELECT %s, talk, seq, seq %% 2 = 0, body, 'complete', CASE WHEN seq %% 2 = 1 AND seq > 1 THEN %s END, '[]', body, %s, %s FROM m`,
		g.talkCount, g.firstTalkNumber, g.talkCount, selectLineSQL(1), selectLineSQL(2), g.talkCount, selectLineSQL(3), selectLineSQL(4), id("i"), id(fmt.Sprintf("i - %d", g.talkCount)), at, at))
	if err != nil || f.db.Engine() != storage.SQLite {
		return err
	}
	return indexWords(ctx, tx, g.firstMessageNumber+from, g.firstMessageNumber+to)
}

// indexWords adds messages to the full-text index of SQLite. The trigger messages_search_add writes
// the same rows, but it runs only when a message is updated. from and to are the numbers of the
// first and the last message.
func indexWords(ctx context.Context, tx storage.Querier, from, to int) error {
	const firstNumber = 100_000_000_000
	where := fmt.Sprintf(`id BETWEEN '%s%d' AND '%s%d'`, messageIDPrefix, firstNumber+from, messageIDPrefix, firstNumber+to)
	_, err := tx.ExecContext(ctx, `INSERT INTO message_word_rows (no, message_id) SELECT created_at * 65536, id FROM messages WHERE `+where+` ORDER BY id`)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO message_words (rowid, words)
		SELECT created_at * 65536, search_text || ' ' || conversation_id || ' ' || rtrim(conversation_id, '0123456789') FROM messages WHERE `+where+` ORDER BY created_at`)
	return err
}

// dropSearchIndexes drops the search indexes of PostgreSQL. rebuild creates the indexes again. This
// is faster than adding each inserted row to the indexes. On SQLite dropSearchIndexes and rebuild
// do nothing.
func (f *filler) dropSearchIndexes(ctx context.Context) (rebuild func(context.Context) error, err error) {
	if f.db.Engine() != storage.Postgres {
		return func(context.Context) error { return nil }, nil
	}
	type index struct{ name, definition string }
	list, err := storage.QueryAll(ctx, f.db.Reader(), func(r storage.Row) (i index, err error) { return i, r.Scan(&i.name, &i.definition) },
		`SELECT indexname, indexdef FROM pg_indexes WHERE indexname IN ('messages_words', 'messages_of_user')`)
	if err != nil {
		return nil, err
	}
	if len(list) != 2 {
		return nil, fmt.Errorf("PostgreSQL has %d search indexes of messages, want 2", len(list))
	}
	err = f.db.Write(ctx, func(tx storage.Querier) error {
		for _, i := range list {
			if _, err := tx.ExecContext(ctx, `DROP INDEX `+i.name); err != nil {
				return err
			}
		}
		return nil
	})
	return func(ctx context.Context) error {
		return f.db.Write(ctx, func(tx storage.Querier) error {
			if _, err := tx.ExecContext(ctx, `SET LOCAL maintenance_work_mem = '1GB'`); err != nil {
				return err
			}
			for _, i := range list {
				if _, err := tx.ExecContext(ctx, i.definition); err != nil {
					return err
				}
			}
			return nil
		})
	}, err
}
