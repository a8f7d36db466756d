package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type exportedArchive struct {
	ID             string    `json:"id"`
	ConversationID string    `json:"conversation_id"`
	Kind           string    `json:"kind"`
	MessageCount   int       `json:"message_count"`
	CreatedAt      time.Time `json:"created_at"`
}

// exportArchives emits the archives of a user. exportMessages emits the messages in them, with
// the archive's id.
func (s *Service) exportArchives(ctx context.Context, userID string, emit func(section string, item any) error) error {
	return exportPages("chat_archives", emit, func(after string) ([]Archive, error) {
		return s.store.archivesOf(ctx, s.deps.DB.Reader(), userID, after, exportPageSize)
	}, func(a Archive) (item any, key string) {
		return exportedArchive{a.ID, a.ConversationID, a.Kind, a.MessageCount, a.CreatedAt}, a.ID
	})
}

type exportedReport struct {
	Ticket      string    `json:"ticket"`
	CharacterID int       `json:"character_id"`
	MessageID   string    `json:"message_id"`
	Content     string    `json:"content"`
	Reason      string    `json:"reason"`
	CreatedAt   time.Time `json:"created_at"`
}

// exportReports emits the reports of a user with the copies of the replies.
func (s *Service) exportReports(ctx context.Context, userID string, emit func(section string, item any) error) error {
	return exportPages("message_reports", emit, func(after string) ([]exportedReport, error) {
		return storage.QueryAll(ctx, s.deps.DB.Reader(), func(r storage.Row) (p exportedReport, err error) {
			var created int64
			err = r.Scan(&p.Ticket, &p.CharacterID, &p.MessageID, &p.Content, &p.Reason, &created)
			p.CreatedAt = core.FromMillis(created)
			return p, err
		}, `SELECT ticket, character_id, message_id, body, reason, created_at FROM message_reports
			WHERE user_id = $1 AND message_id > $2 ORDER BY message_id LIMIT $3`, userID, after, exportPageSize)
	}, func(p exportedReport) (item any, key string) { return p, p.MessageID })
}

// exportPages emits the rows of a section, page by page. The function `read` returns at most
// exportPageSize rows with keys greater than `after`. The function `item` turns a row into the item
// to emit and the row's key.
func exportPages[T any](section string, emit func(section string, item any) error, read func(after string) ([]T, error), item func(T) (any, string)) error {
	if err := emit(section, nil); err != nil {
		return err
	}
	for after, n := "", exportPageSize; n == exportPageSize; {
		list, err := read(after)
		if err != nil {
			return err
		}
		for _, row := range list {
			var exportedItem any
			exportedItem, after = item(row)
			if err := emit(section, exportedItem); err != nil {
				return err
			}
		}
		n = len(list)
	}
	return nil
}
