package social

import (
	"context"
	"time"
)

// CharacterMark is a like or follow of a user. LikeCount and FollowerCount are the counts of the
// character. Only LikedCharactersWithCounts sets them.
type CharacterMark struct {
	CharacterID   int
	At            time.Time // when the user liked or followed
	LikeCount     int
	FollowerCount int
}

// LikedCharacters returns the characters that a user likes, the latest like first, in one query. It
// includes hidden characters.
func (s *Service) LikedCharacters(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUser(ctx, likeKind, userID)
}

// LikedCharactersWithCounts returns the same as LikedCharacters, with the counts of each character. It takes about
// three times as long.
func (s *Service) LikedCharactersWithCounts(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUserWithCounts(ctx, likeKind, userID)
}

// FollowedCharacters returns the characters that a user follows, the latest follow first, in one
// query. It includes hidden characters.
func (s *Service) FollowedCharacters(ctx context.Context, userID string) ([]CharacterMark, error) {
	return s.store.marksOfUser(ctx, followKind, userID)
}
