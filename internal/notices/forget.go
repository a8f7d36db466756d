package notices

import (
	"context"

	"colloquy/internal/storage"
)

// likedComment identifies a comment with likes: userID is its author, objectID its id.
type likedComment struct{ userID, objectID string }

// Forget deletes the notices to a user and those that the user caused. Rule
// accounts-delete-rest.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	notifiedUserIDs, err := s.store.usersNotifiedBy(ctx, tx, userID)
	if err != nil {
		return err
	}
	for _, id := range notifiedUserIDs {
		if err := s.lockNotices(ctx, tx, id); err != nil {
			return err
		}
	}
	likedComments, err := s.store.commentsLikedBy(ctx, tx, userID)
	if err != nil {
		return err
	}
	if err := s.store.forgetUser(ctx, tx, userID); err != nil {
		return err
	}
	for _, c := range likedComments {
		if err := s.store.regroupLikes(ctx, tx, c.userID, c.objectID); err != nil {
			return err
		}
	}
	return nil
}

// Erase repeats Forget, to delete notices that other calls added while Forget ran.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Forget(ctx, tx, userID) })
}

// usersNotifiedBy returns userID and the users with notices that this user caused, ordered by
// id.
func (store) usersNotifiedBy(ctx context.Context, tx storage.Querier, userID string) ([]string, error) {
	return storage.QueryAll(ctx, tx, func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT user_id FROM notifications WHERE actor_id = $1 UNION SELECT CAST($1 AS TEXT) ORDER BY 1`, userID)
}

// commentsLikedBy returns the comments with notices about a like by a user.
func (store) commentsLikedBy(ctx context.Context, tx storage.Querier, userID string) ([]likedComment, error) {
	return storage.QueryAll(ctx, tx, func(r storage.Row) (c likedComment, err error) { return c, r.Scan(&c.userID, &c.objectID) },
		`SELECT DISTINCT user_id, object_id FROM notifications WHERE actor_id = $1 AND type = $2 ORDER BY user_id, object_id`, userID, likeType)
}

func (store) forgetUser(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`DELETE FROM notifications WHERE user_id = $1`,
		`DELETE FROM notifications WHERE actor_id = $1`,
		`DELETE FROM notice_versions WHERE user_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}
