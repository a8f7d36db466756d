package social

import (
	"context"
	"time"
)

// CharacterMark is a like or follow of a user. Likes and Followers are the counts of the character.
// Only LikedWithCounts sets them.
type CharacterMark struct {
	CharacterID int
	At          time.Time // when the user liked or followed
	Likes       int
	Followers   int
}

// Liked returns the characters that a user likes, the latest like first, in one query. It
// includes hidden characters.
func (s *Service) Liked(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUser(ctx, likeKind, userID)
}

// LikedWithCounts returns the same as Liked, with the counts of each character. It takes about
// three times as long.
func (s *Service) LikedWithCounts(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUserWithCounts(ctx, likeKind, userID)
}

// Followed returns the characters that a user follows, the latest follow first, in one
// query. It includes hidden characters.
func (s *Service) Followed(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUser(ctx, followKind, userID)
}
