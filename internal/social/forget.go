package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// eraseBatchSize is the number of likes of comments that one transaction of Erase takes
// back.
const eraseBatchSize = 100

// Forget takes the likes and follows of a user back, and deletes the user's reports.
// Comments keep their text without an author. Milestones stay. Rule accounts-delete-rest.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	for _, r := range []relation{likes, follows} {
		marked, err := s.store.markedBy(ctx, tx, r, userID)
		if err != nil {
			return err
		}
		for _, id := range marked {
			if err := s.takeBack(ctx, tx, userID, id, r); err != nil {
				return err
			}
		}
	}
	return s.store.forgetUser(ctx, tx, userID)
}

// takeBack removes a like or follow. It locks the counts first, as every change of them
// does.
func (s *Service) takeBack(ctx context.Context, tx storage.Querier, userID string, characterID int, r relation) error {
	if _, err := s.store.lockCounts(ctx, tx, characterID); err != nil {
		return err
	}
	marked, err := s.store.isMarked(ctx, tx, r, userID, characterID)
	if err != nil || !marked {
		return err
	}
	_, err = s.unmark(ctx, tx, userID, characterID, r)
	return err
}

// Erase takes back the user's likes of comments, in small transactions. A second call
// continues where the first stopped.
func (s *Service) Erase(ctx context.Context, userID string) error {
	for {
		ids, err := s.store.commentsLikedBy(ctx, userID, eraseBatchSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			for _, id := range ids {
				if err := s.takeLikeBack(ctx, tx, userID, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// takeLikeBack removes the like of a comment. It locks the comment first, so that the
// count stays equal to the likes.
func (s *Service) takeLikeBack(ctx context.Context, tx storage.Querier, userID, id string) error {
	if _, err := s.store.lockComment(ctx, tx, id); err != nil {
		if core.KindOf(err) == core.NotFound { // a deleted comment shows no count
			err = s.store.deleteLike(ctx, tx, userID, id)
		}
		return err
	}
	liked, err := s.store.likedBy(ctx, tx, userID, id)
	if err != nil || !liked {
		return err
	}
	_, err = s.store.likeComment(ctx, tx, userID, id, false, s.deps.Clock.Now())
	return err
}

// markedBy returns the characters that a user likes or follows, in the order in which
// Forget locks them.
func (store) markedBy(ctx context.Context, tx storage.Querier, r relation, userID string) ([]int, error) {
	return storage.All(ctx, tx, func(row storage.Row) (id int, err error) { return id, row.Scan(&id) },
		`SELECT character_id FROM `+r.table+` WHERE user_id = $1 ORDER BY character_id`, userID)
}

// commentsLikedBy returns comments that a user likes, ordered by ID.
func (s store) commentsLikedBy(ctx context.Context, userID string, limit int) ([]string, error) {
	return storage.All(ctx, s.db.Reader(), func(row storage.Row) (id string, err error) { return id, row.Scan(&id) },
		`SELECT comment_id FROM comment_likes WHERE user_id = $1 ORDER BY comment_id LIMIT $2`, userID, limit)
}

func (store) deleteLike(ctx context.Context, tx storage.Querier, userID, commentID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM comment_likes WHERE user_id = $1 AND comment_id = $2`, userID, commentID)
	return err
}

// forgetUser deletes or detaches the rows of a user that have no counts.
func (store) forgetUser(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`UPDATE comments SET user_id = '' WHERE user_id = $1`,
		`DELETE FROM reports WHERE user_id = $1`,
		`UPDATE reports SET author_id = '' WHERE author_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}
