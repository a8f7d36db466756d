package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// A code has four digits, so the number of tries decides how safe it is. Between two sign-ins of
// the owner, all networks together can try at most resetTriesPerSignIn of 10,000 codes. Rules
// accounts-reset-code, accounts-reset-tries, accounts-reset-codes-off.
const (
	resetCodeLifetime   = 10 * time.Minute
	triesPerResetCode   = 3  // wrong tries, of verify-otp and reset-password together
	resetTriesPerSignIn = 10 // wrong tries per account since its owner last signed in

	wrongResetCodesPerNetwork  = 10 // per network, in an hour, for all accounts together
	wrongResetCodesPerMinute   = 100
	wrongResetCodesPerHour     = 300
	resetCodesDisabledDuration = time.Hour // codes are off for all accounts for this time after wrongResetCodesPerMinute or wrongResetCodesPerHour was reached
)

// wrongResetCodesKey is the key of wrongResetCodeLimits.
const wrongResetCodesKey = "reset-wrong-all"

var (
	// wrongResetCodeLimits are the limits of wrong codes from all networks, for all
	// accounts.
	wrongResetCodeLimits = []limits.Limit{
		{Key: wrongResetCodesKey, N: wrongResetCodesPerMinute, Period: time.Minute},
		{Key: wrongResetCodesKey, N: wrongResetCodesPerHour, Period: time.Hour},
	}
	// resetCodesDisabledLimit is full while codes are off. Then only a link can reset a password. This stops
	// an attacker who tries a few codes on each of many accounts.
	resetCodesDisabledLimit = limits.Spaced("reset-codes-off", resetCodesDisabledDuration)
)

// newResetCode returns four random digits.
func newResetCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(10_000))
	if err != nil {
		panic(err) // crypto/rand does not fail
	}
	return fmt.Sprintf("%04d", n)
}

var resetCodePattern = regexp.MustCompile(`^[0-9]{4}$`)

// resetCodeFault returns the text to show at the field of the code, or "" if the code has the
// right form. Rule accounts-reset-fields.
func resetCodeFault(code string) string {
	switch code = strings.TrimSpace(code); {
	case code == "":
		return "OTP is required"
	case !resetCodePattern.MatchString(code):
		return errInvalidCode.Msg
	}
	return ""
}

// resetPasswordFault is like password.ChosenPasswordFaultText, with the text of the reset form for an empty
// password. name and address may be empty. Rule accounts-reset-fields.
func resetPasswordFault(chosenPassword, name, address string) string {
	if chosenPassword == "" {
		return "New password is required"
	}
	return password.ChosenPasswordFaultText(chosenPassword, name, address)
}

// resetCodeHash returns the hash of a code as the database stores it. It depends on the address,
// so a code is invalid after a change of the address.
func (s *Service) resetCodeHash(u User, code string) string {
	mac := hmac.New(sha256.New, s.resetCodeKey)
	mac.Write([]byte(strings.Join([]string{u.ID, emailKey(u.Email), strings.TrimSpace(code)}, "\x00")))
	return hex.EncodeToString(mac.Sum(nil))
}

// resetCode is a row of reset_codes.
type resetCode struct {
	hash    string
	expires int64 // Unix milliseconds
}

// resetCodeTry is a try whose code was right. It stays counted as a wrong try until uncountResetTry or
// ResetByCode removes it from the counts.
type resetCodeTry struct {
	user       User
	code       resetCode
	takenEvent limits.TakenEvent
}

// tryResetCode counts every try as a wrong one before it compares the code, so that parallel calls cannot
// exceed a limit. It runs the same statements for an unknown address. It returns errInvalidCode for a
// wrong code, and for every code while codes are off.
func (s *Service) tryResetCode(ctx context.Context, network core.Network, email, code string) (resetCodeTry, error) {
	list := append(limits.ByNetwork("reset-wrong-network", network, wrongResetCodesPerNetwork, time.Hour), wrongResetCodeLimits...)
	if err := s.resetCodeLimitError(ctx, network, s.deps.Limits.Check(ctx, list...)); err != nil {
		return resetCodeTry{}, err
	}
	if off, err := s.resetCodesAreOff(ctx); err != nil || off {
		return resetCodeTry{}, firstError(err, errInvalidCode)
	}
	u, err := s.store.userByEmail(ctx, email)
	if err != nil && core.KindOf(err) != core.NotFound {
		return resetCodeTry{}, err
	}
	try, now := resetCodeTry{user: u}, s.deps.Clock.Now()
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if try.takenEvent, err = s.deps.Limits.TakeInTx(ctx, tx, list...); err != nil {
			return err
		}
		try.code, err = s.store.countResetTry(ctx, tx, u.ID, now)
		return err
	})
	if err := s.resetCodeLimitError(ctx, network, err); err != nil {
		return resetCodeTry{}, err
	}
	if !hmac.Equal([]byte(try.code.hash), []byte(s.resetCodeHash(u, code))) {
		s.deps.Events.RecordEvent(ctx, eventResetFailed, network.String(), emailKey(email))
		return resetCodeTry{}, errInvalidCode
	}
	return try, nil
}

// resetCodeLimitError translates the error of a full limit. For the limit of one network it returns
// errTooManyAttempts. For a limit of all networks it switches codes off and returns errInvalidCode.
// It returns other errors unchanged.
func (s *Service) resetCodeLimitError(ctx context.Context, network core.Network, err error) error {
	fullErr, is := errors.AsType[*limits.FullError](err)
	if !is || fullErr.Limit.Key != wrongResetCodesKey {
		return s.replaceResetLimitError(ctx, network, err)
	}
	if _, err := s.deps.Limits.Take(ctx, resetCodesDisabledLimit); err == nil {
		s.deps.Events.RecordEvent(ctx, eventResetCodesOff, "", "")
	}
	return errInvalidCode
}

// resetCodesAreOff reports whether only links reset a password at the moment.
func (s *Service) resetCodesAreOff(ctx context.Context) (bool, error) {
	err := s.deps.Limits.Check(ctx, resetCodesDisabledLimit)
	if _, full := limits.WaitOfFullError(err); full {
		return true, nil
	}
	return false, err
}

// uncountResetTry removes the try of a right code from all counts. It runs even if ctx is
// cancelled, for at most 5 s.
func (s *Service) uncountResetTry(ctx context.Context, try resetCodeTry) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.deps.Limits.GiveBackInTx(ctx, tx, try.takenEvent); err != nil {
			return err
		}
		if err := s.store.uncountCodeTry(ctx, tx, try.user.ID, try.code); err != nil {
			return err
		}
		return s.store.uncountAccountTry(ctx, tx, try.user.ID)
	})
}
