package notices

import (
	"context"

	"colloquy/internal/storage"
)

// Queries on tables of packages accounts, catalogue and social.

// readDeliveryChoice returns whether a user wants the notices of a group in the app, and by mail. Without a
// row of settings the result is: in the app, not by mail. Rule settings-notices. Rule
// notifications-mail.
func (store) readDeliveryChoice(ctx context.Context, tx storage.Querier, g Group, userID string) (c deliveryChoice, err error) {
	err = tx.QueryRowContext(ctx, `SELECT `+string(g)+`, `+mailColumns[g]+` FROM user_settings WHERE user_id = $1`, userID).Scan(&c.shown, &c.mailed)
	if storage.IsNoRows(err) {
		return deliveryChoice{shown: true}, nil
	}
	return c, err
}

// isProfileHidden reports whether a user has switched the public profile off.
func (store) isProfileHidden(ctx context.Context, tx storage.Querier, userID string) (hidden bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM user_settings WHERE user_id = $1 AND NOT public_profile)`, userID).Scan(&hidden)
	return hidden, err
}

// hiddenCharacterCondition is an SQL condition: the character of the notice n is hidden. Rule
// notifications-hidden-characters.
const hiddenCharacterCondition = `EXISTS (SELECT 1 FROM characters c WHERE c.character_id = n.character_id AND (c.is_deleted OR NOT c.is_active))`

// hiddenCharactersQuery selects all hidden characters as c. Its condition must be the
// condition of the index characters_hidden.
const hiddenCharactersQuery = `(SELECT character_id FROM characters WHERE is_deleted OR NOT is_active) c`

const shownCharactersQuery = `SELECT character_id, slug, name, category FROM characters WHERE is_active AND NOT is_deleted`

func scanCharacter(r storage.Row) (c character, err error) {
	return c, r.Scan(&c.id, &c.slug, &c.name, &c.category)
}

// readShownCharacters reads those of the given characters that are not hidden, ordered by
// category and name.
func (store) readShownCharacters(ctx context.Context, tx storage.Querier, ids []int) ([]character, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList(nil, ids)
	return storage.QueryAll(ctx, tx, scanCharacter, shownCharactersQuery+` AND character_id IN (`+placeholders+`) ORDER BY category, name`, args...)
}

// readCharactersBySlug reads the characters with the given slugs that are not hidden, ordered
// by name.
func (store) readCharactersBySlug(ctx context.Context, tx storage.Querier, slugs []string) ([]character, error) {
	if len(slugs) == 0 {
		return nil, nil
	}
	placeholders, args := storage.InList(nil, slugs)
	return storage.QueryAll(ctx, tx, scanCharacter, shownCharactersQuery+` AND slug IN (`+placeholders+`) ORDER BY name`, args...)
}

func (store) hasAnyFollower(ctx context.Context, tx storage.Querier) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM character_follows)`).Scan(&is)
	return is, err
}

func (store) hasAnyUser(ctx context.Context, tx storage.Querier) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM users)`).Scan(&is)
	return is, err
}

const usersQuery = `SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2`

// followersQuery reads the follows in the order of users. The CROSS JOIN makes SQLite read the
// follows first. Otherwise SQLite may read the category first, and then reads and sorts all
// remaining follows for every page. Rule notifications-new-character.
const followersQuery = `SELECT DISTINCT f.user_id FROM character_follows f CROSS JOIN characters c
	WHERE c.character_id = f.character_id AND c.category = $3 AND f.user_id > $1 ORDER BY f.user_id LIMIT $2`

// nextUsers returns the next users who get a broadcast, ordered by id: the followers of its
// category, or all users.
func (s store) nextUsers(ctx context.Context, b broadcast, limit int) ([]string, error) {
	query, args := usersQuery, []any{b.lastUserID, limit}
	if b.category != "" {
		query, args = followersQuery, append(args, b.category)
	}
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) }, query, args...)
}

// readRecipients reads users and their choices, ordered by id. Deleted users are missing.
func (s store) readRecipients(ctx context.Context, tx storage.Querier, b broadcast, ids []string) ([]recipient, error) {
	followers, err := s.followersAmong(ctx, tx, b.characterIDs, ids)
	if err != nil {
		return nil, err
	}
	nonFollowersGroup := b.groupOfNonFollowers()
	placeholders, args := storage.InList(nil, ids)
	return storage.QueryAll(ctx, tx, func(r storage.Row) (u recipient, err error) {
		err = r.Scan(&u.id, &u.email, &u.isEmailVerified, &u.characterUpdatesChoice.shown, &u.characterUpdatesChoice.mailed, &u.nonFollowersChoice.shown, &u.nonFollowersChoice.mailed)
		u.follows = followers[u.id]
		return u, err
	}, `SELECT u.id, u.email, u.email_verified_at IS NOT NULL, COALESCE(s.character_updates, TRUE), COALESCE(s.mail_updates, FALSE),
		COALESCE(s.`+string(nonFollowersGroup)+`, TRUE), COALESCE(s.`+mailColumns[nonFollowersGroup]+`, FALSE)
		FROM users u LEFT JOIN user_settings s ON s.user_id = u.id WHERE u.id IN (`+placeholders+`) ORDER BY u.id`, args...)
}

// followersAmong returns which of the users with the given ids follow at least one of the
// characters. Rule notifications-post.
func (store) followersAmong(ctx context.Context, tx storage.Querier, characters []int, ids []string) (map[string]bool, error) {
	out := map[string]bool{}
	if len(characters) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, ids)
	characterPlaceholders, args := storage.InList(args, characters)
	_, err := storage.QueryAll(ctx, tx, func(r storage.Row) (id string, err error) {
		err = r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT user_id FROM character_follows WHERE user_id IN (`+placeholders+`) AND character_id IN (`+characterPlaceholders+`)`, args...)
	return out, err
}

// mailAddressee is the id and email address of a user. isEmailVerified reports whether the
// address is confirmed.
type mailAddressee struct {
	id, email       string
	isEmailVerified bool
}

// readMailAddressee reads the id and email address of a user. found is false if the user does not
// exist.
func (store) readMailAddressee(ctx context.Context, tx storage.Querier, userID string) (c mailAddressee, found bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id, email, email_verified_at IS NOT NULL FROM users WHERE id = $1`, userID).Scan(&c.id, &c.email, &c.isEmailVerified)
	if storage.IsNoRows(err) {
		return c, false, nil
	}
	return c, err == nil, err
}
