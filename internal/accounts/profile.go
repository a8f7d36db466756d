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
	// maxUsername is the length of a name in the profile form, in code points. A longer
	// name of a registration stays until it is changed.
	maxUsername = 30
	// maxSignInAgeForEmailChange is how old the session that changes an address may be.
	maxSignInAgeForEmailChange = 24 * time.Hour
	// Limits of mails to new addresses.
	changesPerAccount = 5 // a day
	changesPerAddress = 5 // a day, from all accounts together
)

// Profile is the input of UpdateProfile. Picture is the address of an upload of the
// user, or empty to remove the picture; nil changes nothing.
type Profile struct {
	Username, Email string
	Picture         *string
}

// UpdateProfile changes the name and picture of the actor's account at once. A new
// address is only stored as pending, and gets a mail with a link that confirms it. The
// result does not reveal whether the address has an account. Rules
// accounts-profile-name, accounts-change-email, accounts-change-hidden, media-avatar.
func (s *Service) UpdateProfile(ctx context.Context, actor core.Actor, in Profile) (User, error) {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return User{}, err
	}
	in.Username, in.Email = names.Clean(in.Username), strings.TrimSpace(in.Email)
	changesEmail := emailKey(in.Email) != emailKey(u.Email)
	emailFault := ""
	if changesEmail {
		emailFault = checkEmail(in.Email)
	}
	if err := fieldErrors("username", checkUsername(in.Username, u.Username), "email", emailFault); err != nil {
		return User{}, err
	}
	if changesEmail && s.deps.Clock.Now().Sub(actor.SignedInAt) > maxSignInAgeForEmailChange {
		return User{}, errSignInTooOldForEmail
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.renameUser(ctx, tx, u.ID, in.Username, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.changePicture(ctx, tx, u, in.Picture); err != nil || !changesEmail {
			return err
		}
		return s.startChange(ctx, tx, u.ID, in.Email)
	})
	if wait, full := limits.Full(err); full {
		return User{}, errTooManyAttempts.After(wait)
	}
	if err != nil {
		return User{}, err
	}
	if changesEmail {
		s.deps.Mail.Kick()
	}
	if in.Picture != nil {
		s.deps.Jobs.Kick() // the former picture is deleted
	}
	return s.Me(ctx, actor)
}

// changePicture stores the address of a picture. The transaction has locked the user's
// row. The current address stays as it is, wherever the picture comes from.
func (s *Service) changePicture(ctx context.Context, tx storage.Querier, u User, address *string) error {
	if address == nil || *address != "" && *address == u.Image {
		return nil
	}
	if err := s.deps.Pictures.Use(ctx, tx, u.ID, *address); err != nil {
		return err
	}
	return s.store.replaceImage(ctx, tx, u.ID, *address)
}

// checkUsername checks a name of the profile form. The current name is always valid.
func checkUsername(name, current string) string {
	if name == names.Clean(current) {
		return names.Check(name)
	}
	if utf8.RuneCountInString(name) > maxUsername {
		return "Name can have at most 30 characters"
	}
	return names.CheckNew(name)
}

// startChange stores a pending address in place of an earlier one. It mails a link
// to the address, or, if the address is taken, a notice to the account that has it.
// Both cases do the same work.
func (s *Service) startChange(ctx context.Context, tx storage.Querier, userID, address string) error {
	_, err := s.deps.Limits.TakeIn(ctx, tx,
		limits.Limit{Key: "change-email " + userID, N: changesPerAccount, Per: 24 * time.Hour},
		limits.Limit{Key: "change-email-to " + emailKey(address), N: changesPerAddress, Per: 24 * time.Hour})
	if err != nil {
		return err
	}
	if err := s.store.deleteLinks(ctx, tx, userID, linkChange); err != nil {
		return err
	}
	l, token := newLink(userID, linkChange, address, s.deps.Clock.Now(), verifyLinkLifetime)
	if err := s.store.insertLink(ctx, tx, l); err != nil {
		return err
	}
	owner, err := s.store.storedAddress(ctx, tx, address)
	if err != nil {
		return err
	}
	isReserved, err := s.store.isReserved(ctx, tx, address, userID, l.CreatedAt)
	switch {
	case err != nil:
		return err
	case owner != "":
		return s.sendTriedNotice(ctx, tx, owner, l.ExpiresAt)
	case isReserved:
		return s.sendTriedNotice(ctx, tx, address, l.ExpiresAt)
	}
	return s.sendChangeLink(ctx, tx, l, token)
}
