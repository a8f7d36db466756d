package memory

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type exportedMemory struct {
	ID                    string    `json:"id"`
	CharacterID           int       `json:"character_id"`
	Kind                  string    `json:"kind"`
	Text                  string    `json:"text"`
	MessageID             string    `json:"message_id"`
	IsPinned              bool      `json:"is_pinned"`
	IsToldToAllCharacters bool      `json:"is_told_all"`
	IsEdited              bool      `json:"is_edited"`
	CreatedAt             time.Time `json:"created_at"`
}

type exportedSummary struct {
	CharacterID int    `json:"character_id"`
	Text        string `json:"text"`
}

type exportedDeletion struct {
	CharacterID int       `json:"character_id"`
	DeletionKey string    `json:"key"`
	CreatedAt   time.Time `json:"created_at"`
}

// Export emits the memories of a user, the summaries, the hashes of deleted memories, and the
// settings.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := exportSection(ctx, emit, "memories", s.store.exportMemories, userID); err != nil {
		return err
	}
	if err := exportSection(ctx, emit, "memory_summaries", s.store.exportSummaries, userID); err != nil {
		return err
	}
	if err := exportSection(ctx, emit, "deleted_memories", s.store.exportDeletions, userID); err != nil {
		return err
	}
	if err := emit("memory_settings", nil); err != nil {
		return err
	}
	settings, err := s.store.readSettings(ctx, s.store.db.Reader(), userID)
	if err != nil {
		return err
	}
	return emit("memory_settings", settings)
}

// exportPageSize is the number of rows that an export has in memory at once.
const exportPageSize = 500

// exportSection reads the rows of a section in pages and emits each row. The function `read` skips
// as many rows as its argument `after` says. A call of `read` returns at most exportPageSize rows.
func exportSection[T any](ctx context.Context, emit func(string, any) error, section string, read func(ctx context.Context, userID string, after int) ([]T, error), userID string) error {
	if err := emit(section, nil); err != nil {
		return err
	}
	for after := 0; ; after += exportPageSize {
		list, err := read(ctx, userID, after)
		if err != nil {
			return err
		}
		for _, item := range list {
			if err := emit(section, item); err != nil {
				return err
			}
		}
		if len(list) < exportPageSize {
			return nil
		}
	}
}

func (s store) exportMemories(ctx context.Context, userID string, after int) ([]exportedMemory, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (exportedMemory, error) {
		m, err := scanMemory(r)
		return exportedMemory{m.ID, m.CharacterID, string(m.Kind), m.Text, m.MessageID, m.IsPinned, m.IsToldToAllCharacters, m.IsEdited, m.CreatedAt}, err
	}, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 ORDER BY character_id, created_at, id LIMIT $2 OFFSET $3`, userID, exportPageSize, after)
}

func (s store) exportSummaries(ctx context.Context, userID string, after int) ([]exportedSummary, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (e exportedSummary, err error) {
		return e, r.Scan(&e.CharacterID, &e.Text)
	}, `SELECT character_id, text FROM memory_summaries WHERE user_id = $1 AND text <> '' ORDER BY character_id, first_seq LIMIT $2 OFFSET $3`, userID, exportPageSize, after)
}

func (s store) exportDeletions(ctx context.Context, userID string, after int) ([]exportedDeletion, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (e exportedDeletion, err error) {
		var created int64
		err = r.Scan(&e.CharacterID, &e.DeletionKey, &created)
		e.CreatedAt = core.FromMillis(created)
		return e, err
	}, `SELECT character_id, word_key, created_at FROM memory_deleted WHERE user_id = $1 ORDER BY character_id, word_key LIMIT $2 OFFSET $3`, userID, exportPageSize, after)
}
