package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// likesPerEraseBatch is the number of likes of comments that one transaction of Erase deletes.
const likesPerEraseBatch = 100

// Forget deletes a user's likes and follows of characters, and the user's reports. The user's
// comments keep their text, without an author. Milestones stay. Erase deletes the user's likes of
// comments. Rule accounts-delete-rest.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	for _, r := range []markKind{likeKind, followKind} {
		marked, err := s.store.markedCharacterIDs(ctx, tx, r, userID)
		if err != nil {
			return err
		}
		for _, id := range marked {
			if err := s.deleteMarkIfSet(ctx, tx, userID, id, r); err != nil {
				return err
			}
		}
	}
	return s.store.forgetReportsAndAuthorship(ctx, tx, userID)
}

// deleteMarkIfSet removes a like or follow if the user has it. It locks the counts first, as
// every change of the counts does.
func (s *Service) deleteMarkIfSet(ctx context.Context, tx storage.Querier, userID string, characterID int, r markKind) error {
	if _, err := s.store.lockCounts(ctx, tx, characterID); err != nil {
		return err
	}
	marked, err := s.store.isMarked(ctx, tx, r, userID, characterID)
	if err != nil || !marked {
		return err
	}
	_, err = s.deleteMark(ctx, tx, userID, characterID, r)
	return err
}

// Erase deletes the user's likes of comments in small transactions. After an error, a second
// call deletes the likes that are left.
func (s *Service) Erase(ctx context.Context, userID string) error {
	for {
		ids, err := s.store.likedCommentIDs(ctx, userID, likesPerEraseBatch)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			for _, id := range ids {
				if err := s.deleteLikeOfComment(ctx, tx, userID, id); err != nil {
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

// deleteLikeOfComment removes a user's like of a comment. It locks the comment first, so that
// its like count stays equal to the number of likes.
func (s *Service) deleteLikeOfComment(ctx context.Context, tx storage.Querier, userID, id string) error {
	if _, err := s.store.lockComment(ctx, tx, id); err != nil {
		if core.KindOf(err) == core.NotFound { // the comment is deleted, so its like count need not change
			err = s.store.deleteCommentLikeRow(ctx, tx, userID, id)
		}
		return err
	}
	liked, err := s.store.isCommentLikedBy(ctx, tx, userID, id)
	if err != nil || !liked {
		return err
	}
	_, err = s.store.setCommentLike(ctx, tx, userID, id, false, s.deps.Clock.Now())
	return err
}

// markedCharacterIDs returns the character_ids of the characters that a user likes or follows,
// in ascending order.
func (store) markedCharacterIDs(ctx context.Context, tx storage.Querier, r markKind, userID string) ([]int, error) {
	return storage.QueryAll(ctx, tx, func(row storage.Row) (id int, err error) { return id, row.Scan(&id) },
		`SELECT character_id FROM `+r.table+` WHERE user_id = $1 ORDER BY character_id`, userID)
}

// likedCommentIDs returns the ids of the first limit comments that a user likes, in order of
// id.
func (s store) likedCommentIDs(ctx context.Context, userID string, limit int) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(row storage.Row) (id string, err error) { return id, row.Scan(&id) },
		`SELECT comment_id FROM comment_likes WHERE user_id = $1 ORDER BY comment_id LIMIT $2`, userID, limit)
}

func (store) deleteCommentLikeRow(ctx context.Context, tx storage.Querier, userID, commentID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM comment_likes WHERE user_id = $1 AND comment_id = $2`, userID, commentID)
	return err
}

// forgetReportsAndAuthorship deletes the user's reports. It removes the user's id from the user's
// comments, and from other users' reports about these comments. No count changes.
func (store) forgetReportsAndAuthorship(ctx context.Context, tx storage.Querier, userID string) error {
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
