package memory

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// character finds the character of the actor's conversation that a call names. It returns
// errNoTalk if the conversation does not exist.
func (s *Service) character(ctx context.Context, actor core.Actor, ref string) (Character, error) {
	c, err := s.deps.Characters.Character(ctx, actor, ref)
	if core.KindOf(err) == core.NotFound && strings.Contains(ref, "_") {
		err = errNoTalk
	}
	if err != nil {
		return c, err
	}
	exists, id := 0, talk{actor.UserID, c.CharacterID}.conversationID()
	err = s.store.db.Reader().QueryRowContext(ctx, `SELECT COUNT(*) FROM conversations WHERE id = $1`, id).Scan(&exists)
	if err == nil && exists == 0 {
		err = errNoTalk
	}
	return c, err
}

// place is where a message stands.
type place struct {
	id string
	talk
	seq int64
}

// places returns where messages stand, sorted by talk.
func places(ctx context.Context, tx storage.Querier, ids []string) (out []place, err error) {
	for part := range slices.Chunk(ids, maxKeysOfQuery) {
		placeholders, args := storage.In(nil, part)
		list, err := storage.All(ctx, tx, func(r storage.Row) (p place, err error) {
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

// lastSeq returns the greatest Seq of a conversation among the messages other than those of
// the ids, or 0.
func lastSeq(ctx context.Context, tx storage.Querier, t talk, except []string) (int64, error) {
	var seq sql.NullInt64
	query, args := `SELECT MAX(seq) FROM messages WHERE conversation_id = $1`, []any{t.conversationID()}
	if len(except) > 0 {
		placeholders, all := storage.In(args, except)
		query, args = query+` AND id NOT IN (`+placeholders+`)`, all
	}
	err := tx.QueryRowContext(ctx, query, args...).Scan(&seq)
	return seq.Int64, err
}
