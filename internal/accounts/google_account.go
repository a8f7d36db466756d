package accounts

import (
	"context"
	"errors"
	"strings"

	"colloquy/internal/accounts/names"
	"colloquy/internal/accounts/oidc"
	"colloquy/internal/accounts/password"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// errLostRace tells the caller to look up the identity again, because the accounts have changed.
// Either a parallel call or the called function itself has changed the accounts.
var errLostRace = errors.New("accounts: a parallel call was faster")

// signInWithIdentity signs in the account of an identity. If trySignInWithIdentity makes or
// connects the account, trySignInWithIdentity returns errLostRace and does not sign in. After this
// error signInWithIdentity tries again. It also tries again after a parallel change of the account.
// After five tries the error is password.ErrBusy. Rule accounts-google-parallel.
func (s *Service) signInWithIdentity(ctx context.Context, from Caller, id oidc.Identity) (GoogleResult, error) {
	for range 5 {
		out, err := s.trySignInWithIdentity(ctx, from, id)
		if !errors.Is(err, errLostRace) && !errors.Is(err, errHashChanged) && !storage.IsUniqueViolation(err) {
			return out, err
		}
	}
	return GoogleResult{}, password.ErrBusy
}

// trySignInWithIdentity is one try of signInWithIdentity. It looks for an account with the
// identity, then for an account with the address:
//   - An account has the identity: sign in.
//   - No account has the address: make one (rule accounts-google-new).
//   - The account has not confirmed the address: connect it (rule accounts-google-unverified).
//   - The account has confirmed the address: ask for its password (rule accounts-google-password).
//     Without a password the error is errGoogleOtherAccount.
//
// checkIdentity comes before the search by address. So nobody can use an unconfirmed Google address
// to find out who has an account (rule accounts-google-texts).
func (s *Service) trySignInWithIdentity(ctx context.Context, from Caller, id oidc.Identity) (GoogleResult, error) {
	u, err := s.store.userOfIdentity(ctx, s.deps.DB.Reader(), id)
	if err == nil {
		return s.signInOwner(ctx, from, u, id)
	}
	if core.KindOf(err) != core.NotFound {
		return GoogleResult{}, err
	}
	if err := checkIdentity(id); err != nil {
		return GoogleResult{}, err
	}
	u, err = s.store.userByEmail(ctx, id.Email)
	switch {
	case core.KindOf(err) == core.NotFound:
		return GoogleResult{}, s.addGoogleAccount(ctx, from, id)
	case err != nil:
		return GoogleResult{}, err
	case !u.IsEmailVerified:
		return GoogleResult{}, s.takeOverUnconfirmedAccount(ctx, from, u, id)
	case !u.HasPassword():
		return GoogleResult{}, s.identityMismatchError(ctx, id)
	}
	linkToken, err := s.storePendingIdentity(ctx, u, id)
	return GoogleResult{LinkToken: linkToken}, err
}

// identityMismatchError returns the error for an account that has no password and signs in with
// another identity. It is errGoogleOtherAccount, or errLostRace if a parallel call has just
// connected this identity.
func (s *Service) identityMismatchError(ctx context.Context, id oidc.Identity) error {
	_, err := s.store.userOfIdentity(ctx, s.deps.DB.Reader(), id)
	switch {
	case err == nil:
		return errLostRace
	case core.KindOf(err) == core.NotFound:
		return errGoogleOtherAccount
	}
	return err
}

// checkIdentity returns an error unless the provider has confirmed an address that an
// account can have. Rule accounts-google-address.
func checkIdentity(id oidc.Identity) error {
	switch {
	case id.Email == "" || emailFieldFault(id.Email) != "":
		return errGoogleNoEmail
	case !id.IsEmailVerified:
		return errGoogleUnverified
	}
	return nil
}

// signInOwner starts a session of the user who has the identity. If two-factor sign-in is
// on, it returns a challenge instead. Rule accounts-google-two-factor.
func (s *Service) signInOwner(ctx context.Context, from Caller, u User, id oidc.Identity) (GoogleResult, error) {
	a := attempt{from: from, emailKey: emailKey(u.Email), user: u}
	if err := s.recogniseCaller(ctx, &a); err != nil {
		return GoogleResult{}, err
	}
	a.checkProof = func(tx storage.Querier) error {
		owner, err := s.store.userOfIdentity(ctx, tx, id)
		if core.KindOf(err) == core.NotFound || err == nil && owner.ID != u.ID {
			return errLostRace
		}
		return err
	}
	out, err := s.signIn(ctx, a, "", nil)
	if required, ok := errors.AsType[*core.Error](err); ok && required.ChallengeToken != "" {
		s.deps.Events.RecordEvent(ctx, eventSignInCodeRequired, from.Network.String(), u.ID)
		return GoogleResult{ChallengeToken: required.ChallengeToken}, nil
	}
	if err != nil {
		return GoogleResult{}, err
	}
	s.deps.Events.RecordEvent(ctx, eventSignedIn, from.Network.String(), u.ID)
	return GoogleResult{SignIn: &out}, nil
}

// addGoogleAccount makes an account without a password for an identity. addGoogleAccount does not
// fetch the picture of the Google profile. After success the result is errLostRace, so that
// signInWithIdentity tries again and signs in. Rule accounts-google-new.
func (s *Service) addGoogleAccount(ctx context.Context, from Caller, id oidc.Identity) error {
	now := s.deps.Clock.Now()
	u := User{ID: core.NewID(now), Email: strings.TrimSpace(id.Email), Username: newAccountName(id), CreatedAt: now, IsEmailVerified: true, MustVerifyEmail: true}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.insertUser(ctx, tx, u); err != nil {
			return err
		}
		if err := s.store.refuseReservedAddress(ctx, tx, u.Email, u.ID, now); err != nil {
			return err
		}
		if err := s.store.insertIdentity(ctx, tx, u.ID, id, now); err != nil {
			return err
		}
		if _, err := s.deps.Limits.TakeInTx(ctx, tx, registrationLimit); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.Registered, u.ID))
	})
	if wait, full := limits.WaitOfFullError(err); full {
		return errTooManyAttempts.WithRetryAfter(wait)
	}
	if errors.Is(err, errEmailTaken) {
		return errGoogleReserved
	}
	if err != nil {
		return err
	}
	s.deps.Events.RecordEvent(ctx, eventRegistered, from.Network.String(), u.ID)
	return errLostRace
}

