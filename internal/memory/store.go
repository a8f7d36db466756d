package memory

import (
	"context"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/memory/extract"
	"colloquy/internal/storage"
)

type store struct{ db reader }

// reader is the database for reading. Tests count its queries.
type reader interface{ Reader() storage.Querier }

const memoryColumns = `id, user_id, character_id, kind, text, words, message_id, pinned, everywhere, edited, created_at`

func scanMemory(r storage.Row) (m Memory, err error) {
	var kind, list string
	var created int64
	err = r.Scan(&m.ID, &m.UserID, &m.CharacterID, &kind, &m.Text, &list, &m.MessageID, &m.Pinned, &m.Everywhere, &m.Edited, &created)
	m.Kind, m.words, m.CreatedAt = extract.Kind(kind), strings.Fields(list), core.FromMillis(created)
	return m, err
}

// memories returns the memories of a character, pinned ones first, then the newest first.
func (store) memories(ctx context.Context, q storage.Querier, userID string, characterID int) ([]Memory, error) {
	return storage.All(ctx, q, scanMemory, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND character_id = $2
		ORDER BY pinned DESC, created_at DESC, id DESC`, userID, characterID)
}

// maxTold is the most memories that one prompt chooses from.
const maxTold = 1000

// told returns the memories that a character may be told: its own ones first, then those
// that are told all. With all, every memory of the user is.
func (s store) told(ctx context.Context, userID string, characterID int, all bool) ([]Memory, error) {
	return storage.All(ctx, s.db.Reader(), scanMemory, `SELECT `+memoryColumns+` FROM memories
		WHERE user_id = $1 AND (character_id = $2 OR everywhere OR $3)
		ORDER BY CASE WHEN character_id = $2 THEN 0 ELSE 1 END, pinned DESC, created_at DESC, id DESC LIMIT $4`, userID, characterID, all, maxTold)
}

func (store) memory(ctx context.Context, tx storage.Querier, t talk, id string) (Memory, error) {
	m, err := scanMemory(tx.QueryRowContext(ctx, `SELECT `+memoryColumns+` FROM memories WHERE id = $1 AND user_id = $2 AND character_id = $3`, id, t.userID, t.characterID))
	if storage.IsNoRows(err) {
		return m, errNotFound
	}
	return m, err
}

// insert reports false if the character has a memory with the same words.
func (store) insert(ctx context.Context, tx storage.Querier, m Memory) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO memories (`+memoryColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (user_id, character_id, words) DO NOTHING`,
		m.ID, m.UserID, m.CharacterID, string(m.Kind), m.Text, strings.Join(m.words, " "), m.MessageID, m.Pinned, m.Everywhere, m.Edited, core.Millis(m.CreatedAt))
	return n == 1, err
}

// update stores the fields that users change. It reports false if another memory of the
// character has the same words.
func (store) update(ctx context.Context, tx storage.Querier, m Memory) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE memories SET text = $2, words = $3, pinned = $4, everywhere = $5, edited = $6
		WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.user_id = $7 AND m.character_id = $8 AND m.words = $3 AND m.id <> $1)`,
		m.ID, m.Text, strings.Join(m.words, " "), m.Pinned, m.Everywhere, m.Edited, m.UserID, m.CharacterID)
	return n == 1, err
}

func (store) delete(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memories WHERE id = $1`, id)
	return err
}

func (store) count(ctx context.Context, tx storage.Querier, t talk) (n int, err error) {
	err = tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM memories WHERE user_id = $1 AND character_id = $2`, t.userID, t.characterID).Scan(&n)
	return n, err
}

// deleteOldest deletes the oldest notes of a talk that the user has not touched, so that
// most memories are left.
func (s store) deleteOldest(ctx context.Context, tx storage.Querier, t talk, most int) error {
	n, err := s.count(ctx, tx, t)
	if err != nil || n <= most {
		return err
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM memories WHERE id IN (SELECT id FROM memories
		WHERE user_id = $1 AND character_id = $2 AND message_id <> '' AND NOT pinned AND NOT edited ORDER BY created_at, id LIMIT $3)`, t.userID, t.characterID, n-most)
	return err
}

// deleteFormer deletes the notes of a kind of which a user has one, except one. Pinned and
// edited ones stay.
func (store) deleteFormer(ctx context.Context, tx storage.Querier, m Memory) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memories
		WHERE user_id = $1 AND character_id = $2 AND kind = $3 AND id <> $4 AND message_id <> '' AND NOT pinned AND NOT edited`,
		m.UserID, m.CharacterID, string(m.Kind), m.ID)
	return err
}

func (s store) settings(ctx context.Context, q storage.Querier, userID string) (Settings, error) {
	out, text := defaultSettings(), ""
	err := q.QueryRowContext(ctx, `SELECT settings FROM memory_settings WHERE user_id = $1`, userID).Scan(&text)
	if storage.IsNoRows(err) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	return out, storage.FromJSON(text, &out)
}

func (store) saveSettings(ctx context.Context, tx storage.Querier, userID string, v Settings) error {
	text, err := storage.JSON(v)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO memory_settings (user_id, settings) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET settings = $2`, userID, text)
	return err
}
