package memory

import (
	"context"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

// store has the SQL of the package, in this file and the other store files.
type store struct{ db database }

// database is the part of the database that reads need. Tests replace it to count queries.
type database interface{ Reader() storage.Querier }

const memoryColumns = `id, user_id, character_id, kind, text, words, message_id, pinned, everywhere, edited, created_at`

func scanMemory(r storage.Row) (m Memory, err error) {
	var kind, list string
	var created int64
	err = r.Scan(&m.ID, &m.UserID, &m.CharacterID, &kind, &m.Text, &list, &m.MessageID, &m.IsPinned, &m.IsToldToAllCharacters, &m.IsEdited, &created)
	m.Kind, m.words, m.CreatedAt = extract.Kind(kind), strings.Fields(list), core.FromMillis(created)
	return m, err
}

// memoriesOfCharacter returns what a character remembers of a user. Pinned memories come first,
// then the others; each part has the newest first.
func (store) memoriesOfCharacter(ctx context.Context, q storage.Querier, userID string, characterID int) ([]Memory, error) {
	return storage.QueryAll(ctx, q, scanMemory, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND character_id = $2
		ORDER BY pinned DESC, created_at DESC, id DESC`, userID, characterID)
}

// maxMemoriesToTell is the largest number of memories that are read for one prompt. Some of them
// are chosen for the prompt. Rule memory-told.
const maxMemoriesToTell = 1000

// memoriesToTell returns at most maxMemoriesToTell memories for prompts of a character. The
// character's own memories come first. Memories of other characters follow if they have IsToldToAllCharacters
// or the argument `all` is true. Rule memory-walls.
func (s store) memoriesToTell(ctx context.Context, userID string, characterID int, all bool) ([]Memory, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanMemory, `SELECT `+memoryColumns+` FROM memories
		WHERE user_id = $1 AND (character_id = $2 OR everywhere OR $3)
		ORDER BY CASE WHEN character_id = $2 THEN 0 ELSE 1 END, pinned DESC, created_at DESC, id DESC LIMIT $4`, userID, characterID, all, maxMemoriesToTell)
}

// findMemory returns errNotFound if the talk has no memory with the id (rule memory-rights).
func (store) findMemory(ctx context.Context, tx storage.Querier, t talk, id string) (Memory, error) {
	m, err := scanMemory(tx.QueryRowContext(ctx, `SELECT `+memoryColumns+` FROM memories WHERE id = $1 AND user_id = $2 AND character_id = $3`, id, t.userID, t.characterID))
	if storage.IsNoRows(err) {
		return m, errNotFound
	}
	return m, err
}

// insertMemory inserts a memory. It inserts nothing and returns false if the character has a
// memory with the same content words (rule memory-add).
func (store) insertMemory(ctx context.Context, tx storage.Querier, m Memory) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO memories (`+memoryColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (user_id, character_id, words) DO NOTHING`,
		m.ID, m.UserID, m.CharacterID, string(m.Kind), m.Text, strings.Join(m.words, " "), m.MessageID, m.IsPinned, m.IsToldToAllCharacters, m.IsEdited, core.Millis(m.CreatedAt))
	return n == 1, err
}

// updateMemory stores the fields that users change. It changes nothing and returns false if
// another memory of the character has the same content words.
func (store) updateMemory(ctx context.Context, tx storage.Querier, m Memory) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE memories SET text = $2, words = $3, pinned = $4, everywhere = $5, edited = $6
		WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.user_id = $7 AND m.character_id = $8 AND m.words = $3 AND m.id <> $1)`,
		m.ID, m.Text, strings.Join(m.words, " "), m.IsPinned, m.IsToldToAllCharacters, m.IsEdited, m.UserID, m.CharacterID)
	return n == 1, err
}

func (store) deleteMemory(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memories WHERE id = $1`, id)
	return err
}

func (store) countMemories(ctx context.Context, tx storage.Querier, t talk) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM memories WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID).Scan(&n)
	return n, err
}

// deleteOldestNotes deletes the oldest notes of a talk until at most limit memories are left.
// It keeps memories that the user has pinned, edited or added (rules memory-limits, memory-pin).
func (s store) deleteOldestNotes(ctx context.Context, tx storage.Querier, t talk, limit int) error {
	n, err := s.countMemories(ctx, tx, t)
	if err != nil || n <= limit {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM memories WHERE id IN (SELECT id FROM memories
		WHERE user_id = $1 AND character_id = $2 AND message_id <> '' AND NOT pinned AND NOT edited ORDER BY created_at, id LIMIT $3)`, t.userID, t.characterID, n-limit)
	return err
}

// deleteFormerNotesOfKind deletes the other notes of m's kind. Call it for a kind with one value per
// user, such as the name. Memories that the user has pinned, edited or added stay. Rules
// memory-notes, memory-pin.
func (store) deleteFormerNotesOfKind(ctx context.Context, tx storage.Querier, m Memory) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memories
		WHERE user_id = $1 AND character_id = $2 AND kind = $3 AND id <> $4 AND message_id <> '' AND NOT pinned AND NOT edited`,
		m.UserID, m.CharacterID, string(m.Kind), m.ID)
	return err
}

func (s store) readSettings(ctx context.Context, q storage.Querier, userID string) (Settings, error) {
	out := defaultSettings()
	err := storage.ReadJSON(ctx, q, &out, `SELECT settings FROM memory_settings WHERE user_id = $1`, userID)
	return out, err
}

func (store) saveSettings(ctx context.Context, tx storage.Querier, userID string, v Settings) error {
	text, err := storage.ToJSON(v)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO memory_settings (user_id, settings) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET settings = $2`, userID, text)
	return err
}