// newAccountName returns the name of a new account. It tries the name in the Google profile, and
// then the part of the address before the at sign. It shortens long names. If no name is valid, it
// returns "New guest". Rule accounts-google-new.
func newAccountName(id oidc.Identity) string {
	localPart, _, _ := plain.CutLast(id.Email, "@")
	for _, name := range []string{id.Name, localPart} {
		name = names.Clean(plain.FirstCharacters(names.Clean(name), names.MaxLength))
		if names.ChosenNameFaultText(name) == "" {
			return name
		}
	}
	return "New guest"
}

// takeOverUnconfirmedAccount connects an identity to the account of u. The account has the address
// of the identity, and nobody has confirmed the address. An attacker may have registered the
// account. So the call deletes the account's password, sessions, links, known networks and other
// identities. The call deletes the second factor only if u.MustVerifyEmail is true, so older accounts
// keep their second factor. After success the result is errLostRace, so that signInWithIdentity
// tries again and signs in. Rule accounts-google-unverified.
func (s *Service) takeOverUnconfirmedAccount(ctx context.Context, from Caller, u User, id oidc.Identity) error {
	now := s.deps.Clock.Now()
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.confirmAndDropPassword(ctx, tx, u, now); err != nil {
			return err
		}
		if err := s.endSessionsAndLinks(ctx, tx, u.ID, ""); err != nil {
			return err
		}
		if err := s.store.deleteLinksNetworksAndIdentities(ctx, tx, u.ID); err != nil {
			return err
		}
		if u.MustVerifyEmail {
			if _, err := s.store.deleteTwoFactor(ctx, tx, u.ID); err != nil {
				return err
			}
		}
		if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.EmailConfirmed, u.ID)); err != nil {
			return err
		}
		return s.connectIdentity(ctx, tx, u, id)
	})
	if err != nil {
		return err
	}
	s.deps.Mail.Wake()
	s.deps.Events.RecordEvent(ctx, eventGoogleConnected, from.Network.String(), u.ID)
	return errLostRace
}

// connectIdentity connects an identity to the account of u, and tells the user by mail.
func (s *Service) connectIdentity(ctx context.Context, tx storage.Querier, u User, id oidc.Identity) error {
	if err := s.store.insertIdentity(ctx, tx, u.ID, id, s.deps.Clock.Now()); err != nil {
		return err
	}
	if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.IdentityLinked, u.ID)); err != nil {
		return err
	}
	return s.sendGoogleConnectedMail(ctx, tx, u.Email)
}
