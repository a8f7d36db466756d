package accounts

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/accounts/names"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

const (
	// maxUsernameLength is the largest length in code points of a new name in the profile form.
	// Registration allows longer names. A longer name stays valid until the user changes it.
	// Rules accounts-profile-name, account-profile-form.
	maxUsernameLength = 30
	// maxSignInAgeForEmailChange is how long after its sign-in a session may change the account's
	// address. Rules accounts-change-email, account-change-needs-login.
	maxSignInAgeForEmailChange = 24 * time.Hour
	emailChangesPerAccount     = 5 // a day: requests of one account for a new address
	emailChangesPerAddress     = 5 // a day: requests of all accounts together for one address
)

// Profile is the input of UpdateProfile. Picture is the address of an upload of the user. An
// empty address removes the picture; nil changes nothing.
type Profile struct {
	Username, Email string
	PictureURL      *string
}

// UpdateProfile changes the name and picture of the actor's account at once. A new address is
// stored as pending, and a mail with a link asks to confirm it. The result does not reveal whether
// another account has the address. If the sign-in is too old for a new address, nothing changes and
// the error is errSignInTooOldForEmail. Rules accounts-change-email, media-avatar.
func (s *Service) UpdateProfile(ctx context.Context, actor core.Actor, in Profile) (User, error) {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return User{}, err
	}
	in.Username, in.Email = names.Clean(in.Username), strings.TrimSpace(in.Email)
	changesEmail := emailKey(in.Email) != emailKey(u.Email)
	emailFault := ""
	if changesEmail {
		emailFault = emailFieldFault(in.Email)
	}
	if err := fieldErrors("username", usernameFault(in.Username, u.Username), "email", emailFault); err != nil {
		return User{}, err
	}
	if changesEmail && s.deps.Clock.Now().Sub(actor.SignedInAt) > maxSignInAgeForEmailChange {
		return User{}, errSignInTooOldForEmail
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.renameUser(ctx, tx, u.ID, in.Username, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.changePicture(ctx, tx, u, in.PictureURL); err != nil || !changesEmail {
			return err
		}
		return s.startEmailChange(ctx, tx, u.ID, in.Email)
	})
	if wait, full := limits.WaitOfFullError(err); full {
		return User{}, errTooManyAttempts.WithRetryAfter(wait)
	}
	if err != nil {
		return User{}, err
	}
	if changesEmail {
		s.deps.Mail.Wake()
	}
	if in.PictureURL != nil {
		s.deps.Jobs.Wake() // runs the job that deletes the former picture
	}
	return s.Me(ctx, actor)
}

// changePicture replaces the picture of u's profile. If address is nil or the current address, it
// changes nothing. UseAvatar would refuse a current picture that is no upload. The transaction must
// have locked the user's row.
func (s *Service) changePicture(ctx context.Context, tx storage.Querier, u User, address *string) error {
	if address == nil || *address != "" && *address == u.Image {
		return nil
	}
	if err := s.deps.Pictures.UseAvatar(ctx, tx, u.ID, *address); err != nil {
		return err
	}
	return s.store.replaceImage(ctx, tx, u.ID, *address)
}

// usernameFault returns the text to show at the field of a name, or "" if the name is valid.
// The current name may be longer than maxUsernameLength.
func usernameFault(name, current string) string {
	if name == names.Clean(current) {
		return names.FaultText(name)
	}
	if utf8.RuneCountInString(name) > maxUsernameLength {
		return "Name can have at most 30 characters"
	}
	return names.ChosenNameFaultText(name)
}

// startEmailChange replaces the pending address of an account and mails a link to the new address.
// If another account has or reserves the address, the owner gets a notice instead of the link. The
// work is the same for a free and a taken address, so the response time does not reveal a taken
// address. Rule accounts-change-hidden.
func (s *Service) startEmailChange(ctx context.Context, tx storage.Querier, userID, address string) error {
	_, err := s.deps.Limits.TakeInTx(ctx, tx,
		limits.Limit{Key: "change-email " + userID, N: emailChangesPerAccount, Period: 24 * time.Hour},
		limits.Limit{Key: "change-email-to " + emailKey(address), N: emailChangesPerAddress, Period: 24 * time.Hour})
	if err != nil {
		return err
	}
	if err := s.store.deleteLinks(ctx, tx, userID, linkAddressChange); err != nil {
		return err
	}
	l, token := newLink(userID, linkAddressChange, address, s.deps.Clock.Now(), verifyLinkLifetime)
	if err := s.store.insertLink(ctx, tx, l); err != nil {
		return err
	}
	ownerAddress, err := s.store.storedAddressSpelling(ctx, tx, address)
	if err != nil {
		return err
	}
	isReserved, err := s.store.isReserved(ctx, tx, address, userID, l.CreatedAt)
	switch {
	case err != nil:
		return err
	case ownerAddress != "":
		return s.sendAddressRequestedMail(ctx, tx, ownerAddress, l.ExpiresAt)
	case isReserved:
		return s.sendAddressRequestedMail(ctx, tx, address, l.ExpiresAt)
	}
	return s.sendAddressChangeLink(ctx, tx, l, token)
}
