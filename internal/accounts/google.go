package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Google signs people in with their account at Google or at another OpenID Connect provider.
// oidc.Client implements Google.
type Google interface {
	Issuer() string
	AuthURL(ctx context.Context, f oidc.FlowParams) (string, error)
	Exchange(ctx context.Context, f oidc.FlowParams, code string) (oidc.Identity, error)
}

// GoogleSignInStart is the result of StartGoogleSignIn. The cookie binds the sign-in to the browser.
type GoogleSignInStart struct {
	URL     string    // address of the provider's sign-in page
	Cookie  string    // value of the cookie
	Expires time.Time // end of the cookie
}

// GoogleReturn has the parameters with which the provider redirects the browser back.
// Failure is the provider's error code if there is no Code.
type GoogleReturn struct{ State, Code, Failure, Issuer string }

// GoogleResult is the result of a sign-in that the provider confirmed. Exactly one of its
// fields is set.
type GoogleResult struct {
	SignIn         *SignInResult
	LinkToken      string // token for LinkGoogle, which also needs the password of the existing account
	ChallengeToken string // token for LoginWithCode; it is set if two-factor sign-in is on
}

// GoogleIsOn reports whether an OpenID Connect provider is set up.
func (s *Service) GoogleIsOn() bool { return s.deps.Google != nil }

// StartGoogleSignIn begins a sign-in. It stores nothing. It returns errGoogleOff or
// errGoogleUnreachable. Rule accounts-google-start.
func (s *Service) StartGoogleSignIn(ctx context.Context) (GoogleSignInStart, error) {
	if !s.GoogleIsOn() {
		return GoogleSignInStart{}, errGoogleOff
	}
	f := newGoogleFlow(s.deps.Clock.Now())
	address, err := s.deps.Google.AuthURL(ctx, f.params())
	if err != nil {
		return GoogleSignInStart{}, googleError(err)
	}
	return GoogleSignInStart{URL: address, Cookie: f.cookie(s.googleKey), Expires: f.expires}, nil
}

// FinishGoogleSignIn handles the redirect from the provider. It starts a session, or returns what the
// user must still enter. cookie is GoogleSignInStart.Cookie. FinishGoogleSignIn accepts one redirect for each
// sign-in, over all processes; a redirect with an error counts too. Rule accounts-google-state.
func (s *Service) FinishGoogleSignIn(ctx context.Context, from Caller, cookie string, in GoogleReturn) (GoogleResult, error) {
	if !s.GoogleIsOn() {
		return GoogleResult{}, errGoogleOff
	}
	now := s.deps.Clock.Now()
	f, ok := parseGoogleFlow(s.googleKey, cookie, now)
	if !ok || !f.hasState(in.State) {
		s.deps.Events.RecordRepeated(ctx, eventGoogleRefused, from.Network.String(), "/auth/google/callback")
		return GoogleResult{}, errGoogleFlowExpired
	}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.consumeGoogleFlow(ctx, tx, f, now) })
	if err != nil {
		return GoogleResult{}, err
	}
	if err := s.redirectError(in); err != nil {
		return GoogleResult{}, err
	}
	id, err := s.deps.Google.Exchange(ctx, f.params(), in.Code)
	if err != nil {
		s.deps.Events.RecordRepeated(ctx, eventGoogleRefused, from.Network.String(), "/auth/google/callback")
		return GoogleResult{}, googleError(err)
	}
	return s.signInWithIdentity(ctx, from, id)
}

// redirectError returns an error if another provider sent the redirect or the user cancelled. A
// redirect without a code is an error too.
func (s *Service) redirectError(in GoogleReturn) error {
	switch {
	case in.Issuer != "" && in.Issuer != s.deps.Google.Issuer():
		return errGoogleRefused
	case in.Failure == "access_denied":
		return errGoogleCancelled
	case in.Failure != "" || in.Code == "":
		return errGoogleRefused
	}
	return nil
}

// googleError returns the error to show for an error of the provider, with that error as its
// cause. It returns other errors unchanged.
func googleError(err error) error {
	if errors.Is(err, oidc.ErrRefused) {
		return errGoogleRefused.Because(err)
	}
	if errors.Is(err, oidc.ErrUnreachable) {
		return errGoogleUnreachable.Because(err)
	}
	return err
}

// Errors of a sign-in with Google. Rule accounts-google-texts. Two of the texts are from rules
// accounts-google-off and accounts-google-state.
var (
	errGoogleOff              = core.E(core.Conflict, "google_off", "Google sign-in is not set up here.")
	errGoogleFlowExpired      = core.E(core.Malformed, "google_expired", "This sign-in took too long or was started in another window. Please try again.")
	errGoogleCancelled        = core.E(core.Malformed, "google_cancelled", "The sign-in was cancelled. Nothing has changed.")
	errGoogleRefused          = core.E(core.Malformed, "google_refused", "Google did not confirm the sign-in. Please try again.")
	errGoogleUnreachable      = core.E(core.Unavailable, "google_away", "Google cannot be reached right now. Please try again in a moment.")
	errGoogleNoEmail          = core.E(core.Malformed, "google_no_email", "Google gave us no email address that we can use. Please sign up with an email address and a password.")
	errGoogleUnverified       = core.E(core.Malformed, "google_unverified", "Google has not confirmed your email address. Please confirm it there, then try again.")
	errGoogleReserved         = core.E(core.Conflict, "google_reserved", "No account can be made with this email address right now.")
	errGoogleOtherAccount     = core.E(core.Conflict, "google_other", "Your account is connected to another Google account. Choose 'Forgot password?' to set a password, then try again.")
	errPendingIdentityExpired = core.E(core.Malformed, "google_ticket", "This took too long. Please continue with Google again.")
)
