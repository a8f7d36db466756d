package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Authenticate returns the actor of a bearer token and a session cookie, and extends the session.
// Either secret may be empty; if both are empty, Authenticate returns the zero Actor. A valid
// cookie does not make up for an invalid bearer token. If the secrets belong to different users,
// the error is errCredentialMismatch. Rules accounts-two-secrets, accounts-credential-mismatch.
func (s *Service) Authenticate(ctx context.Context, bearer, cookie string) (core.Actor, error) {
	if bearer == "" && cookie == "" {
		return core.Actor{}, nil
	}
	bearerHash, cookieHash := hashIfSet(bearer), hashIfSet(cookie)
	foundSessions, err := s.store.findSessions(ctx, bearerHash, cookieHash)
	if err != nil {
		return core.Actor{}, err
	}
	now := s.deps.Clock.Now()
	bearerSession, cookieSession := validSessions(foundSessions, bearerHash, cookieHash, now)
	if bearerSession != nil && cookieSession != nil && bearerSession.UserID != cookieSession.UserID {
		return core.Actor{}, errCredentialMismatch
	}
	k := bearerSession
	if bearer == "" {
		k = cookieSession
	}
	if k == nil {
		return core.Actor{}, errBadToken
	}
	if err := s.extendSession(ctx, k.Session, now); err != nil {
		return core.Actor{}, err
	}
	return core.Actor{
		UserID: k.UserID, Name: k.name, IsAdmin: k.isAdmin, IsVerified: s.countsAsVerified(k.isEmailVerified, k.mustVerifyEmail),
		SessionID: k.ID, SignedInAt: k.CreatedAt,
	}, nil
}

// countsAsVerified reports whether an account counts as verified. confirmed is true if the user has
// confirmed the address. The value of must is false for accounts from before confirmation existed,
// which need no confirmation. If the installation sends no mail, every account counts as verified.
// Rule accounts-verified.
func (s *Service) countsAsVerified(confirmed, must bool) bool {
	return confirmed || !must || !s.deps.HasMailServer
}

// hashIfSet returns the hash of a secret. For an empty secret it returns a text
// that equals no hash.
func hashIfSet(secret string) string {
	if secret == "" {
		return "-"
	}
	return tokenHash(secret)
}

// validSessions returns the session of the bearer token and the session of the
// cookie. Either is nil if it does not exist or has expired.
func validSessions(found []userSession, bearer, cookie string, now time.Time) (bearerSession, cookieSession *userSession) {
	for i := range found {
		k := &found[i]
		if !k.ExpiresAt.After(now) {
			continue
		}
		if k.BearerHash == bearer {
			bearerSession = k
		}
		if k.CookieHash == cookie {
			cookieSession = k
		}
	}
	return bearerSession, cookieSession
}

// extendSession postpones the end of a session that is in use, but not beyond its maximum
// age. It writes at most once in each lastSeenWriteInterval. Rules accounts-session-idle,
// accounts-session-longest.
func (s *Service) extendSession(ctx context.Context, session Session, now time.Time) error {
	if now.Sub(session.LastSeenAt) < lastSeenWriteInterval {
		return nil
	}
	expires := now.Add(maxSessionIdleTime)
	if last := session.CreatedAt.Add(maxSessionAge); expires.After(last) {
		expires = last
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.renewSession(ctx, tx, session.ID, core.Millis(now), core.Millis(expires))
	})
}

// deleteExpiredSignInData deletes expired sessions, known networks, sign-in challenges, links of
// mails, reset codes and unfinished sign-ins with Google.
func (s *Service) deleteExpiredSignInData(ctx context.Context) error {
	now := core.Millis(s.deps.Clock.Now())
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.deleteExpiredNetworks(ctx, tx, now); err != nil {
			return err
		}
		if err := s.store.deleteExpiredChallenges(ctx, tx, now); err != nil {
			return err
		}
		if err := s.store.deleteExpiredLinks(ctx, tx, now); err != nil {
			return err
		}
		if err := s.store.deleteExpiredResetCodes(ctx, tx, now); err != nil {
			return err
		}
		if err := s.store.deleteExpiredGoogleSignIns(ctx, tx, now); err != nil {
			return err
		}
		return s.store.deleteExpiredSessions(ctx, tx, now)
	})
}

// Me returns the actor's own account, with PendingEmail. If the account was deleted, it
// returns errNotSignedIn.
func (s *Service) Me(ctx context.Context, actor core.Actor) (User, error) {
	u, err := s.store.userByID(ctx, s.deps.DB.Reader(), actor.UserID)
	if core.KindOf(err) == core.NotFound {
		return User{}, errNotSignedIn
	}
	if err != nil {
		return u, err
	}
	u.PendingEmail, err = s.store.pendingEmail(ctx, s.deps.DB.Reader(), u.ID, s.deps.Clock.Now())
	return u, err
}
