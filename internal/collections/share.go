package collections

import (
	"context"
	"crypto/rand"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Share returns the address under which anybody can read a collection. A second call returns the
// same address. After Unshare, Share makes another address. Rule collections-share.
func (s *Service) Share(ctx context.Context, actor core.Actor, id string) (url string, err error) {
	var token string
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		token, err = s.store.shareCollection(ctx, tx, actor.UserID, id, rand.Text()) // at least 128 random bits
		return err
	})
	return s.shareURL(token), err
}

// Unshare revokes the share address of a collection. If there is none, it changes nothing.
func (s *Service) Unshare(ctx context.Context, actor core.Actor, id string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.unshareCollection(ctx, tx, actor.UserID, id)
	})
}

// SharedCollection returns a shared collection and the name of its owner. IsLocked and ExpiryAt of the
// characters apply to the actor, who may be a visitor. The error for an unknown token is
// errNotShared. If the owner's profile is not public, even the owner sees the hidden name. Rules
// collections-shared-page, settings-public-profile.
func (s *Service) SharedCollection(ctx context.Context, actor core.Actor, token string) (l Collection, owner string, err error) {
	l, err = s.store.sharedCollection(ctx, token)
	if err != nil {
		return Collection{}, "", err
	}
	name, hidden, err := s.deps.People.Name(ctx, l.OwnerID)
	if err != nil {
		return Collection{}, "", err
	}
	if hidden {
		name = core.HiddenUserName
	}
	l, err = s.withCharacters(ctx, actor.UserID, l)
	return l, name, err
}

// shareURL returns the address of a token.
func (s *Service) shareURL(token string) string { return s.deps.BaseURL + "/collections/" + token }
