package memory

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// findCharacter finds the character that ref names, as Characters does. It returns errNoTalk
// if the actor has no conversation with the character. Rule memory-rights.
func (s *Service) findCharacter(ctx context.Context, actor core.Actor, ref string) (Character, error) {
	c, err := s.deps.Characters.Character(ctx, actor, ref)
	if core.KindOf(err) == core.NotFound && strings.Contains(ref, "_") {
		err = errNoTalk
	}
	if err != nil {
		return c, err
	}
	conversationCount, id := 0, talk{actor.UserID, c.CharacterID}.conversationID()
	err = s.store.db.Reader().QueryRowContext(ctx, `SELECT COUNT(*) FROM conversations WHERE id = $1`, id).Scan(&conversationCount)
	if err == nil && conversationCount == 0 {
		err = errNoTalk
	}
	return c, err
}

// messagePosition is a message's id, its talk and its Seq.
type messagePosition struct {
	id string
	talk
	seq int64
}

// findMessagePositions returns the positions of messages, sorted by talk and Seq.
func findMessagePositions(ctx context.Context, tx storage.Querier, ids []string) (out []messagePosition, err error) {
	for part := range slices.Chunk(ids, maxArgsOfQuery) {
		placeholders, args := storage.InList(nil, part)
		list, err := storage.QueryAll(ctx, tx, func(r storage.Row) (p messagePosition, err error) {
			return p, r.Scan(&p.id, &p.userID, &p.characterID, &p.seq)
		}, `SELECT m.id, c.user_id, c.character_id, m.seq FROM messages m JOIN conversations c ON c.id = m.conversation_id
			WHERE m.id IN (`+placeholders+`) ORDER BY c.user_id, c.character_id, m.seq`, args...)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// lastSeqExceptMessages returns the greatest Seq of the messages in a talk. lastSeqExceptMessages
// leaves out the messages whose ids are in exceptIDs. If no message is left, the result is 0.
func lastSeqExceptMessages(ctx context.Context, tx storage.Querier, t talk, exceptIDs []string) (int64, error) {
	var seq sql.NullInt64
	query, args := `SELECT MAX(seq) FROM messages WHERE conversation_id = $1`, []any{t.conversationID()}
	if len(exceptIDs) > 0 {
		placeholders, all := storage.InList(args, exceptIDs)
		query, args = query+` AND id NOT IN (`+placeholders+`)`, all
	}
	err := tx.QueryRowContext(ctx, query, args...).Scan(&seq)
	return seq.Int64, err
}

// deleteMemoriesSince deletes the memories that come from a talk's messages with Seq seq or
// above. Rule memory-receipt.
func (store) deleteMemoriesSince(ctx context.Context, tx storage.Querier, t talk, seq int64) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM memories WHERE user_id = $3 AND message_id <> '' AND message_id IN (
		SELECT id FROM messages WHERE conversation_id = $1 AND seq >= $2)`, t.conversationID(), seq, t.userID)
	return err
}
