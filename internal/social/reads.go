package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Queries on tables of packages accounts, catalogue and chat.

type chatCount struct{ characterID, chats int }

// chatCounts returns the characters with at least least conversations.
func (s store) chatCounts(ctx context.Context, least int) ([]chatCount, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (chatCount, error) {
		var c chatCount
		return c, r.Scan(&c.characterID, &c.chats)
	}, `SELECT character_id, count(*) FROM conversations GROUP BY character_id HAVING count(*) >= $1 ORDER BY character_id`, least)
}

// nthChat returns when the nth conversation with a character began.
func (s store) nthChat(ctx context.Context, characterID, n int) (time.Time, error) {
	var at int64
	err := s.db.Reader().QueryRowContext(ctx, `SELECT created_at FROM conversations WHERE character_id = $1 ORDER BY created_at LIMIT 1 OFFSET $2`,
		characterID, n-1).Scan(&at)
	return core.FromMillis(at), err
}

// shownCharacters reads the given characters without hidden ones, ordered by category
// and name.
func (s store) shownCharacters(ctx context.Context, characterIDs []int) ([]Character, error) {
	if len(characterIDs) == 0 {
		return nil, nil
	}
	placeholders, args := storage.In(nil, characterIDs)
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (Character, error) {
		var c Character
		return c, r.Scan(&c.CharacterID, &c.Slug, &c.Name, &c.Category)
	}, `SELECT character_id, slug, name, category FROM characters
		WHERE is_active AND NOT is_deleted AND character_id IN (`+placeholders+`) ORDER BY category, name`, args...)
}

// followersQuery reads the follows in the order of users. The CROSS JOIN makes SQLite
// read the follows first: if it read the category first, it would read and sort all
// remaining follows for every page.
const followersQuery = `SELECT DISTINCT f.user_id FROM character_follows f CROSS JOIN characters c
	WHERE c.character_id = f.character_id AND c.category = $1 AND f.user_id > $2
	AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = f.user_id AND n.object_id = $3)
	ORDER BY f.user_id LIMIT $4`

// followersOf returns users who follow a character of a category and have no notice
// about an object yet, ordered by ID.
func (s store) followersOf(ctx context.Context, category, objectID, after string, limit int) ([]string, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (string, error) {
		var id string
		return id, r.Scan(&id)
	}, followersQuery, category, after, objectID, limit)
}

// activityComments reads the newest comments that are neither replies nor deleted, of
// authors who have not switched their activity status off.
func (s store) activityComments(ctx context.Context, characterID, limit int) ([]Comment, error) {
	return storage.All(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE character_id = $1 AND parent_id IS NULL AND deleted_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM user_settings s WHERE s.user_id = comments.user_id AND NOT s.activity_status)
		ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit)
}

// noticeSettings returns whether a user wants the notices of a group, and whether the
// profile of the user who causes the notice is hidden.
func (store) noticeSettings(ctx context.Context, tx storage.Querier, g noticeGroup, userID, actorID string) (wanted, actorHidden bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM user_settings WHERE user_id = $1 AND NOT `+string(g)+`),
		EXISTS (SELECT 1 FROM user_settings WHERE user_id = $2 AND NOT public_profile)`, userID, actorID).Scan(&wanted, &actorHidden)
	return wanted, actorHidden, err
}

// choices returns whether a user wants the notices of a group in the app, and by mail.
// Without a row of settings the app shows them, and no mail is sent.
func (store) choices(ctx context.Context, tx storage.Querier, g noticeGroup, userID string) (shown, mailed bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT `+string(g)+`, `+mailSwitches[g]+` FROM user_settings WHERE user_id = $1`, userID).Scan(&shown, &mailed)
	if storage.IsNoRows(err) {
		return true, false, nil
	}
	return shown, mailed, err
}

// optedOutUsers returns the users among userIDs who have switched the notices of a group
// off.
func (store) optedOutUsers(ctx context.Context, tx storage.Querier, g noticeGroup, userIDs []string) (map[string]bool, error) {
	out := map[string]bool{}
	if len(userIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.In(nil, userIDs)
	_, err := storage.All(ctx, tx, func(r storage.Row) (string, error) {
		var id string
		err := r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT user_id FROM user_settings WHERE NOT `+string(g)+` AND user_id IN (`+placeholders+`)`, args...)
	return out, err
}
