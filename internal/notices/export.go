package notices

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// exportPageSize is the most rows that Export has in memory at once.
const exportPageSize = 100

type exportedNotice struct {
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Message   string    `json:"message"`
	ActionURL string    `json:"action_url"`
	IsRead    bool      `json:"is_read"`
	CreatedAt time.Time `json:"created_at"`
}

// Export emits the notices of a user as they are stored: each like is a notice of its own.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("notifications", nil); err != nil {
		return err
	}
	for lastID, n := "", exportPageSize; n == exportPageSize; {
		list, err := s.store.noticesForExport(ctx, userID, lastID, exportPageSize)
		if err != nil {
			return err
		}
		for _, e := range list {
			if err := emit("notifications", e.toExported()); err != nil {
				return err
			}
			lastID = e.id
		}
		n = len(list)
	}
	return nil
}

func (n storedNotice) toExported() exportedNotice {
	return exportedNotice{n.kind, n.title, n.message, n.actionURL, n.isRead, n.createdAt}
}

func (s store) noticesForExport(ctx context.Context, userID, afterID string, limit int) ([]storedNotice, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (n storedNotice, err error) {
		var at int64
		err = r.Scan(&n.id, &n.kind, &n.title, &n.message, &n.actionURL, &n.isRead, &at)
		n.createdAt = core.FromMillis(at)
		return n, err
	}, `SELECT id, type, title, message, action_url, is_read, created_at FROM notifications
		WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, afterID, limit)
}
