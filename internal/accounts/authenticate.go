package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Authenticate tells whose secrets a request carries (decisions §2). A bad
// bearer is refused even beside a good cookie; a bearer and a cookie of
// different users are refused both.
func (s *Service) Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return core.Actor{}, nil
	}
	bearerHash, cookieHash := hashIfSet(bearer), hashIfSet(cookie)
	found, err := s.store.sessions(ctx, bearerHash, cookieHash)
	if err != nil {
		return core.Actor{}, err
	}
	now := s.Clock.Now()
	byBearer, byCookie := pick(found, bearerHash, cookieHash, now)
	if byBearer != nil && byCookie != nil && byBearer.UserID != byCookie.UserID {
		return core.Actor{}, errMismatch
	}
	k := byBearer
	if bearer == "" {
		k = byCookie
	}
	if k == nil {
		return core.Actor{}, errBadToken
	}
	if err := s.seen(ctx, k.Session, now); err != nil {
		return core.Actor{}, err
	}
	return core.Actor{UserID: k.UserID, Name: k.name, Admin: k.admin}, nil
}

// hashIfSet keeps an absent secret from matching anything.
func hashIfSet(secret string) string {
	if secret == "" {
		return "-"
	}
	return tokenHash(secret)
}

func pick(found []known, bearer, cookie string, now time.Time) (byBearer, byCookie *known) {
	for i := range found {
		k := &found[i]
		if !k.ExpiresAt.After(now) {
			continue
		}
		if k.BearerHash == bearer {
			byBearer = k
		}
		if k.CookieHash == cookie {
			byCookie = k
		}
	}
	return byBearer, byCookie
}

// seen moves the idle limit on, at most once an hour, and never past the
// absolute one.
func (s *Service) seen(ctx context.Context, session Session, now time.Time) error {
	if now.Sub(session.LastSeenAt) < renewAfter {
		return nil
	}
	expires := now.Add(idleFor)
	if last := session.CreatedAt.Add(atMost); expires.After(last) {
		expires = last
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.renew(ctx, tx, session.ID, core.Millis(now), core.Millis(expires))
	})
}

// dropExpired deletes sessions that can no longer be used, and networks that
// nobody signed in from for long.
func (s *Service) dropExpired(ctx context.Context) error {
	now := core.Millis(s.Clock.Now())
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.forgetExpired(ctx, tx, now); err != nil {
			return err
		}
		return s.store.endExpired(ctx, tx, now)
	})
}

// Me returns the actor's own account.
func (s *Service) Me(ctx context.Context, actor core.Actor) (User, error) {
	u, err := s.store.userByID(ctx, actor.UserID)
	if core.KindOf(err) == core.NotFound {
		return User{}, errNotSignedIn
	}
	return u, err
}
